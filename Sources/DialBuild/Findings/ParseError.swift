package import DialSyntax

/// Why a text is not in the grammar: what is expected at a place, and the text that is there.
package struct ParseError: Error, Sendable {
  package enum Expected: Sendable {
    case type, memberName, literal
    /// The closing bracket of the one at `start`.
    case closing(String)
    /// The end of the text, after a whole part of it: "the type".
    case end(after: String)
  }

  package let node: Node
  package let expected: Expected
  /// Where the part begins that could not be read, as an offset into the text of the node.
  package let start: Int
  /// The text that was found.
  package let found: Range<Int>

  package init(_ expected: Expected, in node: Node, from start: Int, found: Range<Int>) {
    (self.node, self.expected, self.start, self.found) = (node, expected, start, found)
  }
}
