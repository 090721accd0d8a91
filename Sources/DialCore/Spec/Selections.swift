import DialJSON
import DialSyntax

/// Selections of a reply, compiled when the spec is read.
enum Selections {
  static func read(_ node: Node, _ text: String, _ findings: Findings) -> SelectionModel? {
    read(text, in: Cursor(node, text: text), findings)
  }

  /// The text is all of the cursor's.
  static func read(_ text: String, in cursor: Cursor, _ findings: Findings) -> SelectionModel? {
    do throws(JMESPathError) {
      return SelectionModel(path: try findings.selection(text), range: cursor.restRange)
    } catch {
      let at = min(cursor.at + error.offset, cursor.end)
      findings.error(
        .selection, "'\(text)' is no JMESPath: \(error.message)", at: at < cursor.end ? cursor.range(at..<cursor.end) : cursor.restRange)
      return nil
    }
  }
}
