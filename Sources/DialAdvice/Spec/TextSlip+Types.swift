import DialBuild
import DialModel
import DialSpec
import DialSyntax

/// What was meant by a text that is not a type.
extension TextSlip {
  var typeAdvice: Diagnostic? {
    requiredMark ?? statuses ?? foreignType ?? union(of: typeStart ?? 0)
      ?? alternatives ?? singleQuotes ?? braces ?? header ?? union ?? missingBracket
  }

  /// Where the type begins that cannot be read, or after which something is left.
  private var typeStart: Int? {
    if case .parameterEnd(let start) = error.expected { return start }
    return error.start
  }

  /// `{200: User, 404: Problem}`, which is the key `returns`.
  private var statuses: Diagnostic? {
    guard let match = text.prefixMatch(of: /\{? *["']?(?:[1-5](?:\d\d|XX|xx)|default)["']? *:? *\w/) else { return nil }
    let isWhole = text.hasPrefix("{") && text.hasSuffix("}")
    let example = isWhole ? String(text.prefix(60)) : "{200: User, 404: Problem}"
    return better(
      .shape, "results by status belong to the key 'returns'; write 'returns: \(example)' on a line of its own",
      at: found.lowerBound..<(isWhole ? found.upperBound : found.lowerBound + match.0.utf8.count))
  }

  /// `Cat or Dog`, `Cat || Dog`, `(Cat | Dog)` and `oneOf(Cat, Dog)`, which are `Cat | Dog`.
  private func union(of start: Int) -> Diagnostic? {
    var start = start
    // The record that was not meant begins before.
    if text.hasPrefix("|"), let open = cursor.bytes[..<found.lowerBound].lastIndex(of: UInt8(ascii: "(")) { start = open }
    let whole = cursor.text(start..<min(cursor.end, start + 200))
    let named = /(?:oneOf|anyOf|Union|Either) *[(\[<] *\w+(?: *, *\w+)+ *[)\]>]/
    let written = whole.prefixMatch(of: /\(\w+(?: *\| *\w+)+\)|\w+(?:(?: +or +| *\|\| *)\w+)+/)?.0 ?? whole.prefixMatch(of: named)?.0
    guard let written else { return nil }
    let words = written.replacing(" or ", with: "|").split { "()[]<>|, ".contains($0) }.map(String.init)
    let names = words.filter { !["oneOf", "anyOf", "Union", "Either"].contains($0) }
    guard names.count > 1, names.allSatisfy({ isType($0) || Shape.builtin($0) != nil }) else { return nil }
    let union = names.joined(separator: " | ")
    return better(
      .shape, "alternatives are separated by '|'; write '\(union)'", at: start..<(start + written.utf8.count), fix: "write '|'", with: union
    )
  }

  /// GraphQL writes `Int!`.
  private var requiredMark: Diagnostic? {
    guard cursor.current == UInt8(ascii: "!"), cursor.at > 0, !Cursor.isBlank(cursor.bytes[cursor.at - 1]) else { return nil }
    return better(
      .shape, "unexpected '!'; a type without '?' is required", at: cursor.at..<(cursor.at + 1), fix: "remove '!'", with: "")
  }

  /// A type in the syntax of another language: `User[]`, `Array<User>`, `array of User`.
  var foreignType: Diagnostic? {
    // The type that is missing in `[]Fault` begins at the bracket.
    guard let start = typeStart.map({ text.hasPrefix("]") ? max($0 - 1, 0) : $0 }), let type = ForeignType(cursor, at: start),
      type.end > found.lowerBound
    else { return nil }
    let isWhole = start == 0 && type.end == cursor.bytes.count
    let written = ForeignType.written(type.meant, isWhole: isWhole, isPlain: cursor.node.scalar?.isPlain ?? false)
    return better(.shape, type.message, at: start..<type.end, fix: "replace with", with: written)
  }

  /// `[song, podcast]`, `song/podcast` and `song or podcast`, which are `song | podcast`.
  private var alternatives: Diagnostic? {
    var start = typeStart ?? 0
    if case .closing(_, let open) = error.expected { start = open }
    let whole = cursor.text(start..<min(cursor.end, start + 200))
    guard let match = whole.prefixMatch(of: /\[[\w-]+(?: *, *[\w-]+)+\]|[\w-]+(?: *\/ *[\w-]+)+|[\w-]+(?: +or +[\w-]+)+/) else {
      return nil
    }
    let words = match.0.replacing(" or ", with: ",").split { "[]/, ".contains($0) }.map(String.init)
    guard words.allSatisfy(Shape.isLiteral) else { return nil }
    let union = words.joined(separator: " | ")
    return better(
      .shape, "literals are separated by '|'; write '\(union)'", at: start..<(start + match.0.utf8.count), fix: "write '|'", with: union)
  }

  /// `'owner'`, a literal in single quotes.
  private var singleQuotes: Diagnostic? {
    let start = found.lowerBound
    guard cursor.current == UInt8(ascii: "'"), let close = cursor.bytes[(start + 1)...].firstIndex(of: UInt8(ascii: "'")) else {
      return nil
    }
    let span = cursor.unionSpan(around: start..<(close + 1))
    let fixed = text(span).replacing("'", with: cursor.isInDoubleQuotes ? "\\\"" : "\"")
    return better(
      .shape, "a literal must be in double quotes; write \"\(text((start + 1)..<close))\"", at: start..<(close + 1),
      fix: "use double quotes",
      cursor.isInSingleQuotes ? nil : span, with: fixed)
  }

  /// `{city: String}?`, which is a record only in YAML.
  private var braces: Diagnostic? {
    guard cursor.current == UInt8(ascii: "{") else { return nil }
    let fixed = text.replacing("{", with: "(").replacing("}", with: ")")
    return better(
      .shape, "a record in a quoted type must be in parentheses; write '\(fixed.prefix(60))'", at: found, fix: "use parentheses",
      with: fixed)
  }

  /// `header X-Total-Count`, `headers.X-Total-Count` and `Header.X-Total-Count`.
  private var header: Diagnostic? {
    guard let start = typeStart else { return nil }
    var rest = cursor(at: start)
    guard let word = rest.takeName(), ["header", "headers"].contains(text(word).lowercased()) else { return nil }
    if !rest.take(UInt8(ascii: ".")) { _ = rest.take(UInt8(ascii: ":")) }
    rest.skipBlanks()
    guard let name = rest.takeName() else { return nil }
    let (part, fixed) = (word.lowerBound..<name.upperBound, "header.\(text(name))")
    if text(part) == fixed { return better(.shape, "'\(fixed)' is allowed only in the outermost record of a result", at: part) }
    return better(.shape, "a header of the response is written as '\(fixed)'", at: part, fix: "write '\(fixed)'", with: fixed)
  }

  /// `true | false`.
  private var union: Diagnostic? {
    guard case .literal = error.expected, text == "true" || text == "false" else { return nil }
    return better(fix: "quote the literal", with: cursor.literal(text))
  }

  /// A bracket that is not closed.
  private var missingBracket: Diagnostic? {
    guard case .closing(let bracket, let open) = error.expected, found.isEmpty else { return nil }
    if cursor.node.endsAtComma {
      return better(nil, "'\(text(open..<(open + 1)))' is not closed, because YAML ends the value at the comma; quote the whole value")
    }
    return better(fix: "insert '\(bracket)'", cursor.end..<cursor.end, with: String(bracket))
  }
}

extension Cursor {
  /// Returns the range of a union around one of its members, up to a comma, a bracket or a word such as `as`.
  fileprivate func unionSpan(around part: Range<Int>) -> Range<Int> {
    let isMember = { (byte: UInt8) in !Cursor.isBlank(byte) && !",()[]{}=?|".utf8.contains(byte) }
    var (start, end) = (part.lowerBound, part.upperBound)
    while let bar = bytes[end...].firstIndex(where: { !Cursor.isBlank($0) }), bytes[bar] == UInt8(ascii: "|"),
      let word = bytes[(bar + 1)...].firstIndex(where: { !Cursor.isBlank($0) })
    {
      end = bytes[word...].firstIndex { !isMember($0) } ?? bytes.count
    }
    while let bar = bytes[..<start].lastIndex(where: { !Cursor.isBlank($0) }), bytes[bar] == UInt8(ascii: "|") {
      start = bytes[..<trimmed(bar)].lastIndex { !isMember($0) }.map { $0 + 1 } ?? 0
    }
    return start..<end
  }
}
