import Dial

/// Reads the values of flags; nil if the flag is not used.
enum FlagValue {
  /// Returns a duration, written as in a spec; a number without a unit is seconds, as in curl.
  ///
  /// - Parameter examples: for a message: `500ms, 2s or 1m`.
  static func duration(_ text: String?, _ flag: String, _ examples: String) throws(Failure) -> Duration? {
    guard let text else { return nil }
    let duration = Values.duration(Double(text) == nil ? text : text + "s")
    if let duration, duration > .zero { return duration }
    let hint = duration == nil ? Values.durationHint(text) : "use a duration greater than 0"
    throw .usage("\(flag) must be a duration such as \(examples), but is '\(text)'", hint: hint)
  }

  /// - Parameter form: for a message: `a positive integer`.
  static func number<Number: FixedWidthInteger>(
    _ text: String?, _ flag: String, in range: ClosedRange<Number>, _ form: String
  ) throws(Failure) -> Number? {
    guard let text else { return nil }
    if let number = Number(text), range.contains(number) { return number }
    throw .usage("\(flag) must be \(form), but is '\(text)'")
  }

  /// Returns a port, 0 for a free one. The system would silently cut a larger number.
  static func port(_ text: String?) throws(Failure) -> Int? { try number(text, "--port", in: 0...65_535, "a number from 0 to 65535") }
}
