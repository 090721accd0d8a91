import DialSyntax

/// Writes located trees as YAML: settings that fit in a line as `{a: 1, b: 2}`, others as blocks.
enum NodeWriter {
  /// The column that a line should not pass.
  static let width = 120
  /// A mapping with more keys is a block.
  private static let most = 4

  /// Returns the lines of a key and its value.
  static func lines(_ name: String, _ node: Node, indent: Int) -> [String] {
    let blanks = String(repeating: " ", count: indent)
    let head = blanks + Scalar.written(name) + ":"
    if let text = node.text, let block = block(text, node, indent) { return [head + " " + block[0]] + block.dropFirst() }
    let line = head + " " + flow(node, inFlow: false)
    if line.unicodeScalars.count <= width, (node.mapping?.count ?? 0) <= most { return [line] }
    if let entries = node.mapping, !entries.isEmpty {
      return [head] + entries.flatMap { lines($0.name, $0.value, indent: indent + 2) }
    }
    if let items = node.sequence, !items.isEmpty { return [head] + items.map { "\(blanks)  - \(flow($0))" } }
    return [line]
  }

  /// Returns a node in one line.
  static func flow(_ node: Node, inFlow: Bool = true) -> String {
    switch node.content {
    case .scalar(let scalar): text(scalar, of: node, inFlow)
    case .sequence(let items): "[" + items.map { flow($0) }.joined(separator: ", ") + "]"
    case .mapping(let entries): "{" + entries.map { "\(Scalar.written($0.name)): \(flow($0.value))" }.joined(separator: ", ") + "}"
    }
  }

  /// A plain scalar can be a number, a Boolean or null, which quotes would make a text.
  private static func text(_ scalar: Scalar, of node: Node, _ inFlow: Bool) -> String {
    if scalar.isPlain {
      guard case .string = CoreSchema.value(of: node) else { return scalar.text }
    }
    return Scalar.written(scalar.text, inFlow: inFlow)
  }

  // MARK: Prose

  /// Returns a text of several lines after `|`, and a long one after `>`, with the sign as the first item; nil for other texts.
  private static func block(_ text: String, _ node: Node, _ indent: Int) -> [String]? {
    let blanks = String(repeating: " ", count: indent + 2)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first, let start = first.unicodeScalars.first, start != " " else { return nil }
    if lines.contains(where: { $0.unicodeScalars.contains(where: Scalar.isEscaped) }) { return nil }
    if lines.count > 1 {
      // A final line feed is kept by `|` itself.
      let kept = lines.last == "" ? lines.dropLast() : lines[...]
      if kept.last == "" { return nil }
      return [lines.last == "" ? "|" : "|-"] + kept.map { $0.isEmpty ? "" : blanks + $0 }
    }
    guard indent + text.unicodeScalars.count > width, !text.contains("  "), text.last != " " else { return nil }
    return [">-"] + wrapped(first, width - blanks.count).map { blanks + $0 }
  }

  private static func wrapped(_ text: Substring, _ width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.unicodeScalars.count + 1 + word.unicodeScalars.count > width {
        lines.append(line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    return lines + [line]
  }
}
