package import DialSyntax

/// The text of one scalar of the spec as bytes, shared by all that walk through it; every stretch has its place in the file.
package final class ScalarText {
  package let node: Node
  package let bytes: [UInt8]
  /// Found out where a place is asked for first: of a text that is right few are.
  private var places: ScalarPlaces?

  package init(_ node: Node, text: String) {
    self.node = node
    bytes = Array(text.utf8)
  }

  package func range(_ part: Range<Int>) -> SourceRange {
    if places == nil { places = ScalarPlaces(node) }
    return places?.range(of: part) ?? node.range
  }
}
