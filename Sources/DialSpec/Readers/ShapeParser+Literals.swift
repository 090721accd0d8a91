import DialBuild
import DialModel
import DialSyntax

/// Unions of literals: `"asc" | "desc"`. Lowercase words need no quotes.
extension ShapeParser {
  /// Words that are JSON values, so that as text they need quotes.
  private static let values: Set = ["true", "false", "null"]

  mutating func literals(from start: Int) -> [String]? {
    cursor.at = start
    var words: [String] = []
    repeat {
      cursor.skipBlanks()
      guard let word = literal() else { return nil }
      words.append(word)
      let afterText = cursor.at
      cursor.skipBlanks()
      if cursor.current != UInt8(ascii: "|") { cursor.at = afterText }
    } while cursor.take(UInt8(ascii: "|"))
    return words
  }

  /// Reads a JSON string, or a word that ``isLiteral(_:)`` accepts.
  private mutating func literal() -> String? {
    if cursor.current == UInt8(ascii: "\"") { return quoted() }
    if refuseSingleQuotes() { return nil }
    guard let name = cursor.takeName() else {
      return findings.fail(.shape, "expected a literal such as '\"closed\"' or 'closed' after '|'", at: cursor.here)
    }
    return isLiteral(name) ? cursor.text(name) : nil
  }

  /// Reads a JSON string.
  mutating func quoted() -> String? {
    let start = cursor.at
    if let text = cursor.takeText() { return text }
    return findings.fail(.shape, "the quoted string is not closed, or contains an invalid escape", at: cursor.range(start..<cursor.end))
  }

  /// Whether a word is a literal without quotes: lowercase and not a JSON value. Reports any other word.
  mutating func isLiteral(_ name: Range<Int>) -> Bool {
    let word = cursor.text(name)
    let range = cursor.range(name)
    if word != "null", Self.values.contains(word) {
      return findings.fail(
        .shape, "'\(word)' is not a string literal; write \"\(word)\", or name a type", at: range,
        fix: "quote the literal", with: cursor.literal(word))
    }
    if word != "null", let first = word.utf8.first, first &- 0x61 < 26 { return true }
    // The whole union is read only at its first mistake, which ends the reading.
    cursor.at = cursor.end
    let span = cursor.unionSpan(around: name)
    let words = cursor.members(ofUnion: span)
    let ofTypes = Self.unionOfTypes(words, at: cursor.range(span))
    if word == "null" || words.contains(where: { Shape.builtin($0) != nil }) {
      findings.add(ofTypes)
      return false
    }
    let unquoted = Diagnostic.finding(
      .error, .shape, "a literal that does not start with a lowercase letter must be quoted; write \"\(word)\"", at: range,
      fixIts: [cursor.quoting(union: span)])
    findings.add(Suspicion(words, ifKnown: ofTypes, otherwise: unquoted))
    return false
  }

  /// Reports `song/podcast` and `song or podcast`, which are `song | podcast`. Returns true after a finding.
  mutating func refuseAlternatives(from start: Int) -> Bool {
    guard let (words, rest) = names(from: start, by: { $0.take(UInt8(ascii: "/")) || $0.take(word: "or") }) else { return false }
    return words.count > 1 && refuseAlternatives(words, at: start..<rest.trimmed(rest.at))
  }

  /// Reports `[song, podcast]`. Returns true after a finding.
  mutating func refuseAlternatives(inBrackets start: Int) -> Bool {
    guard let (words, behind) = names(from: start + 1, by: { $0.take(UInt8(ascii: ",")) }) else { return false }
    var rest = behind
    return rest.take(UInt8(ascii: "]")) && refuseAlternatives(words, at: start..<rest.at)
  }

  /// Returns names with separators between them, and the place behind them and their blanks.
  private func names(from start: Int, by takeSeparator: (inout Cursor) -> Bool) -> (words: [String], rest: Cursor)? {
    var words: [String] = []
    var rest = cursor
    rest.at = start
    repeat {
      rest.skipBlanks()
      guard let name = rest.takeName() else { return nil }
      words.append(rest.text(name))
      rest.skipBlanks()
    } while takeSeparator(&rest)
    return (words, rest)
  }

  static func separator(in union: String) -> String { "literals are separated by '|'; write '\(union)'" }

  private mutating func refuseAlternatives(_ words: [String], at part: Range<Int>) -> Bool {
    guard words.allSatisfy(Shape.isLiteral) else { return false }
    let union = words.joined(separator: " | ")
    let range = cursor.range(part)
    findings.error(.shape, Self.separator(in: union), at: range, fix: "write '|'", with: union)
    cursor.at = cursor.end
    return true
  }

  /// The finding for `Date | null`, which is `Date?` in this language, or a union of types, which is not supported.
  private static func unionOfTypes(_ words: [String], at range: SourceRange) -> Diagnostic {
    let types = words.filter { $0 != "null" }
    guard types.count < words.count, !types.isEmpty else {
      return .finding(.error, .shape, "a union can contain only literals, not types; to accept any JSON, remove the type", at: range)
    }
    let union = types.joined(separator: " | ") + "?"
    return .finding(
      .error, .shape, "a type that can be null is optional; write '\(union)'", at: range, fix: "make the type optional", with: union)
  }

  /// Reports `?Date`, which is `Date?` in this language. Returns true after a finding.
  mutating func refuseEarlyMark() -> Bool {
    guard cursor.current == UInt8(ascii: "?") else { return false }
    let start = cursor.at
    var rest = cursor
    rest.at += 1
    guard rest.current == UInt8(ascii: "[") || rest.current.map(Name.isPart) ?? false else { return false }
    let end = rest.endOfType
    let range = cursor.range(start..<end)
    let type = cursor.text((start + 1)..<end)
    return findings.refuse(
      .shape, "'?' must be after the type; write '\(type)?'", at: range, fix: "move '?' after the type", with: "\(type)?")
  }

  /// Reports `'owner'`, a literal in single quotes. Returns true after a finding.
  mutating func refuseSingleQuotes() -> Bool {
    let start = cursor.at
    guard cursor.current == UInt8(ascii: "'"),
      let close = cursor.bytes[(start + 1)..<cursor.end].firstIndex(of: UInt8(ascii: "'"))
    else { return false }
    let word = cursor.text((start + 1)..<close)
    let span = cursor.unionSpan(around: start..<(close + 1))
    let range = cursor.range(span)
    let fixed = cursor.text(span).replacing("'", with: cursor.isInDoubleQuotes ? "\\\"" : "\"")
    return findings.refuse(
      .shape, "a literal must be in double quotes; write \"\(word)\"", at: cursor.range(start..<(close + 1)),
      fixIts: cursor.isInSingleQuotes ? [] : [.init("use double quotes", range: range, replacement: fixed)])
  }
}

extension Cursor {
  var isInSingleQuotes: Bool { node.scalar?.style == .singleQuoted }
  var isInDoubleQuotes: Bool { node.scalar?.style == .doubleQuoted }

  /// Returns the literal as it is written in this text, with escaped quotes if YAML quotes the text.
  func literal(_ word: String) -> String { isInDoubleQuotes ? "\\\"\(word)\\\"" : "\"\(word)\"" }

  /// Returns a fix-it that quotes the capitalized members of a union, and the whole text if YAML would end it at the first quote.
  func quoting(union span: Range<Int>) -> Diagnostic.FixIt {
    let union = members(ofUnion: span).map { $0.utf8.first.map { $0 &- 0x41 < 26 } ?? false ? "\"\($0)\"" : $0 }.joined(separator: " | ")
    guard span.lowerBound > 0 || node.scalar?.isPlain != true else {
      return .init("quote the literals", range: node.range, replacement: Scalar.quoted(union + text(span.upperBound..<bytes.count)))
    }
    return .init("quote the literals", range: range(span), replacement: isInDoubleQuotes ? union.replacing("\"", with: "\\\"") : union)
  }

  func insertion(of sign: String, at offset: Int) -> Diagnostic.FixIt {
    .init("insert '\(sign)'", range: range(offset..<offset), replacement: sign)
  }

  /// Returns the range of spaces before an offset; nil if there are none.
  func blanks(before offset: Int) -> Range<Int>? {
    let start = trimmed(offset)
    return start < offset ? start..<offset : nil
  }

  func members(ofUnion span: Range<Int>) -> [String] { text(span).split(separator: "|").map { $0.trimmingBlanks() } }

  /// Returns the range of a union around one of its members, up to a comma, a bracket or a word such as `as`.
  func unionSpan(around part: Range<Int>) -> Range<Int> {
    let stops = ",()[]{}=?".utf8
    var (start, end) = (part.lowerBound, part.upperBound)
    var rest = part.upperBound
    while rest < self.end {
      if bytes[rest] == UInt8(ascii: "|") {
        rest += 1
        while rest < self.end, Cursor.isBlank(bytes[rest]) { rest += 1 }
        while rest < self.end, !Cursor.isBlank(bytes[rest]), bytes[rest] != UInt8(ascii: "|"), !stops.contains(bytes[rest]) { rest += 1 }
        end = rest
      } else if Cursor.isBlank(bytes[rest]) {
        rest += 1
      } else {
        break
      }
    }
    // Include members that have been read.
    while let bar = barBefore(start) {
      var word = trimmed(bar)
      while word > 0, !Cursor.isBlank(bytes[word - 1]), bytes[word - 1] != UInt8(ascii: "|"), !stops.contains(bytes[word - 1]) { word -= 1 }
      start = word
    }
    return start..<end
  }

  /// Returns the offset of a `|` before an offset, with only spaces between them.
  private func barBefore(_ offset: Int) -> Int? {
    let at = trimmed(offset)
    return at > 0 && bytes[at - 1] == UInt8(ascii: "|") ? at - 1 : nil
  }

  /// The offset of the end of a type: a space, a comma or an unmatched closing bracket.
  fileprivate var endOfType: Int {
    var open = 0
    var at = at
    while at < end {
      switch bytes[at] {
      case UInt8(ascii: "["), UInt8(ascii: "("): open += 1
      case UInt8(ascii: "]"), UInt8(ascii: ")"):
        if open == 0 { return at }
        open -= 1
      case let byte where open == 0 && (Cursor.isBlank(byte) || byte == UInt8(ascii: ",")): return at
      default: break
      }
      at += 1
    }
    return at
  }
}

extension Substring {
  fileprivate func trimmingBlanks() -> String {
    var text = self
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
