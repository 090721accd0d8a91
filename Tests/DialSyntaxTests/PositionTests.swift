import DialSyntax
import Testing

/// Places in the source text: «…» is removed before reading, and marks the expected range.
struct PositionTests {
  @Test(arguments: [
    "«plain»", "a: «plain text»  # comment", "a: «plain\n  over two\n\n  lines»\nb: 1", "a: «'it''s'»", "a: «\"x\\n\"»",
    "«{a: [1, {b: 2}]}» # c", "x: «[1,\n  2]»", "- «[a: b]»", "- [«a: b», c]", "x:\n  «y: 1\n  z: 2»\nw: 1", "x:\n  «- 1\n  - 2»\nw: 1",
    "x:\n«- 1\n- 2»\nw: 1", "x: «|\n  text\n\n  more»\n\nw: 1", "x: «>-\n  text»\n# c\nw: 1", "a: &x «b»\nc: «*x»", "a: !!str «b»",
    "a: !!map &x # c\n  «b: 1»\nd: 2", "a: !!str\n  «b»", "é😀: «ü»", "\u{FEFF}«a»", "a: 1\r\nb: «2»\r\n", "a: 1\rb: «2»",
    "a: 'x\u{2028}y'\nb: «z»", "a: 'x\u{85}é'\nb: «z»",
    "x:«»\ny: 1", "? a\n: b\n? «c»", "a: 1\n? b«»",
  ])
  func nodesKnowTheirRange(marked: String) throws {
    let source = Marked(marked)
    let root = try tree(source.text)
    let ranges = ranges(of: root)
    for mark in source.ranges { #expect(ranges.contains(mark), "\(mark) is not among \(ranges)") }
  }

  private func ranges(of node: Node) -> [String] {
    [node.range.flat] + (node.sequence ?? []).flatMap(ranges) + (node.mapping ?? []).flatMap { ranges(of: $0.key) + ranges(of: $0.value) }
  }
}

/// A text with the ranges of «marks».
struct Marked {
  private(set) var text = ""
  private(set) var ranges: [String] = []

  init(_ marked: String) {
    var line = 1
    var column = 1
    var start = ""
    var previous: Unicode.Scalar?
    for scalar in marked.unicodeScalars {
      if scalar == "«" {
        start = "\(line):\(column)"
      } else if scalar == "»" {
        ranges.append("\(start)-\(line):\(column)")
      } else {
        text.unicodeScalars.append(scalar)
        if scalar == "\n" && previous == "\r" {
        } else if scalar == "\n" || scalar == "\r" {
          (line, column) = (line + 1, 1)
        } else if scalar != "\u{FEFF}" {
          column += 1
        }
      }
      previous = scalar
    }
  }
}
