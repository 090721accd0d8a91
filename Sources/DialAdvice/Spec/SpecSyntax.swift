import DialBuild
import DialModel
import DialSpec
import DialSyntax

/// Texts of a spec that YAML cannot read without quotes, but that are slips of its language: `POST: /users`, `(id: Int)`,
/// `header X-Api-Key: ${KEY}`, `{max: 4 on: 5xx}`. Quotes would only hide them.
struct SpecSyntax {
  private let slip: SyntaxSlip
  private let value: Range<Int>
  private let text: String
  /// The key before the text, on the same line.
  private let key: String

  static func advice(_ slip: SyntaxSlip) -> Diagnostic? {
    switch slip.fault.kind {
    case .continuation: longForm(slip)
    case .missingValue: earlyMark(slip)
    default: SpecSyntax(slip)?.advice
    }
  }

  private init?(_ slip: SyntaxSlip) {
    guard let value = slip.value, !value.isEmpty else { return nil }
    (self.slip, self.value, text) = (slip, value, slip.text(value))
    let before = slip.text(slip.line.line.lowerBound..<value.lowerBound).split { " \t{[,".contains($0) }.last ?? ""
    key = before.hasSuffix(":") ? String(before.dropLast()) : ""
  }

  private var advice: Diagnostic? {
    if key == "doc" || key == "message" { return nil }
    return literals ?? foreignType ?? sign ?? method ?? credentials ?? withoutColons ?? nextLine ?? comma
  }

  private func mended(_ message: String, _ fix: String, _ range: Range<String.Index>? = nil, _ replacement: String = "") -> Diagnostic {
    let bytes = range.map { offset($0.lowerBound)..<offset($0.upperBound) }
    return slip.mended(message, fix, bytes ?? value, replacement)
  }

  private func offset(_ index: String.Index) -> Int { value.lowerBound + text.utf8.distance(from: text.startIndex, to: index) }

  /// A key such as `mock:` below an endpoint that is written on one line.
  private static func longForm(_ slip: SyntaxSlip) -> Diagnostic? {
    guard let key = slip.line.key.map(slip.text), KeyTable.endpoint.contains(key), let above = slip.file.shape(above: slip.line)?.value
    else { return nil }
    let method = slip.text(above).prefix { $0 != " " }
    guard Methods.all.contains(String(method)) else { return nil }
    return slip.mended(
      "'\(key)' needs the long form of the endpoint; write '\(method): …' on a line of its own", "use the long form",
      above.lowerBound..<above.lowerBound + method.utf8.count, "\n\(String(repeating: " ", count: slip.line.indent))\(method):")
  }

  /// `{due: ?Date}`: YAML reads a `?` inside of brackets as a key.
  private static func earlyMark(_ slip: SyntaxSlip) -> Diagnostic? {
    let word = String(decoding: slip.rest, as: UTF8.self).prefix { !" \t\r,]}".contains($0) }
    guard word.first == "?", let first = word.dropFirst().first, first.isLetter || first == "[" else { return nil }
    let fixed = word.dropFirst() + "?"
    return slip.mended(
      "a value cannot start with '?'; write '\(fixed)', or quote the value", "move '?' after the type",
      slip.at..<slip.at + word.utf8.count, String(fixed))
  }

  /// `"opened" | "closed"`: YAML ends the text at its closing quote, before the bar.
  private var literals: Diagnostic? {
    guard slip.fault.kind != .colon, slip.rest.first == UInt8(ascii: "|") else { return nil }
    let words = text.replacing(" |", with: "|").replacing("| ", with: "|").split(separator: "|", omittingEmptySubsequences: false)
    guard words.allSatisfy({ $0.count > 2 && $0.first == $0.last && ($0.first == "\"" || $0.first == "'") }) else { return nil }
    let bare = words.map { $0.dropFirst().dropLast() }
    let isPlain = bare.allSatisfy { word in
      Name.isASCII(String(word)) && word.first?.isLowercase ?? false && !["true", "false", "null"].contains(word)
    }
    let start = "YAML ends the value at the closing quote, before '|'; "
    let fixed = bare.map { isPlain ? "\($0)" : "\"\($0)\"" }.joined(separator: " | ")
    return isPlain
      ? mended(start + "remove the quotes: '\(fixed)'", "remove the quotes", nil, fixed)
      : mended(start + "put the whole value in quotes", "quote the value", nil, Scalar.quoted(fixed))
  }

  /// `[]User`, and other types of other languages.
  private var foreignType: Diagnostic? {
    let cursor = Cursor(Node(.scalar(Scalar(text: text)), range: slip.file.range(of: value)), text: text)
    guard let type = ForeignType(cursor, at: 0), type.end == cursor.end else { return nil }
    return mended(type.message, "replace with", nil, ForeignType.written(type.meant, isWhole: true, isPlain: true))
  }

  /// `@GET /users` and `` `GET /users` `` of other languages.
  private var sign: Diagnostic? {
    guard let sign = text.first, sign == "@" || sign == "`" else { return nil }
    let line = text.dropFirst().prefix { $0 != "`" }
    guard Methods.all.contains(String(line.prefix { $0 != " " })), !line.contains(": ") else { return nil }
    return mended("unexpected '\(sign)' before the method", "remove '\(sign)'", nil, String(line))
  }

  /// The first ': ' of the text, and the words on both sides.
  private var colon: (range: Range<String.Index>, before: Substring, after: Substring)? {
    text.firstRange(of: ": ").map { ($0, text[..<$0.lowerBound], text[$0.upperBound...].drop { $0 == " " }) }
  }

  private func spareColon(_ message: String, _ colon: Range<String.Index>) -> Diagnostic {
    mended(message, "remove ':'", colon.lowerBound..<text.index(after: colon.lowerBound))
  }

  /// `POST: /users` in the line of an endpoint.
  private var method: Diagnostic? {
    guard let (range, word, rest) = colon, Methods.all.contains(String(word)) else { return nil }
    let first = String(rest.prefix { $0 != " " })
    guard ["/", "http", "{"].contains(where: first.hasPrefix) || Encoding.words.contains(first) else { return nil }
    return spareColon("unexpected ':' after the method; write '\(word) \(first)'", range)
  }

  /// `auth: header X-Api-Key: ${KEY}`, and the header itself. A word that is not a variable may be a token, and is not printed.
  private var credentials: Diagnostic? {
    guard key == "auth" else { return nil }
    if text.hasPrefix("{"), text.hasSuffix("}"), AuthReader.words.contains(String(text.dropFirst().prefix { $0 != " " })) {
      return mended("credentials are written without braces", "remove the braces", nil, String(text.dropFirst().dropLast()))
    }
    guard let (range, before, rest) = colon else { return nil }
    let (words, value) = (before.split(separator: " ").map(String.init), rest.split(separator: " "))
    if words.count < 3, let kind = words.first, AuthReader.words.contains(kind) {
      var mended = spareColon("unexpected ':' in credentials; separate the words with spaces", range)
      mended.hidesLine = !rest.hasPrefix("${")
      return mended
    }
    guard words.count == 1, HeaderRules.isToken(words[0]) else { return slip.mended(AuthReader.wordRule) }
    if words[0].lowercased() == "authorization", value.count == 2, value[0].lowercased() == "bearer" {
      return mended("a token is written as 'bearer ${TOKEN}'", "write 'bearer'", text.startIndex..<value[1].startIndex, "bearer ")
    }
    guard value.count == 1, value[0].hasPrefix("${") else {
      return slip.mended("a header is written as 'header NAME ${KEY}'", hidesLine: true)
    }
    return mended(
      "a header is written as 'header \(words[0]) ${KEY}'", "write 'header'", text.startIndex..<range.upperBound, "header \(words[0]) ")
  }

  /// Rewrites `(a: Int)`, `{a: Int}`, `[String: JSON]` and `(…): Void` as `(a Int)`, `[String:JSON]` and `(…) -> Void`; nil if there is
  /// another ': '. It is common enough to deserve its code: most languages write a type after a colon.
  private var withoutColons: Diagnostic? {
    guard slip.fault.kind == .colon, !slip.fault.isInBrackets, !text.contains(where: { "\"'#`".contains($0) }) else { return nil }
    var written = ""
    // The sign of each open bracket, and where it is in the text and in the rewritten one.
    var open: [(sign: Character, start: String.Index, written: Int)] = []
    var first: (found: String, meant: String, depth: Int)?
    var at = text.startIndex
    while at < text.endIndex {
      let (sign, rest) = (text[at], text[text.index(after: at)...])
      at = rest.startIndex
      if "([{".contains(sign) {
        // A `{` before a member is a record, as other languages write it.
        let isRecord =
          sign == "{" && rest.drop { $0 != ":" && $0 != " " && $0 != "}" }.hasPrefix(": ") && [" ", "["].contains(written.last)
        open.append((isRecord ? "(" : sign, text.index(before: at), written.count))
        written.append(isRecord ? "(" : sign)
      } else if ")]}".contains(sign) {
        let bracket = open.popLast()
        written.append(sign == "}" && bracket?.sign == "(" ? ")" : sign)
        if let bracket, open.count + 1 == first?.depth {
          first = (String(text[bracket.start..<at]), String(written.dropFirst(bracket.written)), 0)
        }
      } else if sign != ":" || rest.first != " " {
        written.append(sign)
      } else if let bracket = open.last {
        if bracket.sign == "{" { return nil }
        if first == nil { first = ("", "", open.count) }
        let next = rest.drop { $0 == " " }
        // A value is a default, as in `(page: 1)`.
        let isValue = next.first?.isNumber ?? false || next.hasPrefix("true") || next.hasPrefix("false")
        written += bracket.sign == "[" ? ":" : isValue ? " = " : " "
        at = next.startIndex
      } else {
        guard let result = result(rest.drop { $0 == " " }, behind: written) else { return nil }
        if first == nil { first = (": \(result)", "-> \(result)", 0) }
        written += " -> \(result)"
        at = text.endIndex
      }
    }
    guard let first, open.isEmpty else { return nil }
    if first.found.prefixMatch(of: /\{ *["']?(?:[1-5](?:\d\d|XX|xx)|default)["']? *:/) != nil {
      return slip.mended(
        "results by status belong to the key 'returns'; write 'returns: \(first.found)' on a line of its own, and '\(text.prefix { $0 != " " }): …' "
          + "above it")
    }
    return mended(
      "YAML reads '\(first.found)' as a mapping; write '\(first.meant)'", "rewrite it without ': '", nil, written)
  }

  /// Returns the result in `GET /a (id Int): Void` and `GET /a: User`: a type at the end of the line.
  private func result(_ rest: Substring, behind line: String) -> Substring? {
    let words = line.split(separator: " ")
    let isTarget = words.count == 2 && words[1].hasPrefix("/") && Methods.all.contains(String(words[0]))
    guard isTarget || line.hasSuffix(")"), let first = rest.first, first.isUppercase || "[(".contains(first) else { return nil }
    return rest.contains(": ") ? nil : rest
  }

  /// `max: 3, on: 503` without braces: the second key belongs on the next line.
  private var nextLine: Diagnostic? {
    guard !key.isEmpty, let (colon, _, _) = colon, let comma = text[..<colon.lowerBound].firstRange(of: ", ") else { return nil }
    let name = String(text[comma.upperBound..<colon.lowerBound])
    guard SyntaxSlip.isBalanced(text[..<comma.lowerBound]), KeyTable.allCases.contains(where: { $0.contains(name) && $0.contains(key) })
    else { return nil }
    return mended(
      "a mapping without braces has one key on each line; move '\(name)' to the next line", "start a line", comma,
      "\n" + String(repeating: " ", count: slip.line.indent))
  }

  /// `{max: 4 on: 5xx}`: a comma is missing before a known key, or after a type or a number.
  private var comma: Diagnostic? {
    guard slip.fault.kind == .colon, slip.fault.isInBrackets, let (_, before, _) = colon, let blank = before.lastIndex(of: " ") else {
      return nil
    }
    let name = String(before[before.index(after: blank)...])
    let end = before[..<blank].lastIndex { $0 != " " }.map(text.index(after:)) ?? text.startIndex
    let word = String(before[..<end])
    guard Name.isValid(name), !word.isEmpty, SyntaxSlip.isBalanced(word),
      KeyTable.allCases.contains(where: { $0.contains(name) }) || Self.isTypeOrNumber(word)
    else { return nil }
    return mended("missing ',' before the key '\(name)'", "insert ','", end..<end, ",")
  }

  private static func isTypeOrNumber(_ word: String) -> Bool {
    guard let first = word.first, !word.contains(" ") else { return false }
    return first.isNumber || first.isUppercase && Name.isValid(word.hasSuffix("?") ? String(word.dropLast()) : word)
      || word == "true" || word == "false"
  }
}
