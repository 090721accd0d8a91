/// Errors inside a scalar, and characters that cannot start one.
extension SyntaxFault {
  /// Errors inside quotes.
  func quotedTextFault() -> Diagnostic? {
    guard error.context == "while scanning a quoted scalar", let context else {
      return error.context == "while parsing a quoted scalar" ? escapeFault() : nil
    }
    let isOpen = error.problem == "found unexpected end of stream" || error.problem == "found unexpected document indicator"
    guard isOpen else { return escapeFault() }
    return unclosedQuote(at: context, end: word(at: problem))
  }

  /// Reports a quote that is not closed on its line, so that its text ends at a quote after another key.
  func openQuote() -> Diagnostic? {
    guard let text = lastQuoted, text.upperBound <= problem else { return nil }
    let last = shape(at: text.upperBound - 1)
    guard problem <= last.line.upperBound, text.lowerBound < last.line.lowerBound, let colon = last.colon, colon < text.upperBound - 1
    else { return nil }
    return unclosedQuote(at: text.lowerBound, end: character(at: text.upperBound - 1))
  }

  func unclosedQuote(at open: Int, end: SourceRange, fixIts: [Diagnostic.FixIt] = []) -> Diagnostic {
    .error(
      .yamlSyntax, "this quote is not closed; add \(shown(at: open)) at the end of the string", at: character(at: open),
      notes: [Diagnostic.Note("the string would end here", range: end)], fixIts: fixIts)
  }

  /// Reports a quote that ends a text too early: an apostrophe in `'it's'`, or the first quote below an open one.
  func strayQuote() -> Diagnostic? {
    guard problem > 0, problem < bytes.count, error.flowLevel == 0, let value = shape(at: problem).value else { return nil }
    let quote = bytes[problem - 1]
    guard quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") else { return nil }
    if value.lowerBound == problem - 1, let open = bytes[..<(problem - 1)].lastIndex(of: quote) {
      return unclosedQuote(at: open, end: character(at: problem - 1))
    }
    guard value.count > 2, bytes[value.lowerBound] == quote, bytes[value.upperBound - 1] == quote, !LineShape.isBlank(bytes[problem])
    else { return nil }
    let text = text(value.dropFirst().dropLast())
    let advice =
      quote == UInt8(ascii: "'") ? "write '' for a quote in a single-quoted string" : "write \\\" for a quote in a double-quoted string"
    return .error(
      .yamlQuote, "this quote ends the string; \(advice)", at: character(at: problem - 1),
      fixIts: [Diagnostic.FixIt("quote the value", range: file.range(of: value), replacement: Scalar.quoted(text))])
  }

  /// Reports a value in typographic quotes, which are part of the value in YAML.
  func typographicFault(_ range: Range<Int>?) -> Diagnostic? {
    guard let range, TypographicQuotes.begin(bytes[range]) else { return nil }
    let inner = TypographicQuotes.inner(of: text(range))
    return .typographicQuote(shown(at: range.lowerBound), inner, at: file.range(of: range))
  }

  private func escapeFault() -> Diagnostic {
    let start =
      problemByte == UInt8(ascii: "\\") ? problem : bytes[..<min(problem, bytes.count)].lastIndex(of: UInt8(ascii: "\\")) ?? problem
    let end = min(start + 2, bytes.count)
    let escape = text(start..<end)
    let digits = String(decoding: bytes[end...].prefix(4), as: UTF8.self)
    if escape == "\\u", digits.utf8.count == 4, let unit = UInt16(digits, radix: 16), UTF16.isSurrogate(unit) {
      return .error(
        .yamlSyntax, "'\(escape)\(digits)' is half of a surrogate pair, which YAML does not accept; write the character itself",
        at: file.range(of: start..<(end + 4)))
    }
    return .error(
      .yamlSyntax, "'\(escape)' is not a valid YAML escape; write '\\\\' for a backslash, or use single quotes",
      at: file.range(of: start..<end))
  }

  /// Errors at the first character of a text.
  func characterFault() -> Diagnostic? {
    switch error.context {
    case "while scanning an anchor", "while scanning an alias", "while scanning a tag", "while parsing a tag",
      "while scanning a directive", "while scanning a %YAML directive", "while scanning a %TAG directive":
      return quoteFault(at: context ?? problem)
    case "while scanning a block scalar" where error.problem == "did not find expected comment or line break":
      return quoteFault(at: context ?? problem)
    case "while scanning for the next token": return quoteFault(at: problem)
    case "while parsing a node" where error.problem == "found undefined tag handle":
      let tag = bytes[min(problem, bytes.count)...].prefix { !" \t\r\n,[]{}".utf8.contains($0) }
      return .unknownTag(String(decoding: tag, as: UTF8.self), at: word(at: problem))
    default: return nil
    }
  }
}

/// Typographic quotes, which are letters in YAML.
package enum TypographicQuotes {
  private static let opening: Set<Unicode.Scalar> = [
    "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{AB}", "\u{BB}",
  ]
  private static let closing = opening.union(["\"", "'"])

  package static func begin(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, first == 0xE2 || first == 0xC2 else { return false }
    return String(decoding: text.prefix(3), as: UTF8.self).unicodeScalars.first.map(opening.contains) ?? false
  }

  /// Returns the text between two of them; nil if there are others inside, as in prose.
  package static func inner(of text: String) -> String? {
    guard begin(text.utf8), let last = text.unicodeScalars.last, closing.contains(last), text.unicodeScalars.count > 1 else { return nil }
    let inner = text.unicodeScalars.dropFirst().dropLast()
    return inner.contains(where: opening.contains) ? nil : String(inner)
  }
}

extension Diagnostic {
  /// A value that begins with a typographic quote; `inner` is the text between both quotes.
  package static func typographicQuote(_ shown: String, _ inner: String?, at range: SourceRange) -> Diagnostic {
    error(
      .yamlQuote, "\(shown) is not a quote in YAML; write '\"'", at: range,
      fixIts: inner.map { [.init("use straight quotes", range: range, replacement: Scalar.quoted($0))] } ?? [])
  }
}
