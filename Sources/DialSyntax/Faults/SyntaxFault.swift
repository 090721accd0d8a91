/// Why a text is not YAML: what is wrong, and where. What was meant instead is not decided here.
package struct SyntaxFault: Sendable {
  /// What is wrong.
  package enum Kind: Sendable {
    /// A tab in the indentation of a line.
    case tab
    /// A line that is indented in another way than those around it.
    case indentation
    /// A line that continues the value above, although it contains ': '.
    case continuation
    /// A line without ': ' after its key, or without '- '.
    case missingColon
    /// A ': ' inside a value.
    case colon
    /// A value that begins with a character of the syntax.
    case start
    /// More text after the end of a value.
    case trailing
    /// Nothing where a value must be.
    case missingValue
    /// A quote, or a bracket, that is not closed.
    case openQuote, openBracket
    /// All other mistakes, whose wording says what to do.
    case other
  }

  package let kind: Kind
  /// The finding at the mistake.
  package let diagnostic: Diagnostic
  /// Whether libyaml stopped inside brackets, where a value ends at ',' and at a bracket.
  package let isInBrackets: Bool
}
