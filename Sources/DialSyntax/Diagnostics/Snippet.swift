/// A source line as it is shown below a finding, with the marker line below it.
struct Snippet {
  /// The bytes of a long line that are shown before and after the start of the range.
  private static let before = 60
  private static let after = 100

  /// The line, cut around the range and made safe for a terminal.
  let line: String
  /// Blanks and tabs as wide as the line before the range.
  let indent: String
  /// The marker, `^~~~`.
  let marker: String

  /// Nil if the file has no text to show.
  init?(_ range: SourceRange) {
    let file = range.file
    let line = file.lineBytes(range.start.line)
    let start = min(max(file.offset(of: range.start), line.lowerBound), line.upperBound)
    guard !file.bytes.isEmpty, !(line.isEmpty && range.start.line == file.lineCount) else { return nil }
    let end = range.end.line > range.start.line ? line.upperBound : min(max(file.offset(of: range.end), start), line.upperBound)
    let from = Self.characterStart(file.bytes, max(line.lowerBound, start - Self.before), line)
    let to = max(start, Self.characterStart(file.bytes, min(line.upperBound, start + Self.after), line))
    let head = TerminalText.safe(file.bytes[from..<start])
    let body = TerminalText.safe(file.bytes[start..<min(end, to)])
    let tail = TerminalText.safe(file.bytes[min(end, to)..<to])
    let cutStart = from > line.lowerBound ? "…" : ""
    self.line = cutStart + head + body + tail + (to < line.upperBound ? "…" : "")
    let blanks = head.unicodeScalars.map { $0 == "\t" ? "\t" : String(repeating: " ", count: TerminalText.width($0)) }
    indent = (cutStart.isEmpty ? "" : " ") + blanks.joined()
    marker = "^" + String(repeating: "~", count: max(0, TerminalText.width(body) - 1))
  }

  /// Goes back to the first byte of a character.
  private static func characterStart(_ bytes: [UInt8], _ offset: Int, _ line: Range<Int>) -> Int {
    let first = max(line.lowerBound, offset - 3)
    var start = offset
    while start > first, start < line.upperBound, bytes[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }
}
