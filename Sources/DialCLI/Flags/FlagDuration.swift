import DialCore

/// The value of a flag that is a time, written as in a spec.
enum FlagDuration {
  /// - Parameter examples: of a message: `500ms, 2s or 1m`.
  static func read(_ text: String, _ flag: String, _ examples: String) throws(Failure) -> Duration {
    if let duration = Values.duration(text) {
      if duration > .zero { return duration }
      throw .usage("\(flag) takes a duration such as \(examples), not '\(text)'")
    }
    throw .usage("\(flag) takes a duration such as \(examples), not '\(text)'", hint: Values.durationHint(text))
  }
}
