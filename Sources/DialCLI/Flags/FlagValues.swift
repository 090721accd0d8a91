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

  /// None of them has a description.
  static var allValueDescriptions: [String: String] { [:] }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  var defaultValueDescription: String { rawValue }
}

/// A duration, written as in a spec; a number without a unit is seconds, as in curl.
enum FlagDuration {
  /// - Parameter examples: for a message: `500ms, 2s or 1m`.
  static func read(_ text: String, _ flag: String, _ examples: String) throws(Failure) -> Duration {
    guard let duration = Values.duration(Double(text) == nil ? text : text + "s") else {
      throw .usage("\(flag) takes a duration such as \(examples), not '\(text)'", hint: Values.durationHint(text))
    }
    if duration > .zero { return duration }
    throw .usage("\(flag) takes a duration such as \(examples), not '\(text)'", hint: "it is more than 0")
  }
}

/// The value of `--port`.
enum FlagPort {
  /// Parses a port, 0 for a free one. The system would silently cut a larger number.
  static func read(_ text: String) throws(Failure) -> Int {
    if let port = UInt16(text) { return Int(port) }
    throw .usage("--port takes a number from 0 to 65535, not '\(text)'")
  }
}
