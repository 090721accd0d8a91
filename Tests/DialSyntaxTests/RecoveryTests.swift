import DialSyntax
import TestSupport
import Testing

/// After a syntax error, its entry is left out, and the rest is read.
struct RecoveryTests {
  /// Leaves out entries of `list` and of the top level.
  private func read(_ text: String) -> YAMLDocument {
    YAMLReader.read(Array(text.utf8), name: "t") { $0.first == "list" ? 1 : 0 }
  }

  private func lines(_ document: YAMLDocument) -> [String] { document.diagnostics.map { "\($0.id) \($0.range.start.line)" } }

  static let rows: [(text: String, findings: [String], tree: String)] = [
    ("a: @x\nb: c\n", ["yaml-quote 1"], "{b: c}"),
    ("list:\n  a: @x\n  b: c\nd: e\n", ["yaml-quote 2"], "{list: {b: c}, d: e}"),
    ("list:\n  a: @x\n", ["yaml-quote 2"], "{list: }"),
    ("list:\n  a: b\n  c:\n    d: `x\n    e: f\n\n  g: h\n", ["yaml-quote 4"], "{list: {a: b, g: h}}"),
    ("list:\n  a: {b: c\n  d: {e: f}\n  g: [h\n  i: j\n", ["yaml-syntax 2", "yaml-syntax 4"], "{list: {d: {e: f}, i: j}}"),
    ("list:\n  a: \"b\n  c: d\n  e: f\n", ["yaml-syntax 2"], "{list: {c: d, e: f}}"),
    ("list:\n  a: \"b\n  c: d\n  e: f \"g\" h\n", ["yaml-syntax 2"], "{list: {c: d, e: f \"g\" h}}"),
    ("list:\n  a: b: c\n  d: e\n  f: g: h\n  i: j\n", ["yaml-quote 2", "yaml-quote 4"], "{list: {d: e, i: j}}"),
    ("list:\n  a: b\n    c: d\n  e: f\n", ["yaml-quote 3"], "{list: {e: f}}"),
    ("list:\n  a b\n  c: d\n", ["yaml-syntax 2"], "{list: {c: d}}"),
    ("list:\n  a: |\n    text\n  b: @x\n  c: d\n", ["yaml-quote 4"], "{list: {a: 'text\n', c: d}}"),
    ("list:\n    a: b\n    c: d\n  e: f\n    g: h\ni: j\n", ["yaml-syntax 4"], "{list: {a: b, c: d}, i: j}"),
    ("list:\n\ta: b\n\tc: d\ne: f\n", ["yaml-tab 2"], "{list: , e: f}"),
    ("list:\n  a: \"x\" | \"y\"\n  b: {c: 'x' | 'y'}\n  d: e\n", ["yaml-quote 2", "yaml-quote 3"], "{list: {d: e}}"),
    ("list:\n  - @x\n  - y\nb: c\n", ["yaml-quote 2"], "{list: [y], b: c}"),
    ("é: 1\nlist:\n  à: @x é\n  b: c é\nü: ö\n", ["yaml-quote 3"], "{é: 1, list: {b: c é}, ü: ö}"),
    ("a: @x\r\nb: c\r\nd: %y\r\n", ["yaml-quote 1", "yaml-quote 3"], "{b: c}"),
    ("a: 1\na: 2\nb: @x\nc: *d\n", ["duplicate-key 2", "yaml-quote 3", "yaml-alias 4"], "{a: 1, a: 2, c: }"),
    // Nothing is left, but it was not empty.
    ("a: @x\n", ["yaml-quote 1"], "-"),
    // The anchor may be used below.
    ("a: &x @x\nb: *x\n", ["yaml-quote 1"], "-"),
    // One byte cannot replace two.
    ("é: @x\nb: c\n", ["yaml-quote 1"], "-"),
  ]

  @Test(arguments: rows) func leavesOutTheEntry(text: String, findings: [String], tree: String) {
    let document = read(text)
    #expect(lines(document) == findings)
    #expect(document.root?.flat ?? "-" == tree)
    #expect(
      document.root == nil
        || document.unread.count == document.diagnostics.count { $0.id == "yaml-quote" || $0.id == "yaml-syntax" || $0.id == "yaml-tab" })
  }

  /// A file with one error has one finding.
  @Test(arguments: GoldenTests.names) func findsNoMoreThanThereIs(name: String) throws {
    let bytes = try fixtures.bytes("bad/\(name).yaml")
    let plain = YAMLReader.read(bytes, name: "t").diagnostics
    let document = YAMLReader.read(bytes, name: "t") { _ in 0 }
    #expect(Array(document.diagnostics.prefix(plain.count)) == plain)
    let ends = YAMLReader.read(text: "list:\n" + indented(bytes) + "\n  end: of it\n", name: "t").diagnostics
    let inside = read("list:\n" + indented(bytes) + "\n  end: of it\n")
    if ends.count == 1 { #expect(lines(inside).count == 1, "\(lines(inside))") }
  }

  private func indented(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }.joined(
      separator: "\n"
    )
    .replacing("    ", with: "  x:\n    ", maxReplacements: 1)
  }

  @Test func stopsAfterManyErrors() {
    let text = (0..<40).map { "k\($0): @x\n" }.joined()
    let document = read(text)
    #expect(document.diagnostics.count == 16 && document.root == nil)
  }

  @Test(.timeLimit(.minutes(1))) func aLongTextIsReadInTime() {
    let text = (0..<6_000).map { "k\($0): {a: b, c: [d, e]}\n" }.joined() + (0..<20).map { "e\($0): @x\n" }.joined()
    #expect(read(text).diagnostics.count == 16)
  }

  @Test func anOrdinaryReadStopsAtTheError() {
    let document = YAMLReader.read(text: "a: @x\nb: @y\n", name: "t")
    #expect(document.root == nil && document.diagnostics.count == 1 && document.unread.isEmpty)
  }
}
