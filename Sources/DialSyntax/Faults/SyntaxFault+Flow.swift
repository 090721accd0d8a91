/// Errors inside brackets.
extension SyntaxFault {
  /// Errors of lists and mappings in flow style.
  func flowFault() -> Diagnostic? {
    switch error.problem {
    case "did not find expected ',' or '}'": return bracketFault(close: "}")
    case "did not find expected ',' or ']'": return bracketFault(close: "]")
    case "did not find expected node content": return missingValue()
    default: return nil
    }
  }

  private func bracketFault(close: String) -> Diagnostic {
    guard let context else { return trailingTextFault() }
    let open = character(at: context)
    let line = shape(at: problem)
    let isBelow = context < line.line.lowerBound
    if problem >= bytes.count || isBelow && (isFirst(problem) || line.colon == problem) {
      return .error(
        .yamlSyntax, "\(shown(at: context)) is not closed; add '\(close)' at the end, and ',' between the items", at: open,
        notes: [Diagnostic.Note("expected ',' or '\(close)' here", range: word(at: problem))],
        fixIts: closing(close, behind: context))
    }
    let notes = [Diagnostic.Note("the \(close == "}" ? "mapping" : "list") starts here", range: open)]
    if problemByte == UInt8(ascii: ":") {
      if let fault = typographicFault(quotable(at: problem)) { return fault }
      return .error(
        .yamlQuote, "unexpected ': ' in a value; quote the value, or insert ',' before the next key", at: character(at: problem),
        notes: notes, fixIts: quoteFixIt(quotable(at: problem)))
    }
    if problemByte == UInt8(ascii: "}") || problemByte == UInt8(ascii: "]") {
      return .error(.yamlSyntax, "expected ',' or '\(close)', found \(shown(at: problem))", at: character(at: problem), notes: notes)
    }
    if let fault = quoteOpenInItem() { return fault }
    var fault = trailingTextFault()
    fault.notes = notes
    return fault
  }

  /// Reports `{a: "x, b: "y"}`: the quote of the second item ends the text of the first, so that `y` follows it.
  private func quoteOpenInItem() -> Diagnostic? {
    guard let text = lastQuoted, text.upperBound == problem, text.count > 2 else { return nil }
    let inner = bytes[text.dropFirst().dropLast()]
    guard let comma = inner.lastIndex(of: UInt8(ascii: ",")) else { return nil }
    let key = inner[(comma + 1)...].drop(while: LineShape.isBlank)
    let name = key.prefix { $0 != UInt8(ascii: ":") && !LineShape.isBlank($0) }
    let rest = key[name.endIndex...]
    guard name.isEmpty && rest.isEmpty || rest.first == UInt8(ascii: ":") && rest.dropFirst().allSatisfy(LineShape.isBlank) else {
      return nil
    }
    let quote = String(decoding: [bytes[text.lowerBound]], as: UTF8.self)
    return unclosedQuote(
      at: text.lowerBound, end: character(at: text.upperBound - 1),
      fixIts: [.init("close the quote", range: file.range(of: comma..<comma), replacement: quote)])
  }

  /// Closes a bracket at the end of its line, if the next line belongs to something else.
  private func closing(_ bracket: String, behind open: Int) -> [Diagnostic.FixIt] {
    let line = shape(at: open)
    guard let end = line.value?.upperBound, end > open, bytes[end - 1] != UInt8(ascii: ",") else { return [] }
    let between = bytes[min(line.line.upperBound, problem)..<min(problem, bytes.count)]
    guard between.allSatisfy(LineShape.isSpace) || line.line.contains(problem) || isNextLine(problem, after: line) else {
      return []
    }
    return [.init("close the bracket", range: file.range(of: end..<end), replacement: bracket)]
  }

  private func isNextLine(_ offset: Int, after line: LineShape) -> Bool {
    let here = file.position(at: line.line.lowerBound).line
    let problem = file.position(at: min(offset, bytes.count)).line
    return (here + 1..<max(problem, here + 1)).allSatisfy { LineShape(bytes, file.lineBytes($0)).isEmpty(bytes) }
  }

  /// Reports `{due: ?Date}`: YAML reads a `?` inside of brackets as a key.
  private func earlyMark() -> Diagnostic? {
    guard problemByte == UInt8(ascii: "?") else { return nil }
    let word = bytes[(problem + 1)...].prefix { !" \t\r\n,]}".utf8.contains($0) }
    guard let first = word.first, first | 0x20 > 0x60 || first == UInt8(ascii: "[") else { return nil }
    let fixed = String(decoding: word, as: UTF8.self) + "?"
    return .error(
      .yamlSyntax, "a value cannot start with '?'; write '\(fixed)', or quote the value", at: character(at: problem),
      fixIts: [.init("move '?' after the type", range: file.range(of: problem..<word.endIndex), replacement: fixed)])
  }

  private func missingValue() -> Diagnostic {
    if let fault = earlyMark() { return fault }
    if error.flowLevel == 0, shape(at: problem).value?.lowerBound == problem { return quoteFault(at: problem) }
    return .error(.yamlSyntax, "missing value before \(shown(at: problem)); add a value, or quote the text", at: character(at: problem))
  }
}

/// Finds the text of one item inside the brackets of a list or mapping.
enum FlowItem {
  /// The item's value around an offset, if it is on one line. A comma inside parentheses does not end it.
  static func around(_ offset: Int, in bytes: [UInt8], line: Range<Int>) -> Range<Int>? {
    guard line.contains(offset) else { return nil }
    let start = start(before: offset, in: bytes, line: line)
    var depth = 0
    var end = start
    scan: while end < line.upperBound {
      switch bytes[end] {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        if depth == 0 { break scan }
        depth -= 1
      case UInt8(ascii: ",") where depth == 0: break scan
      default: break
      }
      end += 1
    }
    while end > start, LineShape.isBlank(bytes[end - 1]) { end -= 1 }
    return depth == 0 && end > offset ? start..<end : nil
  }

  /// Goes back to the bracket, comma or ': ' before the item, over closed brackets.
  private static func start(before offset: Int, in bytes: [UInt8], line: Range<Int>) -> Int {
    var start = offset
    var depth = 0
    while start > line.lowerBound {
      let byte = bytes[start - 1]
      if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") { depth += 1 }
      if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        if depth == 0 { break }
        depth -= 1
      }
      let endsKey = LineShape.isBlank(byte) && start - 2 >= line.lowerBound && bytes[start - 2] == UInt8(ascii: ":")
      if depth == 0, endsKey || byte == UInt8(ascii: ",") { break }
      start -= 1
    }
    while start < offset, LineShape.isBlank(bytes[start]) { start += 1 }
    return start
  }
}
