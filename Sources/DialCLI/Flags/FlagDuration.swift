import DialSpec

/// The value of a flag that is a time, written as in a spec; on a command line a bare number is seconds, as curl's flags have it.
enum FlagDuration {
  /// - Parameter examples: of a message: `500ms, 2s or 1m`.
  static func read(_ text: String, _ flag: String, _ examples: String) throws(Failure) -> Duration {
    guard let duration = Values.duration(Double(text) == nil ? text : text + "s") else {
      throw .usage("\(flag) takes a duration such as \(examples), not '\(text)'", hint: Values.durationHint(text))
    }
    if duration > .zero { return duration }
    throw .usage("\(flag) takes a duration such as \(examples), not '\(text)'", hint: "it is more than 0")
  }
}
