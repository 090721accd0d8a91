import DialSyntax

/// Mistakes in a value, which is one text with quotes around it.
extension SyntaxSlip {
  var typographic: Diagnostic? {
    guard let value, TypographicQuotes.begin(bytes[value]) else { return nil }
    var mended = Diagnostic.typographicQuote(
      file.shown(at: value.lowerBound), TypographicQuotes.inner(of: text(value)), at: file.range(of: value))
    mended.notes = finding.notes
    return mended
  }

  /// Completes `max: 3, on: 5xx}` and `max: 3, on: 5xx`, the entries of a mapping without a bracket.
  var braces: Diagnostic? {
    guard fault.kind == .colon, !fault.isInBrackets, let value else { return nil }
    let text = text(value)
    let isEntry = { (item: Substring) in
      item.prefix { $0 != ":" }.utf8.allSatisfy { $0 | 0x20 &- 0x61 < 26 || $0 == UInt8(ascii: "_") } && item.contains(": ")
    }
    let items = text.split(separator: ", ")
    let isWhole = Self.isBalanced(text) && items.count > 1 && items.allSatisfy(isEntry)
    guard isWhole || text.hasSuffix("}") && Self.isBalanced("{" + text) else { return nil }
    let fixed = isWhole ? "{\(text)}" : "{" + text
    var mended = mended("a mapping on one line must be enclosed in braces; write '\(fixed)'", "add the missing braces", value, fixed)
    mended.id = SyntaxDiagnosticID.yamlSyntax.rawValue
    return mended
  }

  static func isBalanced(_ text: some StringProtocol) -> Bool {
    text.utf8.reduce(0) { $0 + ("([{".utf8.contains($1) ? 1 : ")]}".utf8.contains($1) ? -1 : 0) } == 0
  }

  /// A quote that ends a text too early: the apostrophe in `'it's'`.
  var apostrophe: Diagnostic? {
    guard fault.kind == .trailing, !fault.isInBrackets, let value, value.count > 2, at > value.lowerBound, at < value.upperBound,
      !LineShape.isBlank(bytes[at]), let quote = bytes[value].first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
      bytes[at - 1] == quote, bytes[value].last == quote
    else { return nil }
    let form = quote == UInt8(ascii: "'") ? "'' for a quote in a single-quoted string" : "\\\" for a quote in a double-quoted string"
    var mended = mended(
      "this quote ends the string; write \(form)", "quote the value", value, Scalar.quoted(text(value.dropFirst().dropLast())))
    mended.range = file.range(of: at - 1..<at)
    return mended
  }

  /// `{max: 3}]`: a bracket too many.
  var spareBracket: Diagnostic? {
    guard let value, let first = bytes[value].first, "{[".utf8.contains(first), let last = text(value).last, "]})".contains(last),
      Self.isBalanced(text(value.dropLast()))
    else { return nil }
    return mended("unexpected '\(last)'", "remove '\(last)'", value.upperBound - 1..<value.upperBound)
  }

  /// Puts the value in quotes.
  var quotes: Diagnostic? {
    guard let value, !value.isEmpty, fault.kind != .start || value.lowerBound <= at else { return nil }
    var message: String?
    let isAfter = value.lowerBound < at
    let shown = file.shown(at: value.lowerBound)
    switch fault.kind {
    case .start where isAfter:
      guard shown == "'\"'" || shown == "'''" else { return nil }
      message = "YAML ends the value at the closing quote, before \(file.shown(at: at)); put the whole value in quotes"
    case .trailing where isAfter: message = "a value that starts with \(shown) ends before this text; quote the whole value"
    default: break
    }
    return mended(message, "quote the value", value, Scalar.quoted(text(value)))
  }
}
