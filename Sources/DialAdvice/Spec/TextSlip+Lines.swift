import DialBuild
import DialModel
import DialSpec
import DialSyntax

/// What was meant by a text that is not the line of an endpoint.
extension TextSlip {
  var lineAdvice: Diagnostic? {
    switch error.expected {
    case .method: typographicQuotes ?? tool ?? missingMethod ?? method
    case .encoding: encoding
    case .target: quotedTarget ?? better(fixIts: sorted)
    case .closed: closing
    case .spacedArrow: better(fix: "insert spaces", with: " " + spacedArrow(text))
    case .listEnd: list
    case .part, .path: sign ?? marker
    case .order: better(fixIts: sorted)
    default: nil
    }
  }

  private func better(fixIts: [Diagnostic.FixIt]) -> Diagnostic? {
    var better = better()
    better.fixIts = fixIts
    return better
  }

  private var fields: [Range<Int>] { Splitter(cursor.bytes, in: whole, at: nil).parts }
  private var following: Range<Int>? { fields.first { $0.lowerBound >= found.upperBound } }

  private func spacedArrow(_ text: String) -> String {
    text.hasPrefix("->") && text != "->" && !text.hasPrefix("-> ") ? "-> " + text.dropFirst(2) : text
  }

  // MARK: The method

  private var typographicQuotes: Diagnostic? {
    guard TypographicQuotes.begin(text.utf8) else { return nil }
    return .typographicQuote("'\(text.prefix(1))'", TypographicQuotes.inner(of: text(whole)), at: cursor.node.range)
  }

  /// `curl -X GET /users`, `--request GET /users` and `async GET /users`.
  private var tool: Diagnostic? {
    let fields = fields
    guard let index = fields.prefix(4).firstIndex(where: { Methods.all.contains(text($0)) }), index > 0,
      fields[..<index].allSatisfy({ text($0).hasPrefix("-") || Name.isValid(text($0)) })
    else { return nil }
    let shown = text(fields[0].lowerBound..<fields[index - 1].upperBound)
    return better(
      nil, "unexpected '\(shown)' before the method; write '\(text(fields[index]))'", fix: "remove '\(shown)'",
      fields[0].lowerBound..<fields[index].lowerBound, with: "")
  }

  /// `/items/{id}` and `/items/{id} DELETE`.
  private var missingMethod: Diagnostic? {
    guard text.hasPrefix("/") || text.contains("://") else { return nil }
    if let field = following, Methods.all.contains(text(field).uppercased()) {
      let fixed = "\(text(field).uppercased()) \(text)"
      return better(
        nil, "the method must be before the target; write '\(fixed)'", at: found.lowerBound..<field.upperBound, fix: "swap them",
        with: fixed)
    }
    let verb = endpoint.prefix { !$0.isUppercase && $0 != "_" && $0 != "-" }.uppercased()
    let hasList = following.map { text($0).hasPrefix("(") } ?? false
    let meant = Habits.methods[verb] ?? (Methods.all.contains(verb) ? [verb] : hasList ? ["GET", "POST"] : ["GET"])
    var better = better(nil, "missing method; write '\(meant[0]) \(text)'")
    better.fixIts = meant.map { .init("insert '\($0) '", range: better.range, replacement: "\($0) \(text)") }
    return better
  }

  /// The key before the line.
  private var endpoint: String {
    let file = cursor.node.range.file
    let before = file.bytes[file.lineBytes(cursor.node.range.start.line).lowerBound..<cursor.node.range.offsets.lowerBound]
    let name = before.split { !Name.isPart($0) }.last ?? []
    return String(decoding: name, as: UTF8.self)
  }

  private var method: Diagnostic? {
    let upper = text.uppercased()
    if Methods.all.contains(upper) {
      return better(nil, "unknown method '\(text)'; did you mean '\(upper)'?", fix: "change it to uppercase", with: upper)
    }
    let word = UnknownWord(id: .method, what: "method", word: text, whole: "", known: Methods.all)
    return WordSlip(word: word, finding: finding, mayConsumeTime: true).advice
  }

  // MARK: Encoding and target

  private var encoding: Diagnostic? {
    guard let meant = ForeignWords.encoding(meantBy: text, among: Encoding.words) ?? Suggestion.nearest(to: text, among: Encoding.words)
    else {
      return nil
    }
    return better(nil, "unknown encoding '\(text)'; did you mean '\(meant)'?", fix: "replace with", with: meant)
  }

  /// `GET "/users"`.
  private var quotedTarget: Diagnostic? {
    guard let quote = cursor.current, "\"'".utf8.contains(quote) else { return nil }
    var part = found
    if found.count == 1 || cursor.bytes[found.upperBound - 1] != quote, cursor.bytes[cursor.end - 1] == quote {
      part = found.lowerBound..<cursor.end
    }
    let isClosed = part.count > 1 && cursor.bytes[part.upperBound - 1] == quote
    let inner = text((part.lowerBound + 1)..<(part.upperBound - (isClosed ? 1 : 0)))
    return better(nil, "a target cannot be in quotes; write '\(inner)'", at: part, fix: "remove the quotes", with: inner)
  }

  // MARK: The parts behind the target

  /// Text directly behind a parameter list.
  private var list: Diagnostic? {
    if text == ":", let following {
      return better(
        nil, "unexpected ':' after the parameter list; write the result as '-> \(text(following))'", fix: "write '->'", with: " ->")
    }
    if text.hasPrefix(")") { return text == ")" ? better(fix: "remove ')'", with: "") : nil }
    return better(fix: "insert a space", with: " " + spacedArrow(text))
  }

  /// A marker without its space or as in another language, braces around parameters, and a query that is cut off.
  private var sign: Diagnostic? {
    if text == "-", let following, text(following) == ">" {
      return better(
        .signature, "unexpected space in '->'", at: found.lowerBound..<following.upperBound, fix: "remove the space", with: "->")
    }
    if isFirst, text.hasPrefix("{"), text.utf8.count > 2 {
      let fixed = "(\(text.dropFirst().dropLast()))"
      return better(.parameterList, "a parameter list is written in '( )'; write '\(fixed)'", fix: "write '( )'", with: fixed)
    }
    if isFirst, text.hasPrefix("?"), let blanks = blanks(before: found.lowerBound) {
      return better(.target, "unexpected space before the query of the target", fix: "remove the space", blanks, with: "")
    }
    if let arrow = Habits.loneArrows.contains(text) ? text : Habits.arrows.first(where: text.hasPrefix) {
      let rest = text.dropFirst(arrow.count)
      return better(
        .signature, "unexpected '\(arrow)'; did you mean '->'?", fix: "write '->'", with: rest.isEmpty ? "->" : "-> \(rest)")
    }
    guard let marker = ["->", "@", "!"].first(where: text.hasPrefix) else { return nil }
    return better(
      .signature, "missing space after '\(marker)'", fix: "insert a space", with: "\(marker) \(text.dropFirst(marker.count))")
  }

  /// Whether nothing but the target is before what was found.
  private var isFirst: Bool { if case .part(after: 0) = error.expected { true } else { false } }

  /// `throws Fault`, which is `! Fault`, also behind a result.
  var marker: Diagnostic? {
    let word = text.prefix { $0 != " " }
    let part = found.lowerBound..<(found.lowerBound + word.utf8.count)
    guard let marker = Habits.markers[String(word)], part.upperBound < cursor.bytes.count else { return nil }
    switch error.expected {
    case .part(after: 3) where marker == "->", .part(after: 4): return nil
    default: break
    }
    return better(.signature, "unexpected '\(word)'; write '\(marker)'", at: part, fix: "write '\(marker)'", with: marker)
  }

  /// Returns the parts behind the method in their order, if each is there only once.
  private var sorted: [Diagnostic.FixIt] {
    let signs = ["(": 1, "@": 2, "->": 3, "!": 4]
    var parts: [(rank: Int, text: String)] = []
    var start: Int?
    for field in fields {
      let rank = text(field).hasPrefix("(") ? 1 : signs[text(field)] ?? 0
      let isTarget = rank == 0 && cursor.bytes[field.lowerBound] == UInt8(ascii: "/")
      // Method and encoding stay where they are.
      if start == nil, rank == 0 { continue }
      start = start ?? field.lowerBound
      if rank > 0 || isTarget {
        parts.append((rank, text(field)))
      } else {
        parts[parts.count - 1].text += " " + text(field)
      }
    }
    let ranks = parts.map(\.rank)
    guard let start, let end = fields.last?.upperBound, Set(ranks).count == ranks.count, ranks != ranks.sorted(),
      parts.allSatisfy({ $0.rank < 2 || $0.text.contains(" ") })
    else { return [] }
    let fixed = parts.sorted { $0.rank < $1.rank }.map(\.text).joined(separator: " ")
    return [.init("put them in order", range: cursor.range(start..<end), replacement: fixed)]
  }

  // MARK: Brackets and quotes

  private var closing: Diagnostic? {
    var better = better()
    let range = cursor.node.range
    let after = range.file.line(range.end.line).unicodeScalars.dropFirst(range.end.column - 1).first { $0 != " " && $0 != "\t" }
    // The rest was removed by YAML and may contain the closing one.
    switch cursor.node.scalar?.isPlain == true ? after : nil {
    case "#": better.notes = [.init("YAML reads ' #' as the start of a comment; quote the whole line", range: range)]
    case ",": better.notes = [.init("inside '{ }', YAML ends a value at ','; quote the whole value", range: range)]
    default: better.fixIts = [ClosingBracket(cursor: cursor, open: found.lowerBound).fixIt]
    }
    return better
  }
}
