import DialSyntax

extension TerminalText {
  /// A text of several lines, safe to show; a carriage return before a line feed is part of the line end.
  static func lines(_ text: String) -> String { safe(text.replacing("\r\n", with: "\n"), keepingLines: true) }
}
