/// Errors in block style: keys, indentation, ': ' inside a text.
extension SyntaxFault {
  /// Returns the error for a tab instead of spaces.
  func tabFault() -> Diagnostic? {
    let isTab = problemByte == UInt8(ascii: "\t") || error.problem.contains("tab character")
    let line = shape(at: problem)
    guard error.flowLevel == 0 && line.hasTabIndent(bytes) || isTab && problem <= line.indentEnd else { return nil }
    let blanks = bytes[line.line.lowerBound..<line.indentEnd]
    guard let tab = blanks.firstIndex(of: UInt8(ascii: "\t")) else { return nil }
    return .error(
      .yamlTab, "YAML does not allow tabs for indentation; use spaces", at: file.range(of: tab..<line.indentEnd),
      fixIts: [tabFixIt(from: line)])
  }

  /// Replaces the tabs of a line and of those below it by spaces: one tab more or less than in the first line is one level.
  private func tabFixIt(from first: LineShape) -> Diagnostic.FixIt {
    func width(_ line: LineShape) -> Int {
      bytes[line.line.lowerBound..<line.indentEnd].reduce(0) { $0 + ($1 == UInt8(ascii: "\t") ? 2 : 1) }
    }
    let moved = lineAbove(first).map { depth(of: first, below: $0) - width(first) } ?? 0
    var written: [UInt8] = []
    var end = first.line.lowerBound
    var number = file.position(at: end).line
    while number <= file.lineCount {
      let line = LineShape(bytes, file.lineBytes(number))
      guard line.hasTabIndent(bytes) || line.isEmpty(bytes) else { break }
      if line.hasTabIndent(bytes) {
        written += bytes[end..<line.line.lowerBound]
        written += [UInt8](repeating: UInt8(ascii: " "), count: max(width(line) + moved, 0))
        end = line.indentEnd
      }
      number += 1
    }
    return .init(
      "replace the tabs with spaces", range: file.range(of: first.line.lowerBound..<end),
      replacement: String(decoding: written, as: UTF8.self))
  }

  /// Returns the indentation that a line should have: one level below a key without a value, otherwise that of the previous line.
  private func depth(of line: LineShape, below above: LineShape) -> Int {
    let isOpen = above.colon != nil && above.value.map { $0.isEmpty || "|>".utf8.contains(bytes[$0.lowerBound]) } ?? true
    let isInItem = above.colon != nil && isItem(above) && !isItem(line)
    return indent(above) + (isOpen ? 2 : 0) + (isInItem ? 2 : 0)
  }

  private func indent(_ line: LineShape) -> Int { line.indentEnd - line.line.lowerBound }

  /// True if the key of a line is one word of letters, as names are.
  private func hasName(_ line: LineShape) -> Bool {
    guard let colon = line.colon else { return false }
    return bytes[line.indentEnd..<colon].allSatisfy {
      ($0 | 0x20) &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == 0x2D || $0 == 0x5F || $0 >= 0x80
    }
  }

  private func isItem(_ line: LineShape) -> Bool { bytes[line.indentEnd..<line.line.upperBound].starts(with: "- ".utf8) }

  /// Errors of mappings and lists in block style.
  func blockFault() -> Diagnostic? {
    switch error.problem {
    case "mapping values are not allowed in this context": return colonFault()
    case "could not find expected ':'": return missingColon(at: context ?? problem)
    case "did not find expected key", "did not find expected '-' indicator", "did not find expected <document start>":
      if isFirst(problem), problemByte == UInt8(ascii: ":") { return missingKey() }
      return isFirst(problem) || problem >= bytes.count ? indentationFault() : trailingTextFault()
    case "block sequence entries are not allowed in this context":
      return .error(
        .yamlSyntax, "a list cannot start here; put '- ' on a new line below the key, or quote the value if it is a string",
        at: character(at: problem), fixIts: quoteFixIt(quotable(at: problem)))
    case "mapping keys are not allowed in this context": return quoteFault(at: problem)
    default: return nil
    }
  }

  /// A ': ' that cannot be the end of a key.
  private func colonFault() -> Diagnostic {
    let line = shape(at: problem)
    if let colon = line.colon, colon < problem {
      if let fault = typographicFault(line.value) { return fault }
      if let value = line.value, let fixed = bracketed(value) {
        return .error(
          .yamlSyntax, "a mapping on one line must be enclosed in braces; write '\(fixed)'", at: character(at: problem),
          fixIts: [.init("add the missing braces", range: file.range(of: value), replacement: fixed)])
      }
      if let value = line.value, let spelled = withoutColons(value) {
        return .error(
          .yamlQuote, "YAML reads '\(spelled.found)' as a mapping; write '\(spelled.meant)'", at: character(at: problem),
          fixIts: [.init("rewrite it without ': '", range: file.range(of: value), replacement: spelled.whole)])
      }
      return .error(
        .yamlQuote, "YAML reads ': ' as the start of a mapping; quote the whole value if it is a string", at: character(at: problem),
        fixIts: quoteFixIt(line.value))
    }
    guard let above = lineAbove(line) else { return missingColon(at: line.indentEnd) }
    if above.colon == nil, above.indentEnd - above.line.lowerBound >= line.indentEnd - line.line.lowerBound {
      return missingColon(at: above.indentEnd)
    }
    if above.colon != nil, let before = lineAbove(above), indent(before) == indent(line), indent(above) < indent(line) {
      return .error(
        .yamlSyntax, "this line is indented less than the lines around it; indent it like them", at: word(at: above.indentEnd),
        fixIts: [indentFixIt(above, like: line)])
    }
    let start = above.value.map { file.range(of: $0) } ?? word(at: above.indentEnd)
    let isPlain = above.value.map { !$0.isEmpty && !"|>\"'".utf8.contains(bytes[$0.lowerBound]) } ?? false
    // One more space than the key above is a mistake; more of them may be a level.
    let key = hasName(line) ? above.colon.map { text(above.indentEnd..<$0).excerpt } : nil
    let isSlip = key != nil && isPlain && indent(line) - indent(above) == 1
    return .error(
      .yamlQuote,
      key.map { "this line is indented more than '\($0)' above, so YAML reads it as part of its value; indent it like '\($0)'" }
        ?? "YAML reads this line as a continuation of the value above, which cannot contain ': '; fix the indentation, or quote the whole value",
      at: word(at: line.indentEnd), notes: [Diagnostic.Note("the value starts here", range: start)],
      fixIts: isSlip ? [indentFixIt(line, like: above)] : [])
  }

  private func indentFixIt(_ line: LineShape, like other: LineShape) -> Diagnostic.FixIt {
    .init(
      "indent it by \(indent(other)) spaces", range: file.range(of: line.line.lowerBound..<line.indentEnd),
      replacement: String(repeating: " ", count: indent(other)))
  }

  private struct Bracket {
    var byte: UInt8
    /// The offset of the opening bracket in the file, and in the replacement.
    var start: Int
    var written: Int
    var hasColon = false
    /// Whether it is a `{` where a type is expected: a record, as other languages write it.
    var isRecord = false
  }

  /// Rewrites `(a: Int)`, `{a: Int}`, `[String: JSON]` and `(…): Void` in a value as `(a Int)`, `[String:JSON]` and `(…) -> Void`. Returns the
  /// whole and the first of these; nil if there is another ': '.
  private func withoutColons(_ value: Range<Int>) -> (whole: String, found: String, meant: String)? {
    var (written, open): ([UInt8], [Bracket]) = ([], [])
    var first: (found: String, meant: String)?
    var at = value.lowerBound
    while at < value.upperBound {
      let byte = bytes[at]
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "#"), UInt8(ascii: "`"): return nil
      case UInt8(ascii: "("), UInt8(ascii: "["): open.append(Bracket(byte: byte, start: at, written: written.count))
      case UInt8(ascii: "{"):
        let isRecord = at > value.lowerBound && (LineShape.isBlank(bytes[at - 1]) || bytes[at - 1] == UInt8(ascii: "["))
        open.append(Bracket(byte: byte, start: at, written: written.count, isRecord: isRecord))
      case UInt8(ascii: ":") where at + 1 < value.upperBound && LineShape.isBlank(bytes[at + 1]):
        if open.isEmpty, let result = result(after: at, in: value) {
          if first == nil { first = (": \(result)", "-> \(result)") }
          written += " -> \(result)".utf8
          at = value.upperBound
          continue
        }
        guard let bracket = open.last, bracket.byte != UInt8(ascii: "{") || bracket.isRecord else { return nil }
        open[open.count - 1].hasColon = true
        written.append(bracket.byte == UInt8(ascii: "[") ? byte : UInt8(ascii: " "))
        at += 1
        while at < value.upperBound, LineShape.isBlank(bytes[at]) { at += 1 }
        // A value is a default, as in `(page: 1)`.
        let word = String(decoding: bytes[at..<value.upperBound].prefix { $0 | 0x20 &- 0x61 < 26 }, as: UTF8.self)
        let isNumber = at < value.upperBound && bytes[at] &- 0x30 < 10
        if bracket.byte == UInt8(ascii: "("), isNumber || ["true", "false"].contains(word) { written += "= ".utf8 }
        continue
      default: break
      }
      written.append(byte)
      at += 1
      guard byte == UInt8(ascii: ")") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}"), let bracket = open.popLast() else {
        continue
      }
      if bracket.isRecord, bracket.hasColon {
        written[bracket.written] = UInt8(ascii: "(")
        written[written.count - 1] = UInt8(ascii: ")")
      }
      if bracket.hasColon, first == nil {
        first = (text(bracket.start..<at), String(decoding: written[bracket.written...], as: UTF8.self))
      }
    }
    guard let first, open.isEmpty else { return nil }
    return (String(decoding: written, as: UTF8.self), first.found, first.meant)
  }

  /// Returns `Void` in `(id Int): Void`: a type at the end of a line, after the colon that ends a parameter list in other languages.
  private func result(after colon: Int, in value: Range<Int>) -> String? {
    guard colon > value.lowerBound, bytes[colon - 1] == UInt8(ascii: ")") else { return nil }
    let rest = bytes[(colon + 1)..<value.upperBound].drop(while: LineShape.isBlank)
    guard let first = rest.first, first &- 0x41 < 26 || first == UInt8(ascii: "[") || first == UInt8(ascii: "(") else { return nil }
    let text = String(decoding: rest, as: UTF8.self)
    return text.contains(": ") ? nil : text
  }

  private func missingColon(at offset: Int) -> Diagnostic {
    let line = shape(at: offset)
    if let above = lineAbove(line), isItem(above), indent(above) == indent(line), !isItem(line) {
      return .error(
        .yamlSyntax, "missing '- ' before this item of the list", at: word(at: line.indentEnd),
        fixIts: [.init("insert '- '", range: file.range(of: line.indentEnd..<line.indentEnd), replacement: "- ")])
    }
    let fixed = splitKey(offset..<line.line.upperBound)
    return .error(
      .yamlSyntax,
      "missing ': ' after the key; write '\(fixed?.replacement ?? "key: value")', or quote the value if it spans several lines",
      at: file.range(of: offset..<max(offset, line.line.upperBound)), fixIts: fixed.map { [$0] } ?? [])
  }

  /// Rewrites `key value`, `key:value` and `key = value` as an entry; nil if the line does not start with a name.
  private func splitKey(_ line: Range<Int>) -> Diagnostic.FixIt? {
    let name = bytes[line].prefix { !LineShape.isBlank($0) && $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "=") }
    guard let first = name.first, first | 0x20 > 0x60, name.allSatisfy({ $0 >= 0x30 || $0 == UInt8(ascii: "-") }) else { return nil }
    var rest = name.endIndex..<line.upperBound
    while let byte = bytes[rest].first, LineShape.isBlank(byte) || byte == UInt8(ascii: ":") { rest.removeFirst() }
    // Other languages write `key = value` and `key => value`.
    if bytes[rest].first == UInt8(ascii: "=") {
      rest = rest.dropFirst(bytes[rest].dropFirst().first == UInt8(ascii: ">") ? 2 : 1)
      while let byte = bytes[rest].first, LineShape.isBlank(byte) { rest.removeFirst() }
    }
    while let byte = bytes[rest].last, LineShape.isBlank(byte) || byte == UInt8(ascii: "\r") { rest.removeLast() }
    guard !rest.isEmpty else { return nil }
    let key = String(decoding: name, as: UTF8.self)
    let fixed = "\(key): \(text(rest))"
    return .init("insert ': '", range: file.range(of: name.startIndex..<rest.upperBound), replacement: fixed)
  }

  /// Completes `max: 3, on: 5xx}`, the items of a mapping without its opening bracket; nil for other texts.
  private func bracketed(_ value: Range<Int>) -> String? {
    var depth = 0
    for byte in bytes[value] {
      if byte == UInt8(ascii: "{") { depth += 1 }
      if byte == UInt8(ascii: "}") { depth -= 1 }
    }
    let text = text(value)
    if depth == -1, bytes[value].last == UInt8(ascii: "}") { return "{" + text }
    let items = text.split(separator: ", ")
    let isEntry = { (item: Substring) in
      item.prefix { $0 != ":" }.utf8.allSatisfy { $0 | 0x20 > 0x60 && $0 | 0x20 < 0x7B || $0 == UInt8(ascii: "_") } && item.contains(": ")
    }
    return depth == 0 && items.count > 1 && items.allSatisfy(isEntry) ? "{\(text)}" : nil
  }

  private func missingKey() -> Diagnostic {
    .error(.yamlKey, "missing key before ':'; add a key, or quote the value", at: character(at: problem))
  }

  private func lineAbove(_ line: LineShape) -> LineShape? {
    var number = file.position(at: line.line.lowerBound).line - 1
    while number >= 1 {
      let above = LineShape(bytes, file.lineBytes(number))
      if !above.isEmpty(bytes) { return above }
      number -= 1
    }
    return nil
  }

  private func indentationFault() -> Diagnostic {
    let message: String
    switch error.problem {
    case "did not find expected '-' indicator":
      message = "this line is not an item of the list above; start it with '- ', or indent it like the lines around it"
    case "did not find expected key":
      message = "the indentation of this line does not match any mapping above; indent it like the lines around it"
    default: message = "unexpected content after the end of the document; check the indentation"
    }
    var notes: [Diagnostic.Note] = []
    if let context, context != problem {
      notes.append(Diagnostic.Note("the enclosing block starts here", range: word(at: context)))
    }
    return .error(.yamlSyntax, message, at: word(at: problem), notes: notes)
  }

  /// More text after a complete value: `{id}/x`, `"a" b`, `*/*`.
  func trailingTextFault() -> Diagnostic {
    let range = quotable(at: problem)
    if let fault = typographicFault(range) ?? unionFault(range, at: problem) ?? strayQuote() { return fault }
    let first = range.flatMap { $0.lowerBound < problem ? $0.lowerBound : nil }
    let message = first.map { "a value that starts with \(shown(at: $0)) ends before this text; quote the whole value" }
    return .error(
      .yamlQuote, message ?? "unexpected text after a value; quote the whole value if it is one string", at: word(at: problem),
      fixIts: quoteFixIt(range))
  }

  /// `"opened" | "closed"`: YAML ends the text at its closing quote, before the bar.
  private func unionFault(_ range: Range<Int>?, at offset: Int) -> Diagnostic? {
    guard let range, range.contains(offset), bytes[offset] == UInt8(ascii: "|") else { return nil }
    let words = bytes[range].split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).map { part in
      let word = part.drop(while: LineShape.isBlank)
      return String(
        decoding: word.prefix((word.lastIndex { !LineShape.isBlank($0) } ?? word.startIndex - 1) + 1 - word.startIndex), as: UTF8.self)
    }
    let bare = words.map { word in String(word.dropFirst().dropLast()) }
    let areQuoted = words.allSatisfy { $0.utf8.count > 2 && $0.first == $0.last && ($0.first == "\"" || $0.first == "'") }
    guard areQuoted else { return nil }
    let isPlain = bare.allSatisfy { word in
      (word.utf8.first.map { $0 &- 0x61 < 26 } ?? false) && !["true", "false", "null"].contains(word)
        && word.utf8.allSatisfy {
          $0 &- 0x61 < 26 || $0 &- 0x41 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "-")
        }
    }
    let fixed = isPlain ? bare.joined(separator: " | ") : Scalar.quoted(bare.map { "\"\($0)\"" }.joined(separator: " | "))
    let advice = isPlain ? "remove the quotes: '\(fixed)'" : "put the whole value in quotes"
    return .error(
      .yamlQuote, "YAML ends the value at the closing quote, before '|'; \(advice)", at: character(at: offset),
      fixIts: [.init(isPlain ? "remove the quotes" : "quote the value", range: file.range(of: range), replacement: fixed)])
  }

  /// A text that cannot begin with its first character.
  func quoteFault(at offset: Int) -> Diagnostic {
    let range = quotable(at: offset)
    if let union = unionFault(range, at: offset) { return union }
    if let range, let quote = bytes[range].first, range.lowerBound < offset, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      return .error(
        .yamlQuote, "YAML ends the value at the closing quote, before \(shown(at: offset)); put the whole value in quotes",
        at: character(at: offset), fixIts: quoteFixIt(range))
    }
    return .error(
      .yamlQuote, "an unquoted value cannot start with \(shown(at: offset)); quote the value", at: character(at: offset),
      fixIts: range?.lowerBound == offset ? quoteFixIt(range) : [])
  }
}

/// The rough structure of a line of block YAML. It is used for advice only, never to decide what the line means.
struct LineShape {
  /// The bytes of the line without its end.
  let line: Range<Int>
  /// The offset of the first character that is not a blank.
  private(set) var indentEnd: Int
  /// The offset of the ':' after the key.
  private(set) var colon: Int?
  /// The bytes of the value after the key or the dash, without blanks and comment; nil if there is neither key nor dash.
  private(set) var value: Range<Int>?

  init(_ bytes: [UInt8], _ line: Range<Int>) {
    self.line = line
    indentEnd = bytes[line].firstIndex { !Self.isBlank($0) } ?? line.upperBound
    var at = indentEnd
    while at < line.upperBound, bytes[at] == UInt8(ascii: "-"), at + 1 == line.upperBound || Self.isBlank(bytes[at + 1]) {
      at = bytes[at + 1..<line.upperBound].firstIndex { !Self.isBlank($0) } ?? line.upperBound
    }
    if at > indentEnd { value = Self.trimmed(bytes, at..<line.upperBound) }
    let search = Self.endOfQuoted(bytes, at..<line.upperBound)
    colon = (search..<line.upperBound).first {
      bytes[$0] == UInt8(ascii: ":") && ($0 + 1 == line.upperBound || Self.isBlank(bytes[$0 + 1]))
    }
    if let colon { value = Self.trimmed(bytes, colon + 1..<line.upperBound) }
  }

  func isEmpty(_ bytes: [UInt8]) -> Bool { indentEnd == line.upperBound || bytes[indentEnd] == UInt8(ascii: "#") }

  func hasTabIndent(_ bytes: [UInt8]) -> Bool { bytes[line.lowerBound..<indentEnd].contains(UInt8(ascii: "\t")) }

  static func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }

  static func isSpace(_ byte: UInt8) -> Bool { isBlank(byte) || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") }

  private static func endOfQuoted(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    guard let first = bytes[range].first, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else { return range.lowerBound }
    return bytes[range.dropFirst()].firstIndex(of: first) ?? range.lowerBound
  }

  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    let start = bytes[range].firstIndex { !isBlank($0) } ?? range.upperBound
    var end = range.upperBound
    if let comment = (start..<end).first(where: { bytes[$0] == UInt8(ascii: "#") && isBlank(bytes[max($0 - 1, 0)]) }) { end = comment }
    while end > start, isBlank(bytes[end - 1]) { end -= 1 }
    return start..<max(start, end)
  }
}
