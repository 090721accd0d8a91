import DialEngine
import DialModel
import DialSyntax

/// Endpoints as a table: name, method, target and the first line of the doc.
///
/// Names and targets are never cut. A target that leaves no room for the doc has it on the next line; where the names alone leave
/// none, all docs are there.
struct EndpointListing {
  var width: Int?

  /// What is left of a doc should be worth reading.
  private static let minDoc = 24
  /// A column of targets narrower than that is none.
  private static let minTarget = 16

  func text(_ endpoints: [EndpointModel]) -> String {
    let rows = endpoints.map { endpoint in
      [endpoint.name, ListCommand.method(endpoint), TerminalText.safe(endpoint.target.text), Self.doc(endpoint)]
    }
    var widths = (0..<4).map { column in rows.map { TerminalText.width($0[column]) }.max() ?? 0 }
    if let width {
      let room = width - widths[0] - widths[1] - 3 * TableLayout.gap - min(widths[3], Self.minDoc)
      if room < min(widths[2], Self.minTarget) { return stacked(rows, width) }
      widths[2] = min(widths[2], room)
    }
    return rows.map { line($0, widths) }.joined()
  }

  private func line(_ row: [String], _ widths: [Int]) -> String {
    let head = (0..<3).map { Self.padded(row[$0], widths[$0] + TableLayout.gap) }.joined()
    guard let width else { return Self.trimmed(head + row[3]) + "\n" }
    guard TerminalText.width(row[2]) > widths[2] else {
      return Self.trimmed(head + Table.cut(row[3], to: width - TerminalText.width(head))) + "\n"
    }
    return Self.trimmed(head) + "\n" + (row[3].isEmpty ? "" : "    \(Table.cut(row[3], to: width - 4))\n")
  }

  private func stacked(_ rows: [[String]], _ width: Int) -> String {
    rows.map { row in
      let doc = row[3].isEmpty ? "" : "    \(Table.cut(row[3], to: width - 4))\n"
      return "\(row[0])  \(row[1]) \(row[2])\n\(doc)"
    }.joined()
  }

  private static func doc(_ endpoint: EndpointModel) -> String {
    let first = endpoint.doc?.split(separator: "\n").first.map { TerminalText.safe(String($0).replacing("\t", with: " ")) } ?? ""
    if endpoint.unsupported != nil { return "(not supported yet) \(first)" }
    return endpoint.codec == nil ? first : "(Swift only) \(first)"
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - TerminalText.width(text)))
  }

  private static func trimmed(_ text: String) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return text
  }
}
