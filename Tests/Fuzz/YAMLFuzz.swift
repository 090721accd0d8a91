@testable import DialSyntax

/// The reader of usual YAML against libyaml: of every text that it reads, libyaml's events make the same tree, and find nothing.
enum YAMLFuzz {
  static func take(_ bytes: [UInt8]) {
    let file = YAMLReader.read(bytes, name: "t").file
    // What is no text never comes to either of them.
    guard String(validating: file.bytes, as: UTF8.self) != nil, ControlCharacters.firstFault(in: file) == nil else { return }
    compare(file, .init())
    compare(file, YAMLLimits(maxNodes: 24, maxDepth: 5))
    let runs = [LineNumbers.Run(index: 0, number: 5), LineNumbers.Run(index: 3, number: 1000)]
    compare(SourceFile(name: "t", file.bytes, TextScan(file.bytes), numbers: LineNumbers(runs)), .init())
  }

  private static func compare(_ file: SourceFile, _ limits: YAMLLimits) {
    guard let tree = PlainReader.tree(file, limits) else { return }
    let document = YAMLReader.readEvents(file, limits, AliasTable(limits: limits))
    claim(document.diagnostics.isEmpty, "read, though libyaml refuses it: \(document.diagnostics.map(\.message))")
    guard let root = document.root else { fatalError("read, though libyaml has no tree") }
    if let difference = Difference.first(tree, root) { fatalError(difference) }
  }
}

/// What two trees do not have in common.
private enum Difference {
  /// The first one, from the top; nil where there is none.
  static func first(_ ours: Node, _ theirs: Node) -> String? {
    if ours.range != theirs.range { return told("a range", ours, theirs, ours.range, theirs.range) }
    if ours.storedTag != theirs.storedTag { return told("a tag", ours, theirs, ours.tag ?? "none", theirs.tag ?? "none") }
    switch (ours.content, theirs.content) {
    case (.scalar(let a), .scalar(let b)):
      return a.style == b.style && a.text.utf8.elementsEqual(b.text.utf8) ? nil : told("a text", ours, theirs, a, b)
    case (.sequence(let a), .sequence(let b)): return a.count == b.count ? firstOf(a, b) : told("a list", ours, theirs, a.count, b.count)
    case (.mapping(let a), .mapping(let b)):
      return a.count == b.count ? firstOf(a.flatMap(nodes), b.flatMap(nodes)) : told("a mapping", ours, theirs, a.count, b.count)
    default: return told("a kind", ours, theirs, ours.kindName, theirs.kindName)
    }
  }

  private static func nodes(_ entry: Entry) -> [Node] { [entry.key, entry.value] }

  private static func firstOf(_ ours: [Node], _ theirs: [Node]) -> String? {
    for (a, b) in zip(ours, theirs) { if let difference = first(a, b) { return difference } }
    return nil
  }

  private static func told<Value>(_ what: String, _ ours: Node, _ theirs: Node, _ a: Value, _ b: Value) -> String {
    "\(what) that differs at \(ours.range.start) and \(theirs.range.start): \(a), but libyaml: \(b)"
  }
}
