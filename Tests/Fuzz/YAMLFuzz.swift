import DialSyntax

/// A text that is read as a part of a larger file has the same tree on other lines.
enum YAMLFuzz {
  static func take(_ bytes: [UInt8]) {
    let whole = YAMLReader.read(bytes, name: "t")
    Claims.findings(whole.diagnostics)
    guard whole.diagnostics.isEmpty, let root = whole.root else { return }
    let numbers = LineNumbers([.init(index: 0, number: 5), .init(index: 3, number: 1000)])
    let part = YAMLReader.read(part: whole.file.bytes, name: "t", numbers: numbers)
    claim(part.diagnostics.isEmpty, "refused as a part: \(part.diagnostics.map(\.message))")
    guard let other = part.root else { fatalError("no tree as a part") }
    compare(root, other)
  }

  private static func compare(_ whole: Node, _ part: Node) {
    claim(whole.tag == part.tag, "another tag at \(whole.range.start)")
    for (a, b) in [(whole.range.start, part.range.start), (whole.range.end, part.range.end)] {
      claim(a.line + (a.line <= 3 ? 4 : 996) == b.line && a.column == b.column, "\(a) of the whole is \(b) of the part")
    }
    switch (whole.content, part.content) {
    case (.scalar(let a), .scalar(let b)): claim(a == b, "another text at \(whole.range.start)")
    case (.sequence(let a), .sequence(let b)):
      claim(a.count == b.count, "another list at \(whole.range.start)")
      for (a, b) in zip(a, b) { compare(a, b) }
    case (.mapping(let a), .mapping(let b)):
      claim(a.count == b.count, "another mapping at \(whole.range.start)")
      for (a, b) in zip(a, b) {
        compare(a.key, b.key)
        compare(a.value, b.value)
      }
    default: claim(false, "another kind of node at \(whole.range.start)")
    }
  }
}
