/// How a pattern is read.
package enum PatternSyntax: Sendable, Hashable {
  /// ECMA-262.
  case ecmaScript
  /// RFC 9485, which differs in what `.` matches. What ECMA-262 has besides is accepted, too.
  case iRegexp
}

/// Why a pattern is not understood.
package struct PatternError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence: lower case, no full stop.
  package let message: String
  /// The position in the pattern, in Unicode scalars from 0.
  package let offset: Int

  init(_ message: String, offset: Int) { (self.message, self.offset) = (message, offset) }

  /// The message with its position, counted from 1: `column 4: …`.
  package var description: String { "column \(offset + 1): \(message)" }
}
