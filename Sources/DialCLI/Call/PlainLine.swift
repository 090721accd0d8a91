/// A call whose line has no surprises: words, and flags whose values stand behind them, `dial call users getUser id=7 -o table`.
///
/// Before the argument parser looks at the first word it finds out all about the forty flags of a call, by reflection. That takes longer
/// than the rest of the call, the network included. So a line that needs no parser is read here, by the same tables of flags. All other
/// lines are the parser's, and so are all mistakes, which it reports.
struct PlainLine {
  private var target = TargetFlags()
  private var output = OutputFlags()
  private var transport = TransportFlags()
  private var inspection = InspectionFlags()
  private var behaviour = BehaviourFlags()
  private var paging = PagingFlags()
  private var file = ArgumentFlags()
  private var places: [String] = []

  /// Returns nil for a line that needs the argument parser.
  init?(_ words: [String]) {
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.utf8.first == UInt8(ascii: "-") else {
        places.append(word)
        continue
      }
      guard take(word, &rest) else { return nil }
    }
    if places.count < 2 { return nil }
  }

  var call: CallCommand {
    var line = CallLine()
    (line.spec, line.endpoint, line.words) = (places[0], places[1], Array(places[2...]))
    (line.file, line.target, line.output, line.transport) = (file, target, output, transport)
    (line.inspection, line.behaviour) = (inspection, behaviour)
    var call = CallCommand()
    (call.line, call.paging) = (line, paging)
    return call
  }

  /// Takes a flag, with its value in the next word or after `=`: `--base=URL`.
  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
    if turnOn(word) { return true }
    if let mark = word.utf8.firstIndex(of: UInt8(ascii: "=")) {
      // `-o=json` has another meaning.
      guard word.utf8.starts(with: "--".utf8) else { return false }
      return set(String(word[..<mark]), String(word[word.index(after: mark)...]))
    }
    guard let value = rest.first, set(word, value) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func turnOn(_ name: String) -> Bool {
    target.turnOn(name) || output.turnOn(name) || transport.turnOn(name) || inspection.turnOn(name) || behaviour.turnOn(name)
      || paging.turnOn(name)
  }

  /// A missing value, or one that looks like a flag, is left to the parser, which reports it.
  private mutating func set(_ name: String, _ value: String) -> Bool {
    guard !value.isEmpty, value.utf8.first != UInt8(ascii: "-") else { return false }
    return target.set(name, value) || output.set(name, value) || transport.set(name, value) || inspection.set(name, value)
      || behaviour.set(name, value) || paging.set(name, value) || file.set(name, value)
  }
}
