/// An error in a query, or a query that exceeds a limit.
package struct JSONPathError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence: lower case, tokens in 'single quotes', no full stop.
  package let message: String
  /// The position in the query, in Unicode scalars from 0; nil for a limit.
  package let offset: Int?

  init(_ message: String, offset: Int? = nil) { (self.message, self.offset) = (message, offset) }

  /// The message with its position, counted from 1: `column 4: …`.
  package var description: String { offset.map { "column \($0 + 1): \(message)" } ?? message }
}
