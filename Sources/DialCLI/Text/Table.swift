import DialJSON
import DialSyntax

/// Rows as a table with aligned columns, numbers to the right, fitted to the width of the terminal.
///
/// ```text
/// id  name
///  1  Ann
/// 10  Bob
/// ```
struct Table {
  /// Characters in a line; nil where nothing is cut.
  var width: Int?
  var hasColor = false

  /// The names of the columns that there is no room for.
  func hidden(_ grid: Grid) -> [String] {
    let shown = Set(layout(Cells(grid)).shown)
    return (grid.names ?? []).indices.filter { !shown.contains($0) }.map { grid.names?[$0] ?? "" }
  }

  func text(_ grid: Grid) -> String {
    let cells = Cells(grid)
    guard cells.count > 0 else { return "" }
    let layout = layout(cells)
    var lines = cells.rows.map { line($0, layout, cells.isNumber) }
    if let names = cells.names {
      let head = line(names, layout, cells.isNumber)
      lines.insert(hasColor ? "\u{1B}[1m\(head)\u{1B}[0m" : head, at: 0)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// What is shown in a cell, and which columns hold numbers.
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
    var text = ""
    for column in layout.shown where column < cells.count {
      let cell = Self.cut(cells[column], to: layout.widths[column])
      let blanks = String(repeating: " ", count: max(0, layout.widths[column] - TerminalText.width(cell)))
      if column > 0 { text += String(repeating: " ", count: TableLayout.gap) }
      text += isNumber[column] ? blanks + cell : cell + blanks
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// One line, safe to show.
  private static func shown(_ text: String) -> String {
    TerminalText.safe(text.replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\t", with: " "))
  }

  /// The beginning of a text in so many cells, with a sign where it is cut.
  static func cut(_ text: String, to width: Int) -> String {
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
struct Grid {
  /// The names of the columns; nil where they have none.
  let names: [String]?
  let rows: [[JSON]]

  /// Rows of arrays.
  init(rows: [[JSON]], names: [String]? = nil) {
    self.init(names: names, rows: rows)
  }

  /// An object is one row, a list of objects a row each under every name that occurs; of other lists each array is a row, and
  /// anything else a row of one cell.
  init(_ value: JSON) {
    let records = value.asArray.map(Array.init) ?? [value]
    guard !records.isEmpty, records.allSatisfy({ $0.asKind == .object }) else {
      self.init(rows: records.map { $0.asArray.map(Array.init) ?? [$0] })
      return
    }
    var seen: Set<String> = []
    var names: [String] = []
    for record in records {
      for (name, _) in record.asObject ?? [:] where seen.insert(name).inserted { names.append(name) }
    }
    self.init(names: names, rows: records.map { record in names.map { record.asObject?[$0] ?? .null } })
  }

  private init(names: [String]?, rows: [[JSON]]) {
    self.names = names
    self.rows = rows
  }

  /// A cell as text: null is empty, an array or object its JSON.
  static func text(_ value: JSON) -> String {
    if value.isNull { return "" }
    return value.asString ?? JSONWriter.text(value)
  }
}

/// Which columns of a table are shown in a terminal, and how wide each is.
///
/// Texts give way first, the widest before the others, none below eight characters. Where that is not enough, columns are left out
/// from the right. Numbers are never cut, for a part of a number is another one; neither are columns that are kept.
struct TableLayout {
  static let gap = 2
  private static let minimum = 8

  /// The columns that are shown, in their order.
  private(set) var shown: [Int]
  private(set) var widths: [Int]

  /// - Parameters:
  ///   - natural: the width that each column needs.
  ///   - isFirm: whether a column is shown whole or not at all.
  ///   - kept: how many columns from the left are always shown.
  init(_ natural: [Int], isFirm: [Bool], kept: Int = 1, width: Int?) {
    shown = Array(natural.indices)
    widths = natural
    guard let width else { return }
    let minimum = natural.indices.map { isFirm[$0] ? natural[$0] : min(natural[$0], Self.minimum) }
    while shown.count > kept, total(minimum) > width { shown.removeLast() }
    shrink(to: width, minimum)
  }

  /// Cuts all columns to the largest width with which the line fits.
  private mutating func shrink(to width: Int, _ minimum: [Int]) {
    func cut(to cap: Int) -> [Int] { widths.indices.map { min(widths[$0], max(cap, minimum[$0])) } }
    var caps = 0...(widths.max() ?? 0)
    while caps.lowerBound < caps.upperBound {
      let middle = (caps.lowerBound + caps.upperBound + 1) / 2
      caps = total(cut(to: middle)) <= width ? middle...caps.upperBound : caps.lowerBound...(middle - 1)
    }
    widths = cut(to: caps.lowerBound)
  }

  private func total(_ widths: [Int]) -> Int { shown.reduce(0) { $0 + widths[$1] } + Self.gap * (shown.count - 1) }
}

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
