package import DialJSON
import DialSyntax

/// Colors JSON text, and escapes control characters with `\u`, which keeps the value.
///
/// It works on the tokens of valid JSON, so the depth is unlimited.
package struct JSONHighlighter {
  let hasColor: Bool

  package init(hasColor: Bool) { self.hasColor = hasColor }

  private enum Style: String {
    case name = "34;1"
    case string = "32"
    case number = "36"
    case word = "33"
  }

  /// Returns a value in one line that is safe for a terminal.
  package static func line(_ json: JSON) -> String {
    String(decoding: JSONHighlighter(hasColor: false).painted(Array(JSONWriter.text(json).utf8)), as: UTF8.self)
  }

  package func painted(_ json: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    out.reserveCapacity(json.count + json.count / 2)
    var at = 0
    while at < json.count {
      let start = at
      switch json[at] {
      case UInt8(ascii: "\""):
        at += 1
        while at < json.count, json[at] != UInt8(ascii: "\"") { at += json[at] == UInt8(ascii: "\\") ? 2 : 1 }
        at = min(at + 1, json.count)
        let isName = at < json.count && json[at] == UInt8(ascii: ":")
        paint(Self.escaped(json[start..<at]), isName ? .name : .string, &out)
      case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
        while at < json.count, Self.isNumber(json[at]) { at += 1 }
        paint(json[start..<at], .number, &out)
      case UInt8(ascii: "a")...UInt8(ascii: "z"):
        while at < json.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(json[at]) { at += 1 }
        paint(json[start..<at], .word, &out)
      default:
        out.append(json[at])
        at += 1
      }
    }
    return out
  }

  private func paint(_ text: some Collection<UInt8>, _ style: Style, _ out: inout [UInt8]) {
    guard hasColor else { return out += text }
    out += "\u{1B}[\(style.rawValue)m".utf8
    out += text
    out += "\u{1B}[0m".utf8
  }

  private static func isNumber(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || "+-.eE".utf8.contains(byte)
  }

  /// Escapes control characters in a JSON string with `\u`.
  private static func escaped(_ string: ArraySlice<UInt8>) -> [UInt8] {
    guard string.contains(where: { $0 >= 0x7F }) else { return Array(string) }
    let text = String(decoding: string, as: UTF8.self)
    var out: [UInt8] = []
    for scalar in text.unicodeScalars {
      if TerminalText.isUnsafe(scalar) {
        for unit in String(scalar).utf16 { out += ("\\u" + hex(unit, 4).lowercased()).utf8 }
      } else {
        out += String(scalar).utf8
      }
    }
    return out
  }
}
