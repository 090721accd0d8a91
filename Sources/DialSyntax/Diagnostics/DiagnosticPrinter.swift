/// Prints findings as compilers do:
///
/// ```text
/// users.yaml:4:11: error: a text cannot begin with '@': quote the value [yaml-quote]
///   a: GET @x
///          ^
/// fix-it: quote the value: "@x"
/// ```
///
/// Control characters and characters that change the direction of text are escaped.
public struct DiagnosticPrinter: Sendable {
  /// True to print with the colors of a terminal.
  public let color: Bool

  /// A printer with or without color.
  public init(color: Bool) { self.color = color }

  /// One finding with its notes and fix-its, without a final line end.
  public func text(_ diagnostic: Diagnostic) -> String {
    var lines = headline(diagnostic.severity, "\(diagnostic.message) [\(diagnostic.id)]", diagnostic.range, hidesLine: diagnostic.hidesLine)
    for note in diagnostic.notes { lines += headline(.note, note.message, note.range, hidesLine: diagnostic.hidesLine) }
    for fixIt in diagnostic.fixIts {
      let replacement = diagnostic.shownReplacement(fixIt).map { ": " + TerminalText.safe($0.excerpt(200)) } ?? ""
      lines.append(paint("fix-it:", .green) + " " + TerminalText.safe(fixIt.message) + replacement)
    }
    return lines.joined(separator: "\n")
  }

  /// All findings in the given order, each on a new line, without a final line end.
  public func text(_ diagnostics: [Diagnostic]) -> String {
    diagnostics.map { text($0) }.joined(separator: "\n")
  }

  private func headline(_ severity: Severity, _ message: String, _ range: SourceRange?, hidesLine: Bool = false) -> [String] {
    let words = paint(severity.rawValue + ":", severity.style) + " " + paint(TerminalText.safe(message), .bold)
    guard let range else { return [words] }
    let place = "\(TerminalText.safe(range.file.name)):\(range.start.line):\(range.start.column):"
    guard !hidesLine, let snippet = Snippet(range) else { return [paint(place, .bold) + " " + words] }
    return [paint(place, .bold) + " " + words, snippet.line, snippet.indent + paint(snippet.marker, .green)]
  }

  private func paint(_ text: String, _ style: Style) -> String {
    TerminalText.styled(text, style.rawValue, if: color)
  }

  /// The colors of clang.
  fileprivate enum Style: String {
    case bold = "1"
    case red = "1;31"
    case magenta = "1;35"
    case cyan = "1;36"
    case green = "1;32"
  }
}

extension Severity {
  fileprivate var style: DiagnosticPrinter.Style {
    switch self {
    case .error: .red
    case .warning: .magenta
    case .note: .cyan
    }
  }
}

/// A source line as it is shown below a finding, with the marker line below it.
struct Snippet {
  /// The bytes of a long line that are shown before and after the start of the range.
  private static let before = 60
  private static let after = 100

  /// The line, cut around the range and made safe for a terminal.
  let line: String
  /// Spaces and tabs as wide as the line before the range.
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
