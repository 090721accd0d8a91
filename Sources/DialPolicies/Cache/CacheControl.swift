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
      for field in value.split(separator: ",") { all.insert(Self.trimmed(field).lowercased()) }
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
    for item in ListItems(value) {
      let name = item.prefix { $0 != "=" }
      let argument = name.endIndex < item.endIndex ? item[item.index(after: name.endIndex)...] : nil
      directives[Self.trimmed(name).lowercased(), default: []].append(argument.map(Self.unquoted))
    }
  }

  private static func unquoted(_ text: Substring) -> String {
    let text = trimmed(text)
    guard text.utf8.count >= 2, text.first == "\"", text.last == "\"" else { return text }
    var plain = ""
    var isEscaped = false
    for letter in text.dropFirst().dropLast() {
      if letter == "\\", !isEscaped {
        isEscaped = true
      } else {
        plain.append(letter)
        isEscaped = false
      }
    }
    return plain
  }

  private static func trimmed(_ text: Substring) -> String { ListItems.trimmed(text) }
}

/// The items of a header that is a list (RFC 9110 section 5.6.1), split at commas outside of quotes and without surrounding spaces. Empty
/// items are skipped.
struct ListItems: Sequence, IteratorProtocol {
  private var rest: Substring

  init(_ text: String) { rest = text[...] }

  mutating func next() -> Substring? {
    while !rest.isEmpty {
      let item = Self.trimmedPart(cut())
      if !item.isEmpty { return item }
    }
    return nil
  }

  private mutating func cut() -> Substring {
    let bytes = rest.utf8
    var (index, isQuoted, isEscaped) = (bytes.startIndex, false, false)
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: ",") where !isQuoted:
        defer { rest = rest[bytes.index(after: index)...] }
        return rest[..<index]
      case UInt8(ascii: "\"") where !isEscaped: isQuoted.toggle()
      default: break
      }
      isEscaped = isQuoted && !isEscaped && bytes[index] == UInt8(ascii: "\\")
      index = bytes.index(after: index)
    }
    defer { rest = "" }
    return rest
  }

  static func trimmed(_ text: Substring) -> String { String(trimmedPart(text)) }

  private static func trimmedPart(_ text: Substring) -> Substring {
    var part = text.drop { $0 == " " || $0 == "\t" }
    while let last = part.last, last == " " || last == "\t" { part.removeLast() }
    return part
  }
}
