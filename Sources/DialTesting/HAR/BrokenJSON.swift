import DialJSON
import DialModel

/// Masks the values of secret names in incomplete JSON: truncated text, or a line of it.
enum BrokenJSON {
  static func masked(_ bytes: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = bytes[...]
    var isSecret = false
    while let byte = rest.popFirst() {
      out.append(byte)
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}") { isSecret = false }
      guard byte == UInt8(ascii: "\"") else { continue }
      let text = string(rest)
      rest = rest[text.endIndex...]
      if rest.dropFirst().first(where: { $0 > 0x20 }) == UInt8(ascii: ":") {
        isSecret = SecretNames.contains(name(text))
        out += text
      } else if isSecret {
        out += text.isEmpty ? [] : Array(Redaction.word.utf8)
      } else {
        out += Array(URLNames.masked(String(decoding: text, as: UTF8.self), isText: true).utf8)
      }
      if let end = rest.popFirst() { out.append(end) }
    }
    return out
  }

  /// Returns the bytes up to the closing quote, or all.
  private static func string(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var isEscaped = false
    let end = bytes.firstIndex { byte in
      if isEscaped {
        isEscaped = false
        return false
      }
      isEscaped = byte == UInt8(ascii: "\\")
      return byte == UInt8(ascii: "\"")
    }
    return bytes[..<(end ?? bytes.endIndex)]
  }

  private static func name(_ text: ArraySlice<UInt8>) -> String {
    let quote = [UInt8(ascii: "\"")]
    return (try? JSON(parsing: quote + text + quote))?.asString ?? String(decoding: text, as: UTF8.self)
  }
}
