/// Rows as text, a row a line: with commas and the quotes of RFC 4180, or with tabs.
///
/// With tabs nothing is quoted: what would end a field or a row is written `\t`, `\n`, `\r`, a backslash `\\`, as jq's `@tsv` does,
/// so that `while IFS=$'\t' read -r` takes it apart.
///
/// ```text
/// id,name
/// 1,"Ann ""the"" first"
/// ```
struct Delimited {
  private let separator: Unicode.Scalar

  init(_ separator: Unicode.Scalar) { self.separator = separator }

  func text(_ grid: Grid) -> String {
    var lines = grid.rows.map { $0.map { field(Grid.text($0)) } }
    if let names = grid.names { lines.insert(names.map(field), at: 0) }
    return lines.map { $0.joined(separator: String(separator)) + "\n" }.joined()
  }

  private func field(_ text: String) -> String { separator == "\t" ? escaped(text) : quoted(text) }

  private func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == separator || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == "\t" || $0 == "\n" || $0 == "\r" || $0 == "\\" }) else { return text }
    return text.unicodeScalars.reduce(into: "") { out, scalar in
      switch scalar {
      case "\t": out += "\\t"
      case "\n": out += "\\n"
      case "\r": out += "\\r"
      case "\\": out += "\\\\"
      default: out.unicodeScalars.append(scalar)
      }
    }
  }
}
