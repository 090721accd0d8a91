import DialJSON
package import DialModel
package import DialSyntax

/// Selections of a response, compiled when the spec is read.
package enum SelectionReader {
  /// Reads a JMESPath expression.
  package static func read(_ node: Node, _ findings: Findings, _ comparisons: inout [Comparison]) -> SelectionModel? {
    guard let text = Values.text(node, "a JMESPath expression", findings) else { return nil }
    return read(text, in: ScalarText(node, text: text), 0..<text.utf8.count, findings, &comparisons)
  }

  /// Reads a JMESPath expression as a condition or a path.
  static func condition(_ node: Node, _ findings: Findings, _ comparisons: inout [Comparison]) -> JMESPath? {
    read(node, findings, &comparisons)?.path
  }

  /// Reads a path into the body, or `header.NAME`.
  static func location(
    _ node: Node, _ what: String, _ id: FindingID, _ findings: Findings, _ comparisons: inout [Comparison]
  ) -> ResponseLocation? {
    guard let text = Values.text(node, what, findings) else { return nil }
    guard text.hasPrefix("header.") else { return read(node, findings, &comparisons).map { .path($0.path) } }
    let name = String(text.dropFirst("header.".count))
    guard HeaderRules.isToken(name) else {
      return findings.fail(id, "'\(name)' is not a valid header name; use \(HeaderRules.tokenRule)", at: node.range)
    }
    return .header(name)
  }

  /// Reads a part of a text.
  package static func read(
    _ text: String, in scalar: ScalarText, _ part: Range<Int>, _ findings: Findings, _ comparisons: inout [Comparison]
  ) -> SelectionModel? {
    // An empty text is at the place of the scalar.
    let whole = part.isEmpty ? scalar.node.range : scalar.range(part)
    do throws(JMESPathError) {
      let path = try JMESPath(text)
      warn(path, in: scalar, from: part.lowerBound, findings, &comparisons)
      return SelectionModel(path: path, range: whole)
    } catch {
      let at = min(part.lowerBound + error.offset, part.upperBound)
      let place = at < part.upperBound ? scalar.range(at..<part.upperBound) : whole
      findings.add(
        .finding(.error, .selection, "'\(text)' is not a valid JMESPath expression: \(error.message)", at: place),
        about: .expression(scalar.node, part))
      return nil
    }
  }

  /// Warns of `state == "done"`, `state == done` and `ok == true`, which compare two members.
  private static func warn(
    _ path: JMESPath, in scalar: ScalarText, from start: Int, _ findings: Findings, _ comparisons: inout [Comparison]
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
        if let root { comparisons.append(Comparison(root: root, name: name, finding: finding)) }
      } else {
        findings.add(finding)
      }
    }
  }
}
