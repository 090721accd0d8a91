/// A token of an expression and its position (in Unicode scalars).
struct ExpressionToken: Sendable {
  enum Kind: Sendable, Hashable {
    case name(String)
    case quoted(String)
    case literal(JSON)
    case number(Int)
    case compare(Expression.Comparison)
    case dot, star, comma, colon, current, reference, not, or, and, pipe
    case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
    /// `[]` and `[?`.
    case flatten, filter
    case end
  }

  let kind: Kind
  let offset: Int
  /// The text of the token, for messages.
  let text: String

  /// The binding power of a token to its left, as in the reference implementation.
  var power: Int {
    switch kind {
    case .pipe: 1
    case .or: 2
    case .and: 3
    case .compare: 5
    case .flatten: 9
    case .star: 20
    case .filter: 21
    case .dot: 40
    case .not: 45
    case .leftBrace: 50
    case .leftBracket: 55
    case .leftParenthesis: 60
    default: 0
    }
  }

  /// The token in a message.
  var found: String {
    kind == .end ? "the end of the expression" : "'\(text)'"
  }
}
