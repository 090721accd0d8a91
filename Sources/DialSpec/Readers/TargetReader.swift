package import DialModel
package import DialSyntax

/// Reads the target of a line: a URI template with an optional static query, or an absolute URL.
struct TargetReader {
  let cursor: Cursor
  let findings: Findings

  func read(_ field: Range<Int>) -> TargetModel? {
    let range = cursor.range(field)
    warnOfSwallowedList(field)
    warnOfForeignPlaceholder(field)
    if cursor.bytes[field].contains(UInt8(ascii: "#")) {
      findings.error(.target, "a target cannot contain a fragment; remove '#' and the text after it", at: range)
      return nil
    }
    if refusesDoubleBraces(in: field) { return nil }
    let text = cursor.text(field)
    do throws(URITemplateError) {
      let template = try URITemplate(target: text)
      // A target that begins with a slash has no scheme.
      let isRooted = cursor.bytes[field.lowerBound] == UInt8(ascii: "/")
      let isAbsolute = !isRooted && ["https://", "http://", "wss://", "ws://"].contains { text.hasPrefix($0) }
      let rules = TargetRules(cursor: cursor, findings: findings, field: field)
      guard isRooted || (isAbsolute ? namesHost(field, text) && rules.checkAuthority() : namesNoScheme(field, text)) else { return nil }
      rules.warnOfSecrets()
      return TargetModel(template: template, text: text, range: range, isAbsolute: isAbsolute)
    } catch {
      let place = min(field.lowerBound + error.offset, field.upperBound - 1)
      findings.error(.target, error.message, at: cursor.range(place..<(place + 1)))
      return nil
    }
  }

  private func namesHost(_ field: Range<Int>, _ text: String) -> Bool {
    let authority = text.drop(while: { $0 != "/" }).dropFirst(2)
    if let first = authority.first, first != "/", first != "?" { return true }
    findings.error(.target, "'\(text)' has no host", at: cursor.range(field))
    return false
  }

  private func namesNoScheme(_ field: Range<Int>, _ text: String) -> Bool {
    if let slip = ["https//", "http//", "https:", "http:"].first(where: text.hasPrefix) {
      let rest = text.dropFirst(slip.count).drop { $0 == "/" }
      let range = cursor.range(field.lowerBound..<(field.lowerBound + text.utf8.count - rest.utf8.count))
      let scheme = slip.hasPrefix("https") ? "https://" : "http://"
      findings.error(
        .target, "invalid URL scheme; write '\(scheme)'", at: range, fixIts: [.init("fix the scheme", range: range, replacement: scheme)])
      return false
    }
    guard let scheme = text.firstRange(of: "://"),
      text[..<scheme.lowerBound].utf8.allSatisfy(Name.isASCIIPart)
    else { return true }
    findings.error(.target, "a target must start with '/', 'https://' or 'http://'", at: cursor.range(field))
    return false
  }

  /// Warns of `/users/:id` and `/users/<id>`, which other tools use for `/users/{id}`.
  private func warnOfForeignPlaceholder(_ field: Range<Int>) {
    let bytes = cursor.bytes
    let path = field.lowerBound..<(bytes[field].firstIndex(of: UInt8(ascii: "?")) ?? field.upperBound)
    for start in path where bytes[start] == UInt8(ascii: ":") || bytes[start] == UInt8(ascii: "<") {
      guard start == path.lowerBound || bytes[start - 1] == UInt8(ascii: "/") else { continue }
      let end = bytes[start..<path.upperBound].firstIndex(of: UInt8(ascii: "/")) ?? path.upperBound
      let isAngled = bytes[start] == UInt8(ascii: "<")
      if isAngled, bytes[end - 1] != UInt8(ascii: ">") { continue }
      let name = cursor.text((start + 1)..<max(start + 1, isAngled ? end - 1 : end))
      guard Name.isValid(name) else { continue }
      let place = cursor.range(start..<end)
      findings.warning(
        .target, "'\(cursor.text(start..<end))' is sent literally; to make it a placeholder, write '{\(name)}'", at: place,
        fixIts: [.init("make it a placeholder", range: place, replacement: "{\(name)}")])
    }
  }

  /// Reports `/users/{{id}}`, which is `/users/{id}`, or `/${TENANT}` if a variable has that name.
  private func refusesDoubleBraces(in field: Range<Int>) -> Bool {
    guard let slip = DoubleBraces(in: cursor.bytes[field]) else { return false }
    let range = cursor.range(slip.range)
    findings.error(
      .target, "'\(cursor.text(slip.range))' is not a valid placeholder; write '\(slip.meant)'", at: range,
      fixIts: [.init("write '\(slip.meant)'", range: range, replacement: slip.meant)])
    return true
  }

  /// Warns of `/users(page, size)`, which is valid, but probably a list without its space.
  private func warnOfSwallowedList(_ field: Range<Int>) {
    let bytes = cursor.bytes
    guard bytes[field.upperBound - 1] == UInt8(ascii: ")"), let open = bytes[field].lastIndex(of: UInt8(ascii: "(")) else { return }
    let inside = bytes[(open + 1)..<(field.upperBound - 1)]
    guard let first = inside.first, Name.isPart(first), first > 57, !inside.contains(UInt8(ascii: "{")) else { return }
    findings.warning(
      .swallowedList, "this is read as part of the target; to make it a parameter list, insert a space before '('",
      at: cursor.range(open..<field.upperBound),
      fixIts: [.init("insert a space", range: cursor.range(open..<(open + 1)), replacement: " (")])
  }
}

/// `{{id}}` in a target, the syntax of other tools for a placeholder or a variable.
struct DoubleBraces {
  let range: Range<Int>
  /// The syntax in a spec: `{id}`, or `${HOST}`.
  let meant: String

  init?(in bytes: ArraySlice<UInt8>) {
    guard let open = Self.pair(UInt8(ascii: "{"), in: bytes), let close = Self.pair(UInt8(ascii: "}"), in: bytes[(open + 2)...]) else {
      return nil
    }
    range = open..<(close + 2)
    let inner = bytes[(open + 2)..<close]
    let name = String(decoding: inner.split(separator: UInt8(ascii: " ")).first ?? [], as: UTF8.self)
    guard Name.isValid(name), inner.allSatisfy({ $0 == UInt8(ascii: " ") || Name.isPart($0) }),
      inner.split(separator: UInt8(ascii: " ")).count == 1
    else { return nil }
    meant = VariableMistakes.isCapital(name) ? "${\(name)}" : "{\(name)}"
  }

  /// The offset of two equal bytes. `firstRange(of:)` is generic code here, and slower than the rest of the reader together.
  private static func pair(_ byte: UInt8, in bytes: ArraySlice<UInt8>) -> Int? {
    bytes.indices.dropLast().first { bytes[$0] == byte && bytes[$0 + 1] == byte }
  }
}

extension Text {
  /// The kinds of placeholders in braces.
  package enum Placeholders: Sendable {
    case names
    /// `{name}` and `{name.member}`.
    case dotted
  }

  /// Reads `${NAME}`, `$${` (a literal `${`) and, with `arguments`, `{name}`, `{$uuid}` and a lone `$uuid`. Other braces are text.
  package init(_ text: String, range: SourceRange, arguments: Bool) {
    self.init(text, range: range, placeholders: arguments ? .names : nil)
  }

  package init(_ text: String, range: SourceRange, placeholders: Placeholders?) {
    let arguments = placeholders != nil
    if placeholders == .names, text.utf8.first == UInt8(ascii: "$"), let word = GeneratedWord(rawValue: text) {
      self.init(pieces: [.generated(word)], range: range)
      return
    }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "$") || arguments && $0 == UInt8(ascii: "{") }) else {
      self.init(pieces: text.isEmpty ? [] : [.literal(text)], range: range)
      return
    }
    var pieces: [Piece] = []
    var literal: [UInt8] = []
    let bytes = Array(text.utf8)
    var at = 0
    func flush() {
      if !literal.isEmpty { pieces.append(.literal(String(decoding: literal, as: UTF8.self))) }
      literal.removeAll()
    }
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "$") {
        if bytes[at...].starts(with: "$${".utf8) {
          literal += "${".utf8
          at += 3
          continue
        }
        if at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "{"), let name = Text.name(in: bytes, from: at + 2) {
          flush()
          pieces.append(.variable(name))
          at += 3 + name.utf8.count
          continue
        }
        // The brace of an invalid variable does not start a placeholder; that of `${{id}` does.
        if at + 2 < bytes.count, bytes[at + 1] == UInt8(ascii: "{"), bytes[at + 2] != UInt8(ascii: "{") {
          literal += "${".utf8
          at += 2
          continue
        }
      } else if placeholders == .names, bytes[at] == UInt8(ascii: "{"),
        let word = GeneratedWord.allCases.first(where: { bytes[(at + 1)...].starts(with: ($0.rawValue + "}").utf8) })
      {
        flush()
        pieces.append(.generated(word))
        at += 2 + word.rawValue.utf8.count
        continue
      } else if let placeholders, bytes[at] == UInt8(ascii: "{"),
        let name = Text.name(in: bytes, from: at + 1, mayHaveDots: placeholders == .dotted)
      {
        flush()
        pieces.append(.argument(name))
        at += 2 + name.utf8.count
        continue
      }
      literal.append(bytes[at])
      at += 1
    }
    flush()
    self.init(pieces: pieces, range: range)
  }

  /// Returns the name that begins at `start` and ends with `}`; nil if it is invalid.
  private static func name(in bytes: [UInt8], from start: Int, mayHaveDots: Bool = false) -> String? {
    var end = start
    while end < bytes.count, Name.isPart(bytes[end]) || mayHaveDots && bytes[end] == UInt8(ascii: ".") { end += 1 }
    guard end > start, end < bytes.count, bytes[end] == UInt8(ascii: "}") else { return nil }
    let name = String(decoding: bytes[start..<end], as: UTF8.self)
    let isValid =
      mayHaveDots
      ? name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { Name.isValid(String($0)) } : Name.isValid(name)
    return isValid ? name : nil
  }
}
