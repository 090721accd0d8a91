import DialModel
import DialSyntax

/// The text of an HTML page, without tags, scripts and styles.
package struct PageText {
  package let lines: [String]

  private static let entities = ["&lt;": "<", "&gt;": ">", "&quot;": "\"", "&apos;": "'", "&nbsp;": " ", "&amp;": "&"]
  /// Tags that begin a line.
  private static let blocks: Set<String> = [
    "p", "div", "br", "h1", "h2", "h3", "h4", "h5", "h6", "li", "ul", "ol", "tr", "table", "title", "body", "head", "hr", "pre", "center",
    "header", "footer", "section",
  ]

  package init(_ html: String) {
    var text = ""
    var rest = html[...]
    while let open = rest.firstIndex(of: "<") {
      let piece = rest[..<open]
      if piece.first?.isWhitespace ?? false { text += " " }
      text += piece.split { $0.isWhitespace }.joined(separator: " ")
      if piece.last?.isWhitespace ?? false { text += " " }
      guard let close = rest[open...].firstIndex(of: ">") else {
        rest = ""
        break
      }
      let tag = rest[rest.index(after: open)..<close]
      let name = tag.drop { $0 == "/" }.prefix { $0.isLetter || $0.isNumber }.lowercased()
      if Self.blocks.contains(name) { text += "\n" }
      rest = rest[rest.index(after: close)...]
      // Skip the content, which is not for readers.
      if !tag.hasPrefix("/"), name == "script" || name == "style" {
        rest = rest.firstRange(of: "</\(name)").map { rest[$0.lowerBound...] } ?? ""
      }
    }
    text += rest.split { $0.isWhitespace }.joined(separator: " ")
    for (entity, character) in Self.entities where entity != "&amp;" { text = text.replacing(entity, with: character) }
    text = Self.withoutNumbers(text).replacing("&amp;", with: "&")
    // The first heading often repeats the title.
    lines = text.split(separator: "\n").map { $0.split { $0 == " " }.joined(separator: " ") }
      .filter { !$0.isEmpty }.distinct().map { TerminalText.safe($0) }
  }

  /// Returns a text with the characters of `&#39;` and `&#x27;`.
  private static func withoutNumbers(_ text: String) -> String {
    var (whole, rest) = ("", text[...])
    while let mark = rest.firstRange(of: "&#") {
      whole += rest[..<mark.lowerBound]
      rest = rest[mark.upperBound...]
      let isHex = rest.first == "x" || rest.first == "X"
      let digits = rest.dropFirst(isHex ? 1 : 0).prefix { $0.isHexDigit }
      guard rest[digits.endIndex...].first == ";", let scalar = UInt32(digits, radix: isHex ? 16 : 10).flatMap(Unicode.Scalar.init) else {
        whole += "&#"
        continue
      }
      if scalar == "&" { whole += "&amp;" } else { whole.unicodeScalars.append(scalar) }
      rest = rest[digits.endIndex...].dropFirst()
    }
    return whole + rest
  }
}
