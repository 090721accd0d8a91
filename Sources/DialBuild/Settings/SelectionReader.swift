import DialJSON
package import DialModel
package import DialSyntax

/// Selections of a response, compiled when the spec is read.
package enum SelectionReader {
  /// Reads a JMESPath expression.
  package static func read(_ node: Node, _ findings: Findings, _ doubts: inout Doubts) -> SelectionModel? {
    guard let text = Values.text(node, "a JMESPath expression", findings) else { return nil }
    return read(text, in: ScalarText(node, text: text), 0..<text.utf8.count, findings, &doubts)
  }

  /// Reads a JMESPath expression as a condition or a path.
  static func condition(_ node: Node, _ findings: Findings, _ doubts: inout Doubts) -> JMESPath? { read(node, findings, &doubts)?.path }

  /// Reads a part of a text.
  package static func read(
    _ text: String, in scalar: ScalarText, _ part: Range<Int>, _ findings: Findings, _ doubts: inout Doubts
  ) -> SelectionModel? {
    // An empty text is at the place of the scalar.
    let whole = part.isEmpty ? scalar.node.range : scalar.range(part)
    do throws(JMESPathError) {
      let path = try JMESPath(text)
      warn(path, in: scalar, from: part.lowerBound, findings, &doubts)
      return SelectionModel(path: path, range: whole)
    } catch {
      let at = min(part.lowerBound + error.offset, part.upperBound)
      if let meant = meant(by: text) {
        let style = scalar.node.scalar?.style
        let quoted = style == .singleQuoted ? meant.replacing("'", with: "''") : meant
        let isWhole = part == 0..<scalar.bytes.count
        let isWritable = !(isWhole && style == .plain) || meant.utf8.first.map { $0 | 0x20 &- 0x61 < 26 } ?? false
        return findings.fail(
          .selection, "'\(text)' is not a valid JMESPath expression; write '\(meant)'", at: whole,
          fix: "replace with", with: isWritable ? quoted : nil)
      }
      return findings.fail(
        .selection, "'\(text)' is not a valid JMESPath expression: \(error.message)",
        at: at < part.upperBound ? scalar.range(at..<part.upperBound) : whole)
    }
  }

  /// Returns the JMESPath for a path of JSONPath or jq, such as `$.items`, `.items[]` or `items.0.id`; nil if it is not clear.
  private static func meant(by text: String) -> String? {
    let compared = text.replacing("===", with: "==").replacing(" = ", with: " == ")
    if compared != text { return (try? JMESPath(compared)) == nil ? nil : compared }
    var path = text[...]
    if path.hasPrefix("$") { path.removeFirst() }
    if path.hasPrefix(".") { path.removeFirst() }
    var steps = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    for index in steps.indices.dropFirst().reversed() where !steps[index].isEmpty && steps[index].utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      steps[index - 1] += "[\(steps.remove(at: index))]"
    }
    let meant = steps.joined(separator: ".")
    // Quotes and conditions of these languages differ.
    guard meant != text, !meant.isEmpty, !meant.utf8.contains(where: { "'\"`?=<>|".utf8.contains($0) }) else { return nil }
    return (try? JMESPath(meant)) == nil ? nil : meant
  }

  /// Warns of `state == "done"`, `state == done` and `ok == true`, which compare two members.
  private static func warn(
    _ path: JMESPath, in scalar: ScalarText, from start: Int, _ findings: Findings, _ doubts: inout Doubts
  ) {
    let style = scalar.node.scalar?.style
    for value in path.likelyValues {
      let name = value.name
      let range = scalar.range((start + value.range.lowerBound)..<(start + value.range.upperBound))
      if value.kind == .stage { continue }
      if case .literal(let literal) = value.kind {
        // A backquote cannot begin a text without quotes.
        let canWrite = start + value.range.lowerBound > 0 || style != .plain
        findings.warning(
          .selection, "JMESPath reads '\(name)' as a member name; write the literal in backquotes", at: range,
          fix: "use backquotes", with: canWrite ? "`\(literal)`" : nil)
        continue
      }
      // YAML requires doubled quotes within single quotes.
      let text = style == .singleQuoted ? "''\(name)''" : "'\(name)'"
      let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"'\"`\\".unicodeScalars.contains($0) }
      let shown = value.kind == .text ? "\"\(name)\" in double quotes" : "'\(name)'"
      let finding = Diagnostic.finding(
        .warning, .selection, "JMESPath reads \(shown) as a member name; write a string in single quotes", at: range,
        fix: "use single quotes", with: isPlain ? text : nil)
      if case .name(let root) = value.kind {
        if let root { doubts.comparisons.append(Comparison(root: root, name: name, finding: finding)) }
      } else {
        findings.add(finding)
      }
    }
  }
}
