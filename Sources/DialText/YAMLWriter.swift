package import DialJSON
import DialSyntax

/// Writes a value as YAML 1.2 that reads back as the same value: what looks like another type is quoted.
///
/// ```text
/// id: 7
/// name: "no"
/// tags:
///   - a
///   - b: 1
/// ```
package enum YAMLWriter {
  package static func text(_ value: JSON) -> String {
    var out = ""
    write(value, 0, &out, isInline: true)
    if !out.hasSuffix("\n") { out += "\n" }
    return out
  }

  /// Writes a value in the current line, or at `level`.
  private static func write(_ value: JSON, _ level: Int, _ out: inout String, isInline: Bool) {
    let blanks = String(repeating: "  ", count: level)
    if let items = value.asArray, !items.isEmpty {
      for (index, item) in items.enumerated() {
        if index > 0 || !isInline { out += blanks }
        out += "- "
        write(item, level + 1, &out, isInline: true)
        if !out.hasSuffix("\n") { out += "\n" }
      }
    } else if let members = value.asObject, !members.isEmpty {
      for (index, member) in members.enumerated() {
        if index > 0 || !isInline { out += blanks }
        write(member.name, member.value, level, &out)
      }
    } else {
      out += scalar(value)
    }
  }

  private static func write(_ name: String, _ value: JSON, _ level: Int, _ out: inout String) {
    let key = YAMLScalar.text(name)
    // A key of more than 1024 characters needs an explicit `?`.
    if key.unicodeScalars.count > 1000 { out += "? \(key)\n" + String(repeating: "  ", count: level) }
    if key.unicodeScalars.count <= 1000 { out += key }
    out += ":"
    let isBlock = (value.asArray?.isEmpty == false) || (value.asObject?.isEmpty == false)
    out += isBlock ? "\n" : " "
    write(value, level + 1, &out, isInline: !isBlock)
    if !out.hasSuffix("\n") { out += "\n" }
  }

  private static func scalar(_ value: JSON) -> String {
    switch value.asKind {
    case .string: YAMLScalar.text(value.asString ?? "")
    case .array: "[]"
    case .object: "{}"
    default: JSONWriter.text(value)
    }
  }
}

enum YAMLScalar {
  /// Returns a plain scalar if YAML 1.1 and 1.2 both read it as this text, otherwise a quoted one.
  static func text(_ text: String) -> String { isPlain(text) ? text : Scalar.quoted(text) }

  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, isLetter(first) || first == UInt8(ascii: "/") else { return false }
    guard text.utf8.last != UInt8(ascii: " "), !words.contains(text.lowercased()) else { return false }
    var last: UInt8 = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "#"), last == UInt8(ascii: " ") { return false }
      if last == UInt8(ascii: ":"), byte == UInt8(ascii: " ") { return false }
      guard isLetter(byte) || isDigit(byte) || byte >= 0x80 || " _-./:@#+=%;()$&*<>~^'\"\\?!|".utf8.contains(byte) else { return false }
      last = byte
    }
    return last != UInt8(ascii: ":") && !text.unicodeScalars.contains(where: Scalar.isEscaped)
  }

  /// Booleans and nulls of YAML 1.1.
  private static let words: Set<String> = ["y", "n", "yes", "no", "on", "off", "true", "false", "null"]

  private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
}
