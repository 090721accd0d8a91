import DialSyntax

/// Typographic quotes, which are letters in YAML.
enum TypographicQuotes {
  private static let opening: Set<Unicode.Scalar> = [
    "\u{201C}", "\u{201D}", "\u{201E}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{AB}", "\u{BB}",
  ]
  private static let closing = opening.union(["\"", "'"])

  static func begin(_ text: some Collection<UInt8>) -> Bool {
    guard let first = text.first, first == 0xE2 || first == 0xC2 else { return false }
    return String(decoding: text.prefix(3), as: UTF8.self).unicodeScalars.first.map(opening.contains) ?? false
  }

  /// Returns the text between two of them; nil if there are others inside, as in prose.
  static func inner(of text: String) -> String? {
    guard begin(text.utf8), let last = text.unicodeScalars.last, closing.contains(last), text.unicodeScalars.count > 1 else { return nil }
    let inner = text.unicodeScalars.dropFirst().dropLast()
    return inner.contains(where: opening.contains) ? nil : String(inner)
  }
}

extension Diagnostic {
  /// A value that begins with a typographic quote; `inner` is the text between both quotes.
  static func typographicQuote(_ shown: String, _ inner: String?, at range: SourceRange) -> Diagnostic {
    .error(
      SyntaxDiagnosticID.yamlQuote.rawValue, "\(shown) is not a quote in YAML; write '\"'", at: range,
      fixIts: inner.map { [.init("use straight quotes", range: range, replacement: Scalar.quoted($0))] } ?? [])
  }
}
