package import DialJSON
import DialModel
import DialSyntax

/// Rows as a table with aligned columns, numbers to the right, fitted to the width of the terminal.
///
/// ```text
/// id  name
///  1  Ann
/// 10  Bob
/// ```
package struct Table {
  /// The maximum columns; nil for unlimited.
  var width: Int?
  var hasColor = false

  package init(width: Int? = nil, hasColor: Bool = false) { (self.width, self.hasColor) = (width, hasColor) }

  /// Returns the names of the columns that are omitted.
  package func hidden(_ grid: Grid) -> [String] {
    let shown = Set(layout(Cells(grid)).shown)
    return (grid.names ?? []).indices.filter { !shown.contains($0) }.map { grid.names?[$0] ?? "" }
  }

  package func text(_ grid: Grid) -> String {
    let cells = Cells(grid)
    guard cells.count > 0 else { return "" }
    let layout = layout(cells)
    var lines = cells.rows.map { line($0, layout, cells.isNumber) }
    if let names = cells.names {
      let head = line(names, layout, cells.isNumber)
      lines.insert(TerminalText.styled(head, if: hasColor), at: 0)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The texts of the cells, and which columns are numeric.
  private struct Cells {
    let names: [String]?
    let rows: [[String]]
    let count: Int
    let isNumber: [Bool]

    init(_ grid: Grid) {
      names = grid.names.map { $0.map(Table.shown) }
      rows = grid.rows.map { $0.map { Table.shown(Grid.text($0)) } }
      let count = max(grid.names?.count ?? 0, grid.rows.map(\.count).max() ?? 0)
      isNumber = (0..<count).map { column in
        let values = grid.rows.compactMap { column < $0.count && !$0[column].isNull ? $0[column] : nil }
        return !values.isEmpty && values.allSatisfy { $0.asKind == .number }
      }
      self.count = count
    }
  }

  private func layout(_ cells: Cells) -> TableLayout {
    let lines = (cells.names.map { [$0] } ?? []) + cells.rows
    let widths = (0..<cells.count).map { column in lines.map { column < $0.count ? TerminalText.width($0[column]) : 0 }.max() ?? 0 }
    return TableLayout(widths, isFirm: cells.isNumber, width: width)
  }

  private func line(_ cells: [String], _ layout: TableLayout, _ isNumber: [Bool]) -> String {
    let shown = layout.shown.filter { $0 < cells.count }
    let texts = shown.map { Self.cut(cells[$0], to: layout.widths[$0]) }
    return TableLayout.line(texts, shown.map { layout.widths[$0] }, isNumber: shown.map { isNumber[$0] })
  }

  private static func shown(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    return TerminalText.safe(String(text.map { $0 == "\r\n" || $0 == "\n" || $0 == "\t" ? " " : $0 }))
  }

  /// Cuts a text to a number of columns, with an ellipsis.
  package static func cut(_ text: String, to width: Int) -> String {
    guard TerminalText.width(text) > width else { return text }
    var kept = ""
    var used = 1
    for character in text {
      used += TerminalText.width(character)
      if used > width { break }
      kept.append(character)
    }
    return kept + "…"
  }
}

/// A value as rows and columns.
package struct Grid {
  /// The names of the columns; nil if they have none.
  package let names: [String]?
  package let rows: [[JSON]]

  package init(rows: [[JSON]], names: [String]? = nil) {
    (self.names, self.rows) = (names, rows)
  }

  /// An object is one row. An array of objects is a row for each, with all their names as columns. In other arrays, each array is a row,
  /// and any other value a row with one cell.
  package init(_ value: JSON, isNamed: Bool = true) {
    let records = value.asArray.map(Array.init) ?? [value]
    guard !records.isEmpty, records.allSatisfy({ $0.asKind == .object }) else {
      self.init(rows: records.map { $0.asArray.map(Array.init) ?? [$0] })
      return
    }
    let names = records.flatMap { ($0.asObject ?? [:]).map(\.name) }.distinct()
    self.init(rows: records.map { record in names.map { record.asObject?[$0] ?? .null } }, names: isNamed ? names : nil)
  }

  /// Returns a cell as text: empty for null, JSON for an array or object.
  package static func text(_ value: JSON) -> String {
    if value.isNull { return "" }
    return value.asString ?? JSONWriter.text(value)
  }
}

/// The visible columns of a table and their widths.
///
/// Text columns are shortened first, starting with the widest, to at least eight characters. If that is not enough, columns are omitted
/// from the right, except the first. Numbers are never cut, because a part of a number is another number.
package struct TableLayout {
  package static let gap = 2
  private static let minimum = 8

  /// The visible columns in order.
  private(set) var shown: [Int]
  private(set) var widths: [Int]

  /// - Parameters:
  ///   - natural: the required width of each column.
  ///   - isFirm: whether a column must not be cut.
  init(_ natural: [Int], isFirm: [Bool], width: Int?) {
    shown = Array(natural.indices)
    widths = natural
    guard let width else { return }
    let minimum = natural.indices.map { isFirm[$0] ? natural[$0] : min(natural[$0], Self.minimum) }
    while shown.count > 1, total(minimum) > width { shown.removeLast() }
    shrink(to: width, minimum)
  }

  /// Reduces columns to the largest common width with which the line fits.
  private mutating func shrink(to width: Int, _ minimum: [Int]) {
    func cut(to cap: Int) -> [Int] { widths.indices.map { min(widths[$0], max(cap, minimum[$0])) } }
    var caps = 0...(widths.max() ?? 0)
    while caps.lowerBound < caps.upperBound {
      let middle = (caps.lowerBound + caps.upperBound + 1) / 2
      caps = total(cut(to: middle)) <= width ? middle...caps.upperBound : caps.lowerBound...(middle - 1)
    }
    widths = cut(to: caps.lowerBound)
  }

  /// Returns cells in columns of these widths, without blanks at the end.
  package static func line(_ cells: [String], _ widths: [Int], isNumber: [Bool] = []) -> String {
    var text = ""
    for (column, (cell, width)) in zip(cells, widths).enumerated() {
      let blanks = String(repeating: " ", count: max(0, width - TerminalText.width(cell)))
      text += (isNumber[safe: column] == true ? blanks + cell : cell + blanks) + String(repeating: " ", count: gap)
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  private func total(_ widths: [Int]) -> Int { shown.reduce(0) { $0 + widths[$1] } + Self.gap * (shown.count - 1) }
}

/// Rows as text, one per line: separated by commas and quoted (RFC 4180), or separated by tabs.
///
/// With tabs, `\t`, `\n`, `\r` and `\\` are escaped as in `@tsv` of jq, so that `while IFS=$'\t' read -r` splits the fields.
///
/// ```text
/// id,name
/// 1,"Ann ""the"" first"
/// ```
package struct Delimited {
  private let separator: Unicode.Scalar

  package init(_ separator: Unicode.Scalar) { self.separator = separator }

  package func text(_ grid: Grid) -> String {
    // In CSV, an empty text is in quotes, which tells it from null.
    var lines = grid.rows.map { $0.map { separator == "," && $0.asString == "" ? "\"\"" : field(Grid.text($0)) } }
    // A blank line is no record.
    if separator == "," { for index in lines.indices where lines[index] == [""] { lines[index] = ["\"\""] } }
    if let names = grid.names { lines.insert(names.map(field), at: 0) }
    return lines.map { $0.joined(separator: String(separator)) + "\n" }.joined()
  }

  private func field(_ text: String) -> String { separator == "\t" ? escaped(text) : quoted(text) }

  private func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { $0 == separator || $0 == "\"" || $0 == "\n" || $0 == "\r" }) else { return text }
    return "\"" + text.replacing("\"", with: "\"\"") + "\""
  }

  private func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: "\t\n\r\\".utf8.contains) else { return text }
    return text.unicodeScalars.map { Self.escapes[$0] ?? String($0) }.joined()
  }

  private static let escapes: [Unicode.Scalar: String] = ["\t": "\\t", "\n": "\\n", "\r": "\\r", "\\": "\\\\"]
}
