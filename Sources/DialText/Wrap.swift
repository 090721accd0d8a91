package import DialSyntax

/// Breaks prose into lines of a width. Indented lines are unchanged.
package struct Wrap {
  /// The maximum width; longer lines are hard to read.
  static let widest = 100

  /// The number of columns; nil for one line per paragraph.
  let width: Int?

  package init(_ width: Int?, indent: Int = 0) { self.width = width.map { max(20, min($0, Self.widest) - indent) } }

  package func lines(_ text: String) -> [String] {
    TerminalText.lines(text).split(separator: "\n", omittingEmptySubsequences: false).flatMap(broken).withoutEmptyEnd
  }

  private func broken(_ line: Substring) -> [String] {
    guard let width, TerminalText.width(String(line)) > width, line.first != " " else { return [String(line)] }
    // Continuation lines of an item are aligned with its text.
    let indent = line.hasPrefix("- ") || line.hasPrefix("* ") ? "  " : ""
    var lines: [String] = []
    var current = ""
    for word in line.split(separator: " ") {
      if current.isEmpty || TerminalText.width(current) + 1 + TerminalText.width(String(word)) <= width {
        current += current.isEmpty ? word : " " + word
      } else {
        lines.append(current)
        current = indent + word
      }
    }
    return lines + [current]
  }
}

extension [String] {
  /// The lines without empty ones at the end.
  package var withoutEmptyEnd: [String] { Array(prefix((lastIndex { !$0.isEmpty } ?? -1) + 1)) }
}

extension TerminalText {
  /// Returns lines that are safe to show. A carriage return before a line feed is part of the line end.
  package static func lines(_ text: String) -> String { safe(text.replacing("\r\n", with: "\n"), keepingLines: true) }
}
