import DialJSON
import DialModel
import DialSyntax

/// Reads the text of a default; a declared type is checked once all types are known.
enum DefaultReader {
  static func read(_ text: String, shape: Shape, name: String, at range: SourceRange, _ findings: Findings) -> DefaultValue? {
    let isQuoted = text.utf8.first.map { "\"[{".utf8.contains($0) } ?? false
    guard isQuoted || text.utf8.contains(UInt8(ascii: "$")) else { return bare(text, shape) }
    if let word = GeneratedWord(rawValue: text) { return .generated(word) }
    let words = GeneratedWord.allCases.map(\.rawValue)
    if text.hasPrefix("$"), Suggestion.nearest(to: text, among: words) != nil {
      findings.unknown(.defaultValue, "default", text, among: words, at: range)
      return nil
    }
    let json = try? JSON(parsing: Array(text.utf8))
    if text.contains("${"), let value = Optional(json?.asString ?? text), json == nil || json?.asString != nil {
      VariableMistakes.check(value, at: range, findings)
      return .text(Text(value, range: range, arguments: false))
    }
    if isQuoted {
      guard let json else {
        findings.error(.defaultValue, "the default of '\(name)' is not valid JSON", at: range)
        return nil
      }
      if case .member(let twice)? = JSONPath.duplicates(in: json, limit: 1).first?.steps.last {
        findings.error(.defaultValue, "duplicate key '\(twice)' in the default of '\(name)'", at: range)
        return nil
      }
      return .json(json)
    }
    return bare(text, shape)
  }

  /// Whether what is left of a text can only be a value: a number, a word of JSON or a text in quotes.
  static func isValue(_ cursor: Cursor) -> Bool {
    // Names of types begin with other letters.
    guard let first = cursor.current, first &- 0x30 < 10 || "-$\"tfn".utf8.contains(first) else { return false }
    let text = cursor.rest
    switch text {
    case "true", "false", "null": return true
    default:
      return GeneratedWord(rawValue: text) != nil || JSON.number(text) != nil
        || text.hasPrefix("\"") && (try? JSON(parsing: Array(text.utf8))) != nil
    }
  }

  /// A text without quotes: what the type says it is, else a JSON literal, else text.
  private static func bare(_ text: String, _ shape: Shape) -> DefaultValue {
    switch shape.wrapped {
    case .string, .date, .day, .url, .uuid, .data, .literals: return .json(.string(text))
    default: break
    }
    switch text {
    case "true": return .json(.bool(true))
    case "false": return .json(.bool(false))
    case "null": return .json(.null)
    default: return .json(JSON.number(text) ?? .string(text))
    }
  }
}
