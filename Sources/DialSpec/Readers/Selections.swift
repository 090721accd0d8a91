import DialJSON
import DialModel
import DialSyntax

/// Selections of a response, compiled when the spec is read.
enum Selections {
  static func read(_ node: Node, _ text: String, _ findings: Findings) -> SelectionModel? {
    read(text, in: Cursor(node, text: text), findings)
  }

  /// Reads a selection that is the whole text.
  static func read(_ text: String, in cursor: Cursor, _ findings: Findings) -> SelectionModel? {
    do throws(JMESPathError) {
      let path = try findings.selection(text)
      warn(path, in: cursor, findings)
      return SelectionModel(path: path, range: cursor.restRange)
    } catch {
      let at = min(cursor.at + error.offset, cursor.end)
      findings.error(
        .selection, "'\(text)' is no JMESPath: \(error.message)", at: at < cursor.end ? cursor.range(at..<cursor.end) : cursor.restRange)
      return nil
    }
  }

  /// Warns of `state == "done"`, which compares two members.
  private static func warn(_ path: JMESPath, in cursor: Cursor, _ findings: Findings) {
    for (name, place) in path.likelyTexts {
      let range = cursor.range((cursor.at + place.lowerBound)..<(cursor.at + place.upperBound))
      // In YAML single quotes, single quotes would have to be doubled.
      let text = cursor.node.scalar?.style == .singleQuoted ? "`\"\(name)\"`" : "'\(name)'"
      let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"'\"`\\".unicodeScalars.contains($0) }
      findings.warning(
        .selection, "\"\(name)\" in double quotes is the member of that name: a text stands in single quotes", at: range,
        fixIts: isPlain ? [.init("make it a text", range: range, replacement: text)] : [])
    }
  }
}
