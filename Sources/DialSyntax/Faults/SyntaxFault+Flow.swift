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
        .yamlSyntax, "\(shown(at: context)) is not closed: write '\(close)' at its end, and ',' between its items", at: open,
        notes: [Diagnostic.Note("found this instead of ',' or '\(close)'", range: word(at: problem))])
    }
    let notes = [Diagnostic.Note("the \(close == "}" ? "mapping" : "list") begins here", range: open)]
    if problemByte == UInt8(ascii: ":") {
      return .error(
        .yamlQuote, "': ' cannot stand in this text: quote it, or put ',' before the next key", at: character(at: problem),
        notes: notes, fixIts: quoteFixIt(quotable(at: problem)))
    }
    if problemByte == UInt8(ascii: "}") || problemByte == UInt8(ascii: "]") {
      return .error(.yamlSyntax, "expected ',' or '\(close)', found \(shown(at: problem))", at: character(at: problem), notes: notes)
    }
    var fault = trailingTextFault()
    fault.notes = notes
    return fault
  }

  private func missingValue() -> Diagnostic {
    if error.flowLevel == 0, shape(at: problem).value?.lowerBound == problem { return quoteFault(at: problem) }
    return .error(
      .yamlSyntax, "a value is missing before \(shown(at: problem)): write one, or quote the text", at: character(at: problem))
  }
}
