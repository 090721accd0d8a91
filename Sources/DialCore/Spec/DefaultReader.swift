import DialJSON
import DialSyntax

/// Reads the text of a default; a declared type is checked once all types are known.
enum DefaultReader {
  static func read(_ text: String, shape: Shape, name: String, at range: SourceRange, _ findings: Findings) -> DefaultValue? {
    switch text {
    case "$uuid": return .uuid
    case "$now": return .now
    default: break
    }
    if text.hasPrefix("$"), Suggestion.nearest(to: text, among: ["$uuid", "$now"]) != nil {
      findings.unknown(.defaultValue, "default", text, among: ["$uuid", "$now"], at: range)
      return nil
    }
    let json = try? JSON(parsing: Array(text.utf8))
    if text.contains("${"), let value = Optional(json?.asString ?? text), json == nil || json?.asString != nil {
      return .text(Text(value, range: range, arguments: false))
    }
    if text.hasPrefix("\"") || text.hasPrefix("[") || text.hasPrefix("{") {
      guard let json else {
        findings.error(.defaultValue, "the default of '\(name)' is no JSON", at: range)
        return nil
      }
      return .json(json)
    }
    switch shape.wrapped {
    case .string, .date, .url, .uuid, .data, .literals: return .json(.string(text))
    default: return .json(json ?? .string(text))
    }
  }
}
