import DialSyntax
import Testing

struct TreeTests {
  @Test(arguments: [
    ("b: 1\na: [x, 'y', \"z\"]\n", "{b: 1, a: [x, 'y', 'z']}"),
    ("a: &x {b: 1}\nc: *x\n", "{a: {b: 1}, c: {b: 1}}"),
    ("a:\nb: ~\n", "{a: , b: ~}"),
    ("- |\n  x\n- >-\n  y\n  z\n", "['x\n', 'y z']"),
    ("&k a: 1\nb: *k\n", "{a: 1, b: a}"),
    ("a: &x 1\nb: &x 2\nc: *x\n", "{a: 1, b: 2, c: 2}"),
    ("---\na: 1\n...\n", "{a: 1}"),
    ("--- # nothing\n", ""),
    ("null: 1\n1: 2\n'': 3\n", "{null: 1, 1: 2, : 3}"),
    ("é: 1\ne\u{301}: 2\n", "{é: 1, e\u{301}: 2}"),
  ])
  func readsATree(text: String, expected: String) throws {
    #expect(try tree(text).flat.utf8.elementsEqual(expected.utf8))
  }

  @Test(arguments: [
    ("b: &b {m: GET}\nx: {<<: *b, p: 1}", "{m: GET, p: 1}"),
    ("b: &b {m: GET, p: 0}\nx: {p: 1, <<: *b}", "{p: 1, m: GET}"),
    ("b: &b {m: GET, p: 0}\nx: {<<: *b, p: 1}", "{m: GET, p: 1}"),
    ("b: &b {m: 1}\nc: &c {m: 2, n: 3}\nx: {<<: [*b, *c]}", "{m: 1, n: 3}"),
    ("b: &b {m: 1}\nc: &c {<<: *b, n: 3}\nx: {<<: *c}", "{m: 1, n: 3}"),
    ("b: 1\nx: {<<: {m: 1}}", "{m: 1}"),
    ("b: 1\nx: {'<<': 1}", "{<<: 1}"),
  ])
  func mergesKeys(text: String, expected: String) throws {
    #expect(try tree(text).value(for: "x")?.flat == expected)
  }

  @Test func anAliasKeepsItsOwnMarkAndMergedEntriesTheirs() throws {
    let root = try tree("b: &b {m: 1}\nc: *b\nd: {<<: *b}\n")
    #expect(root.value(for: "c")?.range.flat == "2:4-2:6")
    #expect(root.value(for: "c")?.value(for: "m")?.range.flat == "1:11-1:12")
    #expect(root.value(for: "d")?.value(for: "m")?.range.flat == "1:11-1:12")
  }

  @Test func saysWhatANodeIs() throws {
    let root = try tree("a: x\nb: []\nc: !!str {}".replacing("!!str ", with: ""))
    #expect(["a", "b", "c"].map { root.value(for: $0)?.kindName } == ["a string", "a list", "a mapping"])
    #expect(try tree("!!int 1").tag == "!!int")
    #expect(try tree("! 1").tag == "!")
  }

  @Test func readsUTF16() throws {
    let units = Array("\u{FEFF}a: é😀".utf16)
    let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    for bytes in [little, big] { #expect(YAMLReader.read(bytes, name: "t").root?.flat == "{a: é😀}") }
  }

  @Test func whatIsLeftAfterAFaultCanStillBeRead() {
    let document = YAMLReader.read(text: "a: 1\na: 2\nb: *x\nc: !t y\n", name: "t")
    #expect(document.diagnostics.map(\.id) == ["duplicate-key", "yaml-alias", "yaml-tag"])
    #expect(document.root?.flat == "{a: 1, a: 2, b: , c: y}")
    #expect(YAMLReader.read(text: "", name: "t").root?.flat == "")
    #expect(YAMLReader.read(text: "a: [", name: "t").root == nil)
  }
}
