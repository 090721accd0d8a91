/// Finds the mistake behind an error of libyaml. Often it is above `problem`, where libyaml noticed it, or at `context`.
struct FaultFinder {
  private let error: LibYAMLError
  private let file: SourceFile
  /// The byte offset where libyaml gave up.
  private let problem: Int
  /// The byte offset where the unfinished construct began.
  private let context: Int?
  /// The bytes of the last quoted text before the error.
  private let lastQuoted: Range<Int>?

  init(_ error: LibYAMLError, _ marks: MarkConverter, lastQuoted: (start: Mark, end: Mark)?) {
    self.error = error
    file = marks.file
    problem = marks.offset(error.mark)
    context = error.contextMark.map(marks.offset)
    self.lastQuoted = lastQuoted.map { marks.offset($0.start)..<marks.offset($0.end) }
  }

  private var bytes: [UInt8] { file.bytes }
  private var word: SourceRange { file.word(at: problem) }
  private var character: SourceRange { file.character(at: problem) }
  private var problemByte: UInt8? { problem < bytes.count ? bytes[problem] : nil }

  private func fault(
    _ kind: SyntaxFault.Kind, _ id: SyntaxDiagnosticID, _ message: String, at range: SourceRange, _ notes: [Diagnostic.Note] = []
  ) -> SyntaxFault {
    fault(kind, .error(id, message, at: range, notes: notes))
  }

  private func fault(_ kind: SyntaxFault.Kind, _ diagnostic: Diagnostic) -> SyntaxFault {
    SyntaxFault(kind: kind, diagnostic: diagnostic, isInBrackets: error.flowLevel > 0)
  }

  /// The mistake.
  func fault() -> SyntaxFault {
    if let fault = textFault() ?? tabFault() { return fault }
    switch error.problem {
    case "mapping values are not allowed in this context": return colonFault()
    case "could not find expected ':'": return missingColon(at: context ?? problem)
    case "did not find expected key":
      return entryFault("the indentation of this line does not match any mapping above; indent it like the lines around it")
    case "did not find expected '-' indicator":
      return entryFault("this line is not an item of the list above; start it with '- ', or indent it like the lines around it")
    case "did not find expected <document start>":
      return entryFault("unexpected content after the end of the document; check the indentation")
    case "block sequence entries are not allowed in this context":
      return fault(
        .start, .yamlSyntax, "a list cannot start here; put '- ' on a new line below the key, or quote the value if it is a string",
        at: character)
    case "did not find expected ',' or '}'": return bracketFault(open: context ?? problem, close: "}")
    case "did not find expected ',' or ']'": return bracketFault(open: context ?? problem, close: "]")
    case "did not find expected node content":
      if error.flowLevel == 0, file.shape(at: problem).value?.lowerBound == problem { return startFault(at: problem) }
      return fault(
        .missingValue, .yamlSyntax, "missing value before \(file.shown(at: problem)); add a value, or quote the text", at: character)
    case "found undefined tag handle":
      let tag = bytes[min(problem, bytes.count)...].prefix { !" \t\r\n,[]{}".utf8.contains($0) }
      return fault(.other, .unknownTag(String(decoding: tag, as: UTF8.self), at: word))
    case "mapping keys are not allowed in this context": return startFault(at: problem)
    case "did not find expected comment or line break" where error.context == "while scanning a block scalar":
      return startFault(at: context ?? problem)
    default: break
    }
    switch error.context {
    case "while scanning for the next token": return startFault(at: problem)
    case "while scanning an anchor", "while scanning an alias", "while scanning a tag", "while parsing a tag",
      "while scanning a directive", "while scanning a %YAML directive", "while scanning a %TAG directive":
      return startFault(at: context ?? problem)
    default:
      let message = Self.messages[error.problem]
      let note = error.context.flatMap { what in context.map { Diagnostic.Note(what, range: file.word(at: $0)) } }
      return fault(.other, .yamlSyntax, message ?? error.problem, at: word, message == nil ? note.map { [$0] } ?? [] : [])
    }
  }

  /// Messages for errors that do not depend on the text. For others without a better one, libyaml's own words are used.
  private static let messages = [
    "found an indentation indicator equal to 0": "the digit after '|' or '>' must be from 1 to 9; change or remove it",
    "found duplicate %YAML directive": "duplicate '%YAML' line; remove it",
    "found duplicate %TAG directive": "duplicate '%TAG' line for this handle; remove it",
    "found incompatible YAML document": "unknown YAML version; write '%YAML 1.2', or remove the line",
    "found unexpected ':'": "missing space after ':'; write 'key: value', or quote the value",
    "out of memory": "out of memory; split the file",
  ]

  /// Mistakes in quotes.
  private func textFault() -> SyntaxFault? {
    if let text = lastQuoted, text.upperBound <= problem, endsBelow(text) {
      return openQuote(at: text.lowerBound, end: file.character(at: text.upperBound - 1))
    }
    guard error.context == "while scanning a quoted scalar" || error.context == "while parsing a quoted scalar" else { return nil }
    let isOpen = error.problem == "found unexpected end of stream" || error.problem == "found unexpected document indicator"
    if isOpen, let context { return openQuote(at: context, end: word) }
    let backslash = UInt8(ascii: "\\")
    let start = problemByte == backslash ? problem : bytes[..<min(problem, bytes.count)].lastIndex(of: backslash) ?? problem
    let escape = String(decoding: bytes[start...].prefix(2), as: UTF8.self)
    let digits = String(decoding: bytes[start...].dropFirst(2).prefix(4), as: UTF8.self)
    if escape == "\\u", digits.utf8.count == 4, let unit = UInt16(digits, radix: 16), UTF16.isSurrogate(unit) {
      return fault(
        .other, .yamlSyntax, "'\(escape)\(digits)' is half of a surrogate pair, which YAML does not accept; write the character itself",
        at: file.range(of: start..<start + 6))
    }
    return fault(
      .other, .yamlSyntax, "'\(escape)' is not a valid YAML escape; write '\\\\' for a backslash, or use single quotes",
      at: file.range(of: start..<start + escape.utf8.count))
  }

  /// Whether a text ends at a quote after another key, so that it is probably not closed on its line.
  private func endsBelow(_ text: Range<Int>) -> Bool {
    let last = file.shape(at: text.upperBound - 1)
    guard problem <= last.line.upperBound, text.lowerBound < last.line.lowerBound, let colon = last.colon else { return false }
    return colon < text.upperBound - 1
  }

  private func openQuote(at open: Int, end: SourceRange) -> SyntaxFault {
    fault(
      .openQuote, .yamlSyntax, "this quote is not closed; add \(file.shown(at: open)) at the end of the string",
      at: file.character(at: open),
      [Diagnostic.Note("the string would end here", range: end)])
  }

  private func tabFault() -> SyntaxFault? {
    let isTab = problemByte == UInt8(ascii: "\t") || error.problem.contains("tab character")
    let line = file.shape(at: problem)
    guard error.flowLevel == 0 && line.hasTabIndent || isTab && problem <= line.indentEnd,
      let tab = bytes[line.line.lowerBound..<line.indentEnd].firstIndex(of: UInt8(ascii: "\t"))
    else { return nil }
    return fault(
      .tab, .yamlTab, "YAML does not allow tabs for indentation; use spaces", at: file.range(of: tab..<line.indentEnd))
  }

  /// A ': ' that cannot be the end of a key.
  private func colonFault() -> SyntaxFault {
    let line = file.shape(at: problem)
    if let colon = line.colon, colon < problem {
      return fault(
        .colon, .yamlQuote, "YAML reads ': ' as the start of a mapping; quote the whole value if it is a string",
        at: character)
    }
    guard let above = file.shape(above: line) else { return missingColon(at: line.indentEnd) }
    if above.colon == nil, above.indent >= line.indent { return missingColon(at: above.indentEnd) }
    if above.colon != nil, let before = file.shape(above: above), before.indent == line.indent, above.indent < line.indent {
      return fault(
        .indentation, .yamlSyntax, "this line is indented less than the lines around it; indent it like them",
        at: file.word(at: above.indentEnd))
    }
    let start = above.value.map { file.range(of: $0) } ?? file.word(at: above.indentEnd)
    return fault(
      .continuation, .yamlQuote,
      "YAML reads this line as a continuation of the value above, which cannot contain ': '; fix the indentation, or quote the whole value",
      at: file.word(at: line.indentEnd), [Diagnostic.Note("the value starts here", range: start)])
  }

  private func missingColon(at offset: Int) -> SyntaxFault {
    fault(
      .missingColon, .yamlSyntax, "missing ': ' after the key; write 'key: value', or quote the value if it spans several lines",
      at: file.range(of: offset..<max(offset, file.shape(at: offset).line.upperBound)))
  }

  /// Something that is no entry of the mapping or list above.
  private func entryFault(_ message: String) -> SyntaxFault {
    let isFirst = file.shape(at: problem).indentEnd >= problem
    if isFirst, problemByte == UInt8(ascii: ":") {
      return fault(.other, .yamlKey, "missing key before ':'; add a key, or quote the value", at: character)
    }
    guard isFirst || problem >= bytes.count else { return trailingText() }
    let notes = context.map { $0 == problem ? [] : [Diagnostic.Note("the enclosing block starts here", range: file.word(at: $0))] }
    return fault(.indentation, .yamlSyntax, message, at: word, notes ?? [])
  }

  /// Text after a complete value: `{id}/x`, `"a" b`, `*/*`.
  private func trailingText(_ notes: [Diagnostic.Note] = []) -> SyntaxFault {
    fault(
      .trailing, .yamlQuote, "unexpected text after a value; quote the whole value if it is one string", at: word, notes)
  }

  private func startFault(at offset: Int) -> SyntaxFault {
    fault(
      .start, .yamlQuote, "an unquoted value cannot start with \(file.shown(at: offset)); quote the value", at: file.character(at: offset))
  }

  private func bracketFault(open: Int, close: String) -> SyntaxFault {
    let line = file.shape(at: problem)
    let range = file.character(at: open)
    if problem >= bytes.count || open < line.line.lowerBound && (line.indentEnd >= problem || line.colon == problem) {
      return fault(
        .openBracket, .yamlSyntax, "\(file.shown(at: open)) is not closed; add '\(close)' at the end, and ',' between the items", at: range,
        [Diagnostic.Note("expected ',' or '\(close)' here", range: word)])
    }
    let notes = [Diagnostic.Note("the \(close == "}" ? "mapping" : "list") starts here", range: range)]
    switch problemByte {
    case UInt8(ascii: ":"):
      return fault(
        .colon, .yamlQuote, "unexpected ': ' in a value; quote the value, or insert ',' before the next key",
        at: character, notes)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return fault(
        .other, .yamlSyntax, "expected ',' or '\(close)', found \(file.shown(at: problem))", at: character, notes)
    default:
      guard let text = lastQuoted, text.upperBound == problem, holdsNextItem(text) else { return trailingText(notes) }
      return openQuote(at: text.lowerBound, end: file.character(at: text.upperBound - 1))
    }
  }

  /// Whether a text ends at the quote of another item: `"x, b: "` in `{a: "x, b: "y"}`.
  private func holdsNextItem(_ text: Range<Int>) -> Bool {
    let inner = bytes[text].dropFirst().dropLast()
    guard let comma = inner.lastIndex(of: UInt8(ascii: ",")) else { return false }
    let key = inner[(comma + 1)...].drop(while: LineShape.isBlank)
    let rest = key.drop { $0 != UInt8(ascii: ":") && !LineShape.isBlank($0) }
    return key.isEmpty || rest.first == UInt8(ascii: ":") && rest.count < key.count && rest.dropFirst().allSatisfy(LineShape.isBlank)
  }
}
