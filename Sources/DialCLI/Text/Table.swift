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
