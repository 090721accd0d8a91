import DialJSON

/// Rows as comma- or tab-separated text, quoted as RFC 4180 says; lines end with a line feed.
///
/// ```text
/// id,name
/// 1,"Ann ""the"" first"
/// ```
struct Delimited {
  private let separator: Unicode.Scalar

  init(_ separator: Unicode.Scalar) { self.separator = separator }

  func text(_ grid: Grid) -> String {
    var lines = grid.rows.map { $0.map { quoted(Grid.text($0)) } }
    if let names = grid.names { lines.insert(names.map(quoted), at: 0) }
    return lines.map { $0.joined(separator: String(separator)) + "\n" }.joined()
  }

  private func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == separator || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }
}
