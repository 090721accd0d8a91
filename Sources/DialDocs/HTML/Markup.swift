import Dial

/// HTML that is being written. Tags and names of attributes are part of the program; everything else is escaped, so that no text of a spec
/// becomes markup. Characters that control a terminal or turn the direction of text are shown as escapes.
struct Markup {
  typealias Attribute = (name: StaticString, value: String)

  private(set) var html = ""

  mutating func text(_ text: String) { html += Self.escaped(text) }

  /// Adds an element with a text.
  mutating func element(_ name: StaticString, _ attributes: Attribute..., text: String) {
    open(name, attributes)
    self.text(text)
    html += "</\(name)>"
  }

  mutating func element(_ name: StaticString, _ attributes: Attribute..., content: (inout Markup) -> Void) {
    open(name, attributes)
    content(&self)
    html += "</\(name)>"
  }

  /// Adds an element that has no content, such as `br`.
  mutating func void(_ name: StaticString, _ attributes: Attribute...) { open(name, attributes) }

  /// Adds a part of the program, such as its own style.
  mutating func own(_ part: String) { html += part }

  mutating func line() { html += "\n" }

  private mutating func open(_ name: StaticString, _ attributes: [Attribute]) {
    html += "<\(name)"
    for (name, value) in attributes { html += " \(name)=\"\(Self.escaped(value))\"" }
    html += ">"
  }

  private static func escaped(_ text: String) -> String {
    let text = TerminalText.safe(text, keepingLines: true)
    guard text.utf8.contains(where: { "&<>\"'".utf8.contains($0) }) else { return text }
    var shown = ""
    for character in text.unicodeScalars {
      switch character {
      case "&": shown += "&amp;"
      case "<": shown += "&lt;"
      case ">": shown += "&gt;"
      case "\"": shown += "&quot;"
      case "'": shown += "&#39;"
      default: shown.unicodeScalars.append(character)
      }
    }
    return shown
  }
}

/// The names of places in a page. Letters, digits, `_`, `.` and `-` stay, so that the place of an endpoint is its name; a colon is in the
/// places of everything else.
enum PageAnchor {
  static func endpoint(_ name: String) -> String { encoded(name) }

  static func type(_ name: String) -> String { "type:" + encoded(name) }

  private static func encoded(_ name: String) -> String {
    name.utf8.reduce(into: "") { whole, byte in
      if Name.isASCIIPart(byte) || byte == UInt8(ascii: ".") {
        whole.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        whole += "~" + PercentEncoding.hex([byte])
      }
    }
  }
}
