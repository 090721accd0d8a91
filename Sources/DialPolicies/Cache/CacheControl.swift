import DialModel
import HTTPTypes

/// The directives of Cache-Control (RFC 9111 section 5.2) in a request or a response. Invalid values allow less reuse, never more.
struct CacheControl: Hashable, Sendable {
  /// The maximum, to which larger values are reduced (RFC 9111 section 1.2.2).
  static let maxSeconds = 2_147_483_648.0

  /// The values by name in lowercase, in order, without quotes; nil for a directive without a value.
  private var directives: [String: [String?]] = [:]

  init(_ fields: HTTPFields) {
    for value in fields[values: .cacheControl] { add(value) }
  }

  init(_ text: String) { add(text) }

  /// Whether a directive is present, with or without a value.
  func has(_ name: String) -> Bool { directives[name] != nil }

  /// Whether a directive applies to the whole response, not only to the fields that its value names.
  func hasWhole(_ name: String) -> Bool { directives[name]?.contains { ($0 ?? "").isEmpty } ?? false }

  /// The fields that a directive such as `no-cache="set-cookie"` names, in lowercase.
  func fields(_ name: String) -> Set<String> {
    var all: Set<String> = []
    for case let value? in directives[name] ?? [] {
      for field in value.split(separator: ",") { all.insert(field.trimmed.lowercased()) }
    }
    return all
  }

  /// Returns the seconds of a directive, the smallest of several; 0 if invalid, nil if absent.
  func seconds(_ name: String) -> Double? {
    directives[name].map { values in values.map { Self.seconds($0 ?? "") ?? 0 }.min() ?? 0 }
  }

  static func seconds(_ text: some StringProtocol) -> Double? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    return min(Double(text) ?? maxSeconds, maxSeconds)
  }

  private mutating func add(_ value: String) {
    for item in value.listItems {
      let name = item.prefix { $0 != "=" }
      let argument = name.endIndex < item.endIndex ? item[item.index(after: name.endIndex)...] : nil
      directives[name.trimmed.lowercased(), default: []].append(argument.map(Self.unquoted))
    }
  }

  /// Returns the text without quotes and the backslashes of escapes.
  private static func unquoted(_ text: Substring) -> String {
    let text = text.trimmed
    guard text.utf8.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    var plain = ""
    var isEscaped = false
    for letter in text.dropFirst().dropLast() {
      isEscaped = letter == "\\" && !isEscaped
      if !isEscaped { plain.append(letter) }
    }
    return plain
  }
}

extension String {
  /// The non-empty items of a header that is a list (RFC 9110 section 5.6.1), split at commas outside of quotes.
  var listItems: [Substring] {
    var (isQuoted, isEscaped) = (false, false)
    let items = utf8.split { byte in
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && byte == UInt8(ascii: "\\")
      return byte == UInt8(ascii: ",") && !isQuoted
    }
    return items.map { Substring($0).trimmed }.filter { !$0.isEmpty }
  }
}
