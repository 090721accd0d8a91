import DialSyntax

/// Breaks prose into lines of a width; what is indented is laid out already, and stays as it is.
struct Wrap {
  /// Nobody likes to read longer lines, however wide the window.
  static let widest = 100

  /// Characters in a line; nil where a paragraph is one line.
  let width: Int?

  init(_ width: Int?, indent: Int = 0) { self.width = width.map { max(20, min($0, Self.widest) - indent) } }

  func lines(_ text: String) -> [String] {
    let safe = TerminalText.lines(text)
    var lines = safe.split(separator: "\n", omittingEmptySubsequences: false).flatMap(broken)
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines
  }

  private func broken(_ line: Substring) -> [String] {
    guard let width, TerminalText.width(String(line)) > width, line.first != " " else { return [String(line)] }
    // The second line of an item stands below the text of the first.
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

extension TerminalText {
  /// A text of several lines, safe to show; a carriage return before a line feed is part of the line end.
  static func lines(_ text: String) -> String { safe(text.replacing("\r\n", with: "\n"), keepingLines: true) }
}
