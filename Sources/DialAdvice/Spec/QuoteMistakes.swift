import DialBuild
import DialModel
import DialSpec
import DialSyntax

/// Texts that YAML cannot read without quotes, but that are slips in this language: `POST: /users`, `header X-Api-Key: ${KEY}`,
/// `map[string]T`, `{max: 4 on: 5xx}`. Quotes would only hide them.
struct QuoteMistakes {
  private let finding: Diagnostic
  private let fixIt: Diagnostic.FixIt
  private let start: Int
  private let text: String
  /// The key before the text, on the same line.
  private let key: String

  /// Returns the finding with what was probably meant.
  static func refined(_ finding: Diagnostic) -> Diagnostic { longForm(finding) ?? QuoteMistakes(finding)?.refined ?? finding }

  /// A key such as `mock:` below an endpoint that is written on one line.
  private static func longForm(_ finding: Diagnostic) -> Diagnostic? {
    guard finding.id == SyntaxDiagnosticID.yamlQuote.rawValue,
      let value = finding.notes.first(where: { $0.message == "the value starts here" })?.range, value.file === finding.range.file
    else { return nil }
    let method = String(value.text.prefix { $0 != " " })
    let key = String(finding.range.text.prefix { $0 != ":" })
    guard Methods.all.contains(method), KeyTable.endpoint.contains(key), value.start.line == value.end.line else { return nil }
    let end = Position(line: value.start.line, column: value.start.column + method.count)
    let indent = String(repeating: " ", count: finding.range.start.column - 1)
    var refined = finding
    refined.message = "'\(key)' needs the long form of the endpoint; write '\(method): …' on a line of its own"
    refined.fixIts = [
      .init("use the long form", range: value.file.range(from: value.start, to: end), replacement: "\n\(indent)\(method):")
    ]
    return refined
  }

  private init?(_ finding: Diagnostic) {
    guard finding.id == SyntaxDiagnosticID.yamlQuote.rawValue, finding.fixIts.count == 1, finding.fixIts[0].message == "quote the value"
    else { return nil }
    (self.finding, fixIt) = (finding, finding.fixIts[0])
    (start, text) = (fixIt.range.offsets.lowerBound, fixIt.range.text)
    let file = fixIt.range.file
    let line = file.bytes[file.lineBytes(fixIt.range.start.line).lowerBound..<start]
    let before = String(decoding: line, as: UTF8.self).split(whereSeparator: { " \t{[,".contains($0) }).last ?? ""
    key = before.hasSuffix(":") ? String(before.dropLast()) : ""
  }

  private var refined: Diagnostic? {
    if key == "doc" || key == "message" { return nil }
    return method ?? credentials ?? foreignType ?? comma ?? spare
  }

  /// `{max: 3}]`: a bracket too many.
  private var spare: Diagnostic? {
    guard let first = text.first, "{[".contains(first), let last = text.last, "]})".contains(last), Self.isBalanced(text.dropLast()) else {
      return nil
    }
    return with(
      "unexpected '\(last)'", [.init("remove '\(last)'", range: range(text.index(before: text.endIndex)..<text.endIndex), replacement: "")])
  }

  private func range(_ part: Range<String.Index>) -> SourceRange {
    let offset = { (index: String.Index) in start + text.utf8.distance(from: text.startIndex, to: index) }
    return fixIt.range.file.range(of: offset(part.lowerBound)..<offset(part.upperBound))
  }

  private func with(_ message: String, _ fixIts: [Diagnostic.FixIt], hidesLine: Bool = false) -> Diagnostic {
    var refined = finding
    (refined.message, refined.fixIts, refined.hidesLine) = (message, fixIts, hidesLine)
    return refined
  }

  /// Returns the first ': ' of the text, and the words on both sides.
  private var colon: (range: Range<String.Index>, before: Substring, after: Substring)? {
    guard let range = text.firstRange(of: ": ") else { return nil }
    return (range, text[..<range.lowerBound], text[range.upperBound...].drop { $0 == " " })
  }

  /// `POST: /users` in the line of an endpoint.
  private var method: Diagnostic? {
    // `@GET /users` and `` `GET /users` `` of other languages.
    if let sign = text.first, sign == "@" || sign == "`" {
      let inner = text.dropFirst().prefix { $0 != "`" }
      guard Methods.all.contains(String(inner.prefix { $0 != " " })), !inner.contains(": ") else { return nil }
      return with("unexpected '\(sign)' before the method", [.init("remove '\(sign)'", range: fixIt.range, replacement: String(inner))])
    }
    guard let (range, word, rest) = colon else { return nil }
    let words = word.split(separator: " ")
    if words.count == 2, Methods.all.contains(String(words[0])), words[1].hasPrefix("/"),
      rest.first.map({ $0.isUppercase || $0 == "[" }) ?? false
    {
      return with(
        "the result is written after '->'; write '-> \(rest)'", [.init("write '->'", range: self.range(range), replacement: " -> ")])
    }
    guard Methods.all.contains(String(word)) else { return nil }
    let first = rest.prefix { $0 != " " }
    guard first.hasPrefix("/") || first.hasPrefix("http") || first.hasPrefix("{") || Encoding.words.contains(String(first)) else {
      return nil
    }
    return with(
      "unexpected ':' after the method; write '\(word) \(first)'",
      [.init("remove ':'", range: self.range(range.lowerBound..<text.index(after: range.lowerBound)), replacement: "")])
  }

  /// `auth: header X-Api-Key: ${KEY}`, and the header itself.
  private var credentials: Diagnostic? {
    if key == "auth", text.hasPrefix("{"), text.hasSuffix("}"), AuthReader.words.contains(String(text.dropFirst().prefix { $0 != " " })) {
      let inner = String(text.dropFirst().dropLast())
      return with("credentials are written without braces", [.init("remove the braces", range: fixIt.range, replacement: inner)])
    }
    guard key == "auth", let (range, before, rest) = colon else { return nil }
    let words = before.split(separator: " ").map(String.init)
    let sign = self.range(range.lowerBound..<text.index(after: range.lowerBound))
    if words.count < 3, let kind = words.first, AuthReader.words.contains(kind) {
      return with(
        "unexpected ':' in credentials; separate the words with spaces", [.init("remove ':'", range: sign, replacement: "")],
        hidesLine: !rest.hasPrefix("${"))
    }
    guard words.count == 1, HeaderRules.isToken(words[0]) else { return with(AuthReader.wordRule, []) }
    let value = rest.split(separator: " ").map(String.init)
    if words[0].lowercased() == "authorization", value.count == 2, value[0].lowercased() == "bearer",
      let token = text.firstRange(of: value[1])
    {
      let whole = self.range(text.startIndex..<token.lowerBound)
      return with("a token is written as 'bearer ${TOKEN}'", [.init("write 'bearer'", range: whole, replacement: "bearer ")])
    }
    // The first word may be a token.
    guard value.count == 1, value[0].hasPrefix("${") else {
      return with("a header is written as 'header NAME ${KEY}'", [], hidesLine: true)
    }
    let whole = self.range(text.startIndex..<range.upperBound)
    return with(
      "a header is written as 'header \(words[0]) ${KEY}'", [.init("write 'header'", range: whole, replacement: "header \(words[0]) ")])
  }

  private var foreignType: Diagnostic? {
    let cursor = Cursor(Node(.scalar(Scalar(text: text)), range: fixIt.range), text: text)
    guard let type = ForeignType(cursor, at: 0), type.end == cursor.end else { return nil }
    return with(
      type.message,
      [.init("replace with", range: fixIt.range, replacement: ForeignType.written(type.meant, isWhole: true, isPlain: true))])
  }

  /// `{max: 4 on: 5xx}`: a comma is missing before a known key, or after a type or a number.
  private var comma: Diagnostic? {
    if let lines { return lines }
    guard finding.notes.contains(where: { $0.message == "the mapping starts here" }), let (_, before, _) = colon,
      let blank = before.lastIndex(of: " ")
    else { return nil }
    let name = String(before[before.index(after: blank)...])
    var end = blank
    while end > before.startIndex, before[before.index(before: end)] == " " { end = before.index(before: end) }
    let word = String(before[..<end])
    guard Name.isValid(name), !word.isEmpty, Self.isBalanced(word) else { return nil }
    let isOne = !word.contains(" ")
    guard KeyTable.allCases.contains(where: { $0.contains(name) }) || isOne && Self.isTypeOrNumber(word) else { return nil }
    return with(
      "missing ',' before the key '\(name)'", [.init("insert ','", range: range(end..<end), replacement: ",")])
  }

  /// `max: 3, on: 503` without braces: the second key belongs on the next line.
  private var lines: Diagnostic? {
    guard !key.isEmpty, let (colon, _, _) = colon, let comma = text[..<colon.lowerBound].firstRange(of: ", ") else { return nil }
    let name = String(text[comma.upperBound..<colon.lowerBound])
    guard Self.isBalanced(text[..<comma.lowerBound]), KeyTable.allCases.contains(where: { $0.contains(name) && $0.contains(key) }) else {
      return nil
    }
    let file = fixIt.range.file
    let indent = file.bytes[file.lineBytes(fixIt.range.start.line)].prefix { $0 == UInt8(ascii: " ") }.count
    return with(
      "a mapping without braces has one key on each line; move '\(name)' to the next line",
      [.init("start a line", range: range(comma), replacement: "\n" + String(repeating: " ", count: indent))])
  }

  private static func isBalanced(_ text: some StringProtocol) -> Bool {
    var depth = 0
    for byte in text.utf8 {
      if "([{".utf8.contains(byte) { depth += 1 }
      if ")]}".utf8.contains(byte) { depth -= 1 }
    }
    return depth == 0
  }

  private static func isTypeOrNumber(_ word: String) -> Bool {
    guard let first = word.utf8.first else { return false }
    return first &- 0x30 < 10 || first &- 0x41 < 26 && Name.isValid(word.hasSuffix("?") ? String(word.dropLast()) : word)
      || word == "true" || word == "false"
  }
}
