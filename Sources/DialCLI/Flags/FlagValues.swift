import ArgumentParser
import DialSpec

/// A flag, or a word of a command, whose value is one of a few words.
///
/// What the parser finds out about an enumeration by itself goes through key paths and the conformances of its collections, which the
/// runtime looks for among all that are linked: it costs more than all else about the flag. So it is said here.
protocol FlagWord: ExpressibleByArgument, CaseIterable, RawRepresentable where RawValue == String {}

extension FlagWord {
  init?(argument: String) { self.init(rawValue: argument) }

  static var allValueStrings: [String] {
    var words: [String] = []
    for value in allCases { words.append(value.rawValue) }
    return words
  }

  /// None of them needs more than its name.
  static var allValueDescriptions: [String: String] { [:] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { rawValue }
}

/// The value of a flag that is a time, written as in a spec; on a command line a bare number is seconds, as curl's flags have it.
enum FlagDuration {
  /// - Parameter examples: of a message: `500ms, 2s or 1m`.
  static func read(_ text: String, _ flag: String, _ examples: String) throws(Failure) -> Duration {
    guard let duration = Values.duration(Double(text) == nil ? text : text + "s") else {
      throw .usage("\(flag) must be a duration such as \(examples), but is '\(text)'", hint: Values.durationHint(text))
    }
    if duration > .zero { return duration }
    throw .usage("\(flag) must be a duration such as \(examples), but is '\(text)'", hint: "use a duration greater than 0")
  }
}

/// The value of a `--port`.
enum FlagPort {
  /// A port to listen on, 0 for any that is free. The system would take the rest of a larger number.
  static func read(_ text: String) throws(Failure) -> Int {
    if let port = UInt16(text) { return Int(port) }
    throw .usage("--port must be a number from 0 to 65535, but is '\(text)'")
  }
}
