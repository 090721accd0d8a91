import DialSyntax
import Testing

/// The slice of a scalar's text leads back to its range in the source.
struct SliceTests {
  @Test(arguments: [
    ("a: GET «/users» (q)", "/users"), ("a: 'it''s «here»'", "here"), ("a: 'it«''»s'", "'"), ("a: \"\\u00e9 «x» y\"", "x"),
    ("a: \"«\\u00e9» x\"", "é"), ("a: \"tab\\t«x»\"", "x"), ("a: \"x \\\n   «y» z\"", "y"), ("a: one\n  two «three»\n\n  four", "three"),
    ("a: one\n\n\n  «four»", "four"), ("a: \"one\n  «two»\"", "two"), ("a: |\n  one\n  «two» x\n", "two"),
    ("a: |2\n    one\n   «two»\n", "two"),
    ("a: >\n  one\n  «two»\n\n  x\n\n   deep\n  y\n", "two"), ("a: >\n  one\n\n   deep\n   er\n\n  «y»\n", "y"),
    ("a: |\r\n  one\r\n  «two»\r\n", "two"),
    ("é: 'ü «ö»'", "ö"), ("a: &x !!str «b»c", "b"), ("- |\n\n  «x»\n", "x"), ("a: '«x»'''", "x"), ("a: \"\\\"«x»\\\\\"", "x"),
  ])
  func aSliceLeadsBack(marked: String, slice: String) throws {
    let source = Marked(marked)
    let root = try tree(source.text)
    let node = try #require(root.mapping?.first?.value ?? root.sequence?.first)
    let text = Array(try #require(node.text).utf8)
    let start = try #require(text.indices.first { text[$0...].starts(with: slice.utf8) })
    #expect(node.range(of: start..<start + slice.utf8.count).flat == source.ranges.first)
  }

  @Test func anEmptySliceIsAPlaceBetweenCharacters() throws {
    let node = try #require(try tree("a: 'b c'").value(for: "a"))
    #expect(node.range(of: 0..<0).flat == "1:5-1:5")
    #expect(node.range(of: 3..<3).flat == "1:8-1:8")
  }

  @Test func anUnknownRangeIsTheWholeNode() throws {
    let root = try tree("a: &x {b: text}\nc: *x\nd: &y word\ne: *y")
    let alias = try #require(root.value(for: "e"))
    #expect(alias.range(of: 1..<2).flat == "4:4-4:6")
    #expect(alias.range(of: 1..<99).flat == "4:4-4:6")
    #expect(root.value(for: "a")?.range(of: 0..<1).flat == "1:7-1:16")
  }
}
