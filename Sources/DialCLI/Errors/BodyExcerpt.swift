import DialSyntax

/// An excerpt of the body of a rejected response: the beginning of a text, the title of a page.
struct BodyExcerpt {
  static let maxBytes = 2000
  static let maxLines = 20

  let body: [UInt8]

  /// The lines, safe for a terminal.
  var lines: [String] {
    guard let text = readable else { return ["(a body of \(body.count) bytes that are no text)"] }
    if Self.isPage(text) { return [Self.page(text, body.count)] }
    var shown = TerminalText.lines(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    while shown.last?.isEmpty == true { shown.removeLast() }
    var rest = body.count - text.utf8.count
    if shown.count > Self.maxLines {
      rest += shown[Self.maxLines...].reduce(0) { $0 + $1.utf8.count + 1 }
      shown = Array(shown[..<Self.maxLines])
    }
    return rest > 0 ? shown + ["… and \(rest) bytes more: --errors json has them all"] : shown
  }

  /// The beginning as text, even if it is cut inside a character.
  private var readable: String? {
    if body.count <= Self.maxBytes { return String(validating: body, as: UTF8.self) }
    for cut in 0..<4 {
      if let text = String(validating: body.prefix(Self.maxBytes - cut), as: UTF8.self) { return text }
    }
    return nil
  }

  private static func isPage(_ text: String) -> Bool {
    let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(15).lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }

  /// The title is more useful than the source of an HTML page.
  private static func page(_ text: String, _ size: Int) -> String {
    let lower = text.lowercased()
    var title = ""
    // If lowercasing changes the length, the title is omitted.
    if lower.utf8.count == text.utf8.count, let begin = lower.firstRange(of: "<title>"),
      let end = lower[begin.upperBound...].firstRange(of: "</title>")
    {
      let utf8 = text.utf8
      let from = utf8.index(utf8.startIndex, offsetBy: lower.utf8.distance(from: lower.startIndex, to: begin.upperBound))
      let to = utf8.index(utf8.startIndex, offsetBy: lower.utf8.distance(from: lower.startIndex, to: end.lowerBound))
      title = text[from..<to].split { $0.isWhitespace }.joined(separator: " ")
    }
    let named = title.isEmpty ? "" : ", titled '\(TerminalText.safe(String(title.prefix(100))))'"
    return "(the body is an HTML page of \(size) bytes\(named): --errors json has it all)"
  }
}
