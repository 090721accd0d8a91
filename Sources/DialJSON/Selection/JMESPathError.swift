/// Why an expression cannot be read.
///
/// ```swift
/// do { _ = try JMESPath("a.[") } catch { error.message }   // "expected a value, found the end of the expression"
/// ```
public struct JMESPathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence: lower case, tokens in 'single quotes', no full stop.
  public var message: String
  /// The place in the expression, in Unicode scalars from 0.
  public var offset: Int

  /// An error at this place.
  public init(_ message: String, offset: Int) {
    self.message = message
    self.offset = offset
  }

  /// The message with its place, counted from 1: `column 4: …`.
  public var description: String { "column \(offset + 1): \(message)" }
}
