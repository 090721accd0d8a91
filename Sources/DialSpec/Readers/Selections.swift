import DialJSON
import DialModel
import DialSyntax

/// Selections of a reply, compiled when the spec is read.
enum Selections {
  static func read(_ node: Node, _ text: String, _ findings: Findings) -> SelectionModel? {
    read(text, in: Cursor(node, text: text), findings)
  }

  /// The text is all of the cursor's.
  static func read(_ text: String, in cursor: Cursor, _ findings: Findings) -> SelectionModel? {
    do throws(JMESPathError) {
      let path = try findings.selection(text)
      warn(path, in: cursor, findings)
      return SelectionModel(path: path, range: cursor.restRange)
    } catch {
      let at = min(cursor.at + error.offset, cursor.end)
      findings.error(
        .selection, "'\(text)' is not a valid JMESPath expression: \(error.message)", at: at < cursor.end ? cursor.range(at..<cursor.end) : cursor.restRange)
      return nil
    }
  }

  /// `state == "done"` compares two members.
  private static func warn(_ path: JMESPath, in cursor: Cursor, _ findings: Findings) {
    for (name, place) in path.likelyTexts {
      let range = cursor.range((cursor.at + place.lowerBound)..<(cursor.at + place.upperBound))
      // What stands in single quotes to YAML would need them doubled.
      let text = cursor.node.scalar?.style == .singleQuoted ? "`\"\(name)\"`" : "'\(name)'"
      let isPlain = name.unicodeScalars.allSatisfy { $0.value >= 0x20 && !"'\"`\\".unicodeScalars.contains($0) }
      findings.warning(
        .selection, "JMESPath reads \"\(name)\" in double quotes as a member name; write a string in single quotes", at: range,
        fixIts: isPlain ? [.init("use single quotes", range: range, replacement: text)] : [])
    }
  }
}
