extension JMESPath {
  /// The members of a plain path; nil for other expressions.
  package var memberNames: [String]? {
    guard let steps else { return nil }
    let names = steps.compactMap { step in if case .member(let name) = step { name } else { nil } }
    return names.count == steps.count ? names : nil
  }

  /// Names in double quotes that are compared with something that is not a string, such as `state == "done"`. They are probably meant as
  /// strings, which need single quotes.
  ///
  /// Each has its range in the text, in bytes.
  package var likelyTexts: [(name: String, range: Range<Int>)] {
    guard text.utf8.contains(UInt8(ascii: "\"")), let tokens = try? ExpressionLexer.tokens(text) else { return [] }
    return tokens.indices.dropFirst().dropLast(2).compactMap { index in
      guard case .compare = tokens[index].kind, case .quoted(let name) = tokens[index + 1].kind else { return nil }
      // A string on the other side, or a step after it, shows that a name is meant.
      if case .literal = tokens[index - 1].kind { return nil }
      switch tokens[index + 2].kind {
      case .dot, .leftBracket, .flatten, .filter, .leftParenthesis: return nil
      default: break
      }
      let start = text.unicodeScalars.prefix(tokens[index + 1].offset).reduce(0) { $0 + String($1).utf8.count }
      return (name, start..<(start + tokens[index + 1].text.utf8.count))
    }
  }

  /// The words `true`, `false` and `null` where they are compared: in JMESPath they name members, and literals stand in backquotes.
  package var likelyLiterals: [String] {
    guard let tokens = try? ExpressionLexer.tokens(text) else { return [] }
    var words: [String] = []
    for (index, token) in tokens.enumerated() {
      guard case .name(let word) = token.kind, ["true", "false", "null"].contains(word), !words.contains(word) else { continue }
      let before = index > 0 ? tokens[index - 1].kind : .end
      let after = index + 1 < tokens.count ? tokens[index + 1].kind : .end
      switch (before, after) {
      case (.dot, _), (_, .dot), (_, .leftBracket), (_, .leftParenthesis): continue
      case (.compare, _), (_, .compare): words.append(word)
      default: continue
      }
    }
    return words
  }

  /// The names of members of the value itself, without duplicates: `state` in `state == 'done'`.
  package var outerNames: [String] {
    guard let tokens = try? ExpressionLexer.tokens(text) else { return [] }
    var names: [String] = []
    var depth = 0
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      // After a pipe, names belong to another value.
      case .pipe: return names
      case .leftBracket, .filter, .leftBrace: depth += 1
      case .rightBracket, .rightBrace: depth -= 1
      case .name(let name), .quoted(let name):
        let isInside = index > 0 && tokens[index - 1].kind == .dot
        let isCall = index + 1 < tokens.count && tokens[index + 1].kind == .leftParenthesis
        if depth == 0, !isInside, !isCall, !names.contains(name) { names.append(name) }
      default: break
      }
    }
    return names
  }
}
