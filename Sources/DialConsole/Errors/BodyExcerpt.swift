import Dial
import DialText

/// An excerpt of the body of a rejected response: the beginning of a text, or the title of a page.
package struct BodyExcerpt {
  package static let maxBytes = 2000
  package static let maxLines = 20

  package let body: [UInt8]
  package var isTerminal = false
  package var hasColor = false

  package var lines: [String] {
    if isTerminal, let lines = indented { return lines }
    guard let text = readable else { return ["(a body of \(ByteCount.text(body.count)) that is not text)"] }
    if Self.isPage(text) {
      // Requesting the whole body again could repeat a POST.
      let lines = isTerminal && body.count <= Self.maxBytes ? PageText(text).lines : []
      return lines.isEmpty ? Self.page(text, body.count) : lines
    }
    var shown = TerminalText.lines(text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init).withoutEmptyEnd
    var rest = body.count - text.utf8.count
    if shown.count > Self.maxLines {
      rest += shown[Self.maxLines...].reduce(0) { $0 + $1.utf8.count + 1 }
      shown = Array(shown[..<Self.maxLines])
    }
    return rest > 0 ? shown + ["… and \(ByteCount.text(rest)) more; to see all, use --errors json"] : shown
  }

  /// Indented and colored JSON; nil if the body is not JSON or too long.
  private var indented: [String]? {
    guard body.count <= Self.maxBytes, let json = try? JSON(parsing: body), json.asObject != nil || json.asArray != nil else { return nil }
    let text = JSONHighlighter(hasColor: hasColor).painted(JSONWriter.bytes(json, indent: 2))
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    if lines.count <= Self.maxLines { return lines }
    return lines.prefix(Self.maxLines) + ["… and \(lines.count - Self.maxLines) more lines; to see all, use --errors json"]
  }

  /// The beginning as text, even if it is cut inside a character.
  private var readable: String? {
    let cuts = body.count > Self.maxBytes ? 0..<4 : 0..<1
    return cuts.lazy.compactMap { String(validating: body.prefix(Self.maxBytes - $0), as: UTF8.self) }.first
  }

  private static func isPage(_ text: String) -> Bool {
    var text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    // XHTML.
    if text.hasPrefix("<?xml"), let end = text.firstRange(of: "?>") { text = text[end.upperBound...].drop(while: \.isWhitespace) }
    let start = text.prefix(15).lowercased()
    return ["<!doctype html", "<html", "<head>", "<body>"].contains { start.hasPrefix($0) }
  }

  /// The title is more useful than the source of an HTML page.
  private static func page(_ text: String, _ size: Int) -> [String] {
    let tag = text.split(separator: "<").first { $0.prefix(6).lowercased() == "title>" }
    let title = tag?.dropFirst(6).split { $0.isWhitespace }.joined(separator: " ") ?? ""
    let named = title.isEmpty ? "" : ", titled '\(TerminalText.safe(String(title.prefix(100))))'"
    // Of a short page, the sentences are the message. One or two words are a heading, or the name of the server.
    let lines = size <= maxBytes ? PageText(text).lines.filter { $0 != title && $0.split(separator: " ").count > 2 } : []
    return lines.prefix(5).map { $0.excerpt(300) }
      + ["(the body is an HTML page of \(ByteCount.text(size))\(named); to see it, use --errors json)"]
  }
}
