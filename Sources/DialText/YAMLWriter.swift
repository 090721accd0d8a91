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
    let key = Scalar.written(name)
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
    case .string: Scalar.written(value.asString ?? "")
    case .array: "[]"
    case .object: "{}"
    default: JSONWriter.text(value)
    }
  }
}
