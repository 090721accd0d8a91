import DialJSON
import DialSyntax

/// Rows as a table with aligned columns, numbers to the right, cut to the width of the terminal.
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

  private static let gap = 2

  func text(_ grid: Grid) -> String {
    let cells = grid.rows.map { $0.map { Self.shown(Grid.text($0)) } }
    let names = grid.names.map { $0.map(Self.shown) }
    let count = max(names?.count ?? 0, cells.map(\.count).max() ?? 0)
    guard count > 0 else { return "" }
    let widths = fitted(
      (0..<count).map { column in
        ([names] + cells.map(Optional.some)).compactMap { $0.flatMap { column < $0.count ? TerminalText.width($0[column]) : nil } }.max()
          ?? 0
      })
    let isNumber = (0..<count).map { column in
      let values = grid.rows.compactMap { column < $0.count && !$0[column].isNull ? $0[column] : nil }
      return !values.isEmpty && values.allSatisfy { $0.asKind == .number }
    }
    var lines = cells.map { line($0, widths, isNumber) }
    if let names {
      let head = line(names, widths, isNumber)
      lines.insert(hasColor ? "\u{1B}[1m\(head)\u{1B}[0m" : head, at: 0)
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The widest columns give way until the line fits, none below eight characters.
  private func fitted(_ widths: [Int]) -> [Int] {
    guard let width else { return widths }
    var widths = widths
    var over = widths.reduce(0, +) + Self.gap * (widths.count - 1) - width
    while over > 0, let widest = widths.max(), widest > 8, let index = widths.firstIndex(of: widest) {
      let second = widths.filter { $0 < widest }.max() ?? 8
      let cut = min(over, max(1, widest - max(second, 8)))
      widths[index] -= cut
      over -= cut
    }
    return widths
  }

  private func line(_ cells: [String], _ widths: [Int], _ isNumber: [Bool]) -> String {
    var text = ""
    for (column, cell) in cells.enumerated() {
      let cell = Self.cut(cell, to: widths[column])
      let blanks = String(repeating: " ", count: max(0, widths[column] - TerminalText.width(cell)))
      if column > 0 { text += String(repeating: " ", count: Self.gap) }
      text += isNumber[column] ? blanks + cell : cell + blanks
    }
    while text.last == " " { text.removeLast() }
    return text
  }

  /// One line, safe to show.
  private static func shown(_ text: String) -> String {
    TerminalText.safe(text.replacing("\r\n", with: " ").replacing("\n", with: " ").replacing("\t", with: " "))
  }

  private static func cut(_ text: String, to width: Int) -> String {
    guard TerminalText.width(text) > width else { return text }
    var kept = String.UnicodeScalarView()
    var used = 1
    for scalar in text.unicodeScalars {
      used += TerminalText.width(scalar)
      if used > width { break }
      kept.append(scalar)
    }
    return String(kept) + "…"
  }
}
