/// A call whose line has no surprises: words, and flags whose values stand behind them, `dial call users getUser id=7 -o table`.
///
/// Before the parser looks at the first word it finds out all about the forty flags of a call, by reflection. That takes longer than the
/// rest of the call, the network included. So what needs no parser is read here, and into the same: PlainLineTests holds each flag, and
/// lines at random, against what the parser makes of them. All else is the parser's, and all that is wrong, which it tells.
extension CallCommand {
  /// nil for a line that is the parser's.
  init?(plain words: [String]) {
    self.init()
    (line, paging) = (.plain, .none)
    var places: [String] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      guard word.utf8.first == UInt8(ascii: "-") else {
        places.append(word)
        continue
      }
      guard take(word, &rest) else { return nil }
    }
    guard places.count >= 2 else { return nil }
    (line.spec, line.endpoint, line.words) = (places[0], places[1], Array(places[2...]))
  }

  /// A flag, with the value that stands behind it, or in it: `--base=URL`.
  private mutating func take(_ word: String, _ rest: inout ArraySlice<String>) -> Bool {
    if turnOn(word) { return true }
    if let mark = word.utf8.firstIndex(of: UInt8(ascii: "=")) {
      // `-o=json` is another matter.
      guard word.utf8.starts(with: "--".utf8) else { return false }
      return set(String(word[..<mark]), String(word[word.index(after: mark)...]))
    }
    guard let value = rest.first, set(word, value) else { return false }
    rest.removeFirst()
    return true
  }

  private mutating func turnOn(_ name: String) -> Bool {
    line.target.turnOn(name) || line.output.turnOn(name) || line.transport.turnOn(name) || line.inspection.turnOn(name)
      || line.behaviour.turnOn(name) || paging.turnOn(name)
  }

  /// A value like a flag, and none, may have been forgotten: the parser knows which flags take them.
  private mutating func set(_ name: String, _ value: String) -> Bool {
    guard !value.isEmpty, value.utf8.first != UInt8(ascii: "-") else { return false }
    if name == "--args" {
      line.args = value
      return true
    }
    return line.target.set(name, value) || line.output.set(name, value) || line.transport.set(name, value)
      || line.inspection.set(name, value) || line.behaviour.set(name, value) || paging.set(name, value)
  }
}

extension CallLine {
  /// One without flags, and yet without words.
  fileprivate static var plain: Self {
    var line = Self()
    line.args = nil
    (line.target, line.output, line.transport, line.inspection, line.behaviour) = (.none, .none, .none, .none, .none)
    return line
  }
}
