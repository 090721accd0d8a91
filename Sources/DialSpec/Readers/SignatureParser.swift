import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// Reads `METHOD [encoding] target [(parameters)] [@ path] [-> result] [! failure]` (Endpoints.md#The-line; Signature.ebnf).
struct SignatureParser {
  let cursor: Cursor
  let findings: Findings
  private var fields: [Range<Int>] = []
  private var next = 0
  private var doubts = Doubts()

  /// Reads a whole line; nil if it cannot be read at all.
  ///
  /// - Parameter isKey: reports a line without a method that is the value of a key. Returns false for others.
  static func line(
    _ entry: Entry, _ text: String, _ findings: Findings, _ doubts: inout Doubts, isKey: () -> Bool = { false }
  ) -> LineDeclaration? {
    let node = entry.value
    var parser = SignatureParser(node, text, findings)
    guard parser.split() else { return nil }
    guard let field = parser.take() else {
      return findings.fail(.signature, "the endpoint is empty; write a line such as 'GET /users/{id}'", at: node.range)
    }
    let method = parser.text(field)
    let range = parser.cursor.range(field)
    guard Methods.all.contains(method) else {
      if !isKey() { parser.refuse(method: method, of: entry.name, at: range) }
      return nil
    }
    defer { doubts = parser.doubts }
    return parser.rest(method: method, methodRange: range)
  }

  /// Reads the part after the method, the value of a long form.
  static func value(
    _ node: Node, _ text: String, method: String, methodRange: SourceRange, _ findings: Findings, _ doubts: inout Doubts
  ) -> LineDeclaration? {
    var parser = SignatureParser(node, text, findings)
    guard parser.split() else { return nil }
    defer { doubts = parser.doubts }
    return parser.rest(method: method, methodRange: methodRange)
  }

  private init(_ node: Node, _ text: String, _ findings: Findings) {
    cursor = Cursor(node, text: text)
    self.findings = findings
  }

  private func text(_ field: Range<Int>) -> String { cursor.text(field) }

  private mutating func take() -> Range<Int>? {
    guard next < fields.count else { return nil }
    defer { next += 1 }
    return fields[next]
  }

  private func refuse(method: String, of endpoint: String, at range: SourceRange) {
    if TypographicQuotes.begin(method.utf8) {
      let inner = TypographicQuotes.inner(of: cursor.text(0..<cursor.end))
      return findings.add(.typographicQuote("'\(method.prefix(1))'", inner, at: cursor.node.range))
    }
    if refuseTool(at: range) { return }
    if method.hasPrefix("/") || method.contains("://") {
      if refuseOrder(target: method) { return }
      let meant = MethodMistakes.methods(of: endpoint, hasList: fields[safe: next].map(isList) ?? false)
      findings.error(
        .method, "missing method; write '\(meant[0]) \(method)'", at: range,
        fixIts: meant.map { .init("insert '\($0) '", range: range, replacement: "\($0) \(method)") })
    } else if Methods.all.contains(method.uppercased()) {
      findings.error(
        .method, "unknown method '\(method)'; did you mean '\(method.uppercased())'?", at: range,
        fix: "change it to uppercase", with: method.uppercased())
    } else if MethodMistakes(findings: findings).refuse(method, at: range) {
      return
    } else if Methods.isCustom(method), Suggestion.nearest(to: method, among: Methods.all) == nil {
      findings.error(
        .method, "the custom method '\(method)' requires the long form '{\(method): /target, hasBody: false}', or with 'hasBody: true'",
        at: range)
    } else {
      findings.unknown(.method, "method", method, among: Methods.all, at: range)
    }
  }

  /// Reports `curl -X GET /users`, `--request GET /users` and `async GET /users`. Returns false for other texts.
  private func refuseTool(at range: SourceRange) -> Bool {
    guard let index = fields.prefix(4).firstIndex(where: { Methods.all.contains(text($0)) }), index > 0,
      fields[..<index].allSatisfy({ text($0).hasPrefix("-") || Name.isValid(text($0)) })
    else { return false }
    let extra = fields[0].lowerBound..<fields[index].lowerBound
    let shown = cursor.text(fields[0].lowerBound..<fields[index - 1].upperBound)
    return findings.refuse(
      .method, "unexpected '\(shown)' before the method; write '\(text(fields[index]))'", at: range,
      fixIts: [.init("remove '\(shown)'", range: cursor.range(extra), replacement: "")])
  }

  /// Reports `/items/{id} DELETE`. Returns false if no method follows the target.
  private func refuseOrder(target: String) -> Bool {
    guard let field = fields[safe: next], Methods.all.contains(text(field).uppercased()) else { return false }
    let whole = cursor.range(fields[next - 1].lowerBound..<field.upperBound)
    let fixed = "\(text(field).uppercased()) \(target)"
    return findings.refuse(.method, "the method must be before the target; write '\(fixed)'", at: whole, fix: "swap them", with: fixed)
  }

  /// Splits at spaces outside of brackets and quotes. Returns false if one is not closed.
  private mutating func split() -> Bool {
    let split = Splitter(cursor.bytes, in: 0..<cursor.end, at: nil)
    fields = split.parts
    guard let open = split.unclosed else { return true }
    let sign = Character(UnicodeScalar(cursor.bytes[open]))
    let what =
      sign == "\"" || sign == "`" ? "the quoted string" : sign == "{" ? "the placeholder" : sign == "(" ? "the list" : "the bracket"
    let notes = commentNote()
    return findings.fail(
      .signature, "\(what) that starts with '\(sign)' is not closed", at: cursor.range(open..<(open + 1)), notes: notes,
      // The rest was removed by YAML and may contain the closing one.
      fixIts: notes.isEmpty ? [ClosingBracket(cursor: cursor, open: open).fixIt] : [])
  }

  /// Notes that YAML reads ` #` as a comment, which cuts a line.
  private func commentNote() -> [Diagnostic.Note] {
    let range = cursor.node.range
    guard let scalar = cursor.node.scalar, scalar.isPlain else { return [] }
    let line = range.file.line(range.end.line)
    let after = line.unicodeScalars.dropFirst(range.end.column - 1)
    switch after.first(where: { $0 != " " && $0 != "\t" }) {
    case "#": return [.init("YAML reads ' #' as the start of a comment; quote the whole line", range: range)]
    case ",": return [.init("inside '{ }', YAML ends a value at ','; quote the whole value", range: range)]
    default: return []
    }
  }

  private mutating func rest(method: String, methodRange: SourceRange) -> LineDeclaration? {
    var encoding: (value: Encoding, range: SourceRange)?
    guard var field = take() else {
      return findings.fail(.target, "missing target after '\(method)'; write a line such as '\(method) /users'", at: methodRange)
    }
    if mayBeWord(field), Encoding.words.contains(text(field)) {
      encoding = (Encoding(text(field)), cursor.range(field))
      guard let following = take() else { return findings.fail(.target, "missing target after '\(text(field))'", at: cursor.range(field)) }
      field = following
    } else if mayBeWord(field), let other = fields[safe: next], !isMarker(other), !isList(other) {
      let meant = Encoding.word(meantBy: text(field), among: Encoding.words)
      if meant != nil || Name.isValid(text(field)) {
        findings.unknown(
          .encoding, "encoding", text(field), of: "", meant ?? findings.nearest(to: text(field), among: Encoding.words),
          among: Encoding.words, at: cursor.range(field))
        return nil
      }
    }
    if isMarker(field) || isList(field) {
      return findings.fail(
        .target, "expected a target, found '\(text(field))'", at: cursor.range(field), fixIts: sorted(from: next - 1).map { [$0] } ?? [])
    }
    if holdsArrow(field), let arrow = arrow(inTarget: field) { return refuseArrow(arrow) }
    if "\"'".utf8.contains(cursor.bytes[field.lowerBound]) { return refuseQuotes(around: field) }
    var reader = TargetReader(cursor: cursor, findings: findings)
    guard let target = reader.read(field) else { return nil }
    doubts = reader.doubts
    var signature = LineDeclaration(method: method, methodRange: methodRange, target: target, range: cursor.node.range)
    signature.encoding = encoding
    guard readParts(into: &signature) else { return nil }
    if let sign = cursor.bytes[field].lastIndex(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "!") }) {
      warnOfMarker(at: sign, in: field, signature)
    }
    return signature
  }

  private func holdsArrow(_ field: Range<Int>) -> Bool { cursor.bytes[field].contains(UInt8(ascii: ">")) }

  private func isList(_ field: Range<Int>) -> Bool { rank(field) == 1 }

  /// Whether a field can be an encoding: a target usually begins with a slash.
  private func mayBeWord(_ field: Range<Int>) -> Bool { cursor.bytes[field.lowerBound] != UInt8(ascii: "/") }

  private func isMarker(_ field: Range<Int>) -> Bool { rank(field) > 1 }

  /// Returns the position of a field in a line: 1 a list, 2 `@`, 3 `->`, 4 `!`; 0 anything else.
  private func rank(_ field: Range<Int>) -> Int {
    switch (cursor.bytes[field.lowerBound], field.count) {
    case (UInt8(ascii: "("), _): 1
    case (UInt8(ascii: "@"), 1): 2
    case (UInt8(ascii: "-"), 2): cursor.bytes[field.lowerBound + 1] == UInt8(ascii: ">") ? 3 : 0
    case (UInt8(ascii: "!"), 1): 4
    default: 0
    }
  }

  /// Returns the parts from a field on in their order, if each is there only once.
  private func sorted(from first: Int) -> Diagnostic.FixIt? {
    var parts: [(rank: Int, text: String)] = []
    for field in fields[first...] {
      let rank = rank(field)
      let isTarget = rank == 0 && cursor.bytes[field.lowerBound] == UInt8(ascii: "/")
      if rank > 0 || isTarget || parts.isEmpty {
        parts.append((rank, text(field)))
      } else {
        parts[parts.count - 1].text += " " + text(field)
      }
    }
    let ranks = parts.map(\.rank)
    guard Set(ranks).count == ranks.count, ranks != ranks.sorted(), parts.allSatisfy({ $0.rank < 2 || $0.text.contains(" ") }) else {
      return nil
    }
    let range = cursor.range(fields[first].lowerBound..<fields[fields.count - 1].upperBound)
    let fixed = parts.sorted { $0.rank < $1.rank }.map(\.text).joined(separator: " ")
    return .init("put them in order", range: range, replacement: fixed)
  }

  private mutating func readParts(into signature: inout LineDeclaration) -> Bool {
    var seen = 0
    while let field = take() {
      let rank = rank(field)
      if rank == 0, refuseSlip(in: field, following: fields[safe: next], isFirst: seen == 0) { return false }
      if rank == 0, let marker = wordMarker(field), marker == "->" ? seen < 3 : seen < 4 { return !refuseWord(field, marker) }
      if rank == 0, seen == 2 { return !refuseBlank(in: field, signature) }
      guard rank > 0 else {
        return findings.fail(
          .signature,
          "unexpected '\(text(field))'; after the target, write '(parameters)', '@ path', '-> result' and '! failure', in this order",
          at: cursor.range(field))
      }
      guard rank > seen else {
        return findings.fail(
          .signature,
          "'\(isList(field) ? "(…)" : text(field))' is in the wrong order; write '(parameters)', '@ path', '-> result', '! failure'",
          at: cursor.range(field), fixIts: sorted(from: fields.firstIndex { self.rank($0) > 0 } ?? next).map { [$0] } ?? [])
      }
      seen = rank
      switch rank {
      case 1:
        guard let list = parameters(field) else { return false }
        signature.parameters = list
        signature.listEnd = cursor.range(field.upperBound - 1..<field.upperBound - 1)
      case 2:
        guard let selection = selection(after: field) else { return false }
        signature.selection = selection
      case 3:
        guard let result = result(after: field) else { return false }
        signature.result = result
      default:
        guard let shape = shape(after: field) else { return false }
        signature.failure = shape
      }
    }
    return true
  }

  /// Reports a space in the path after `@`, which ends there.
  private func refuseBlank(in field: Range<Int>, _ signature: LineDeclaration) -> Bool {
    let path = signature.selection?.path.text ?? ""
    return findings.refuse(
      .selection, "a path after '@' cannot contain spaces; use the long form with 'select:' for the whole expression",
      at: cursor.range(field), notes: path.isEmpty ? [] : [.init("the path ends here", range: signature.selection?.range)])
  }

  private func parameters(_ field: Range<Int>) -> [ParameterDeclaration]? {
    let close = Splitter.close(of: cursor.bytes, field)
    guard close == field.upperBound - 1 else {
      let rest = (close + 1)..<field.upperBound
      let isSpare = cursor.bytes[rest.lowerBound] == UInt8(ascii: ")")
      let range = cursor.range(rest)
      if cursor.text(rest) == ":", let following = fields[safe: next] {
        return findings.fail(
          .parameterList, "unexpected ':' after the parameter list; write the result as '-> \(text(following))'", at: range,
          fix: "write '->'", with: " ->")
      }
      return findings.fail(
        .parameterList, isSpare ? "unexpected ')'" : "missing space after the parameter list", at: range,
        fixIts: isSpare
          ? rest.count == 1 ? [.init("remove ')'", range: range, replacement: "")] : []
          : [.init("insert a space", range: range, replacement: " " + cursor.text(rest).spacedArrow)])
    }
    return ParameterListReader(cursor: cursor, findings: findings).read((field.lowerBound + 1)..<(field.upperBound - 1))
  }

  private mutating func selection(after marker: Range<Int>) -> SelectionModel? {
    guard let field = fields[safe: next], !isMarker(field) else {
      return findings.fail(.selection, "missing path after '@'", at: cursor.range(marker))
    }
    next += 1
    if holdsArrow(field), let arrow = arrow(in: field), (try? JMESPath(text(field))) == nil { return refuseArrow(arrow) }
    return SelectionReader.read(text(field), in: cursor.text, field, findings, &doubts)
  }

  private mutating func span(after marker: Range<Int>) -> Range<Int>? {
    let start = next
    while let field = fields[safe: next], !isMarker(field) { next += 1 }
    guard next > start else { return findings.fail(.shape, "missing type after '\(text(marker))'", at: cursor.range(marker)) }
    return fields[start].lowerBound..<fields[next - 1].upperBound
  }

  /// Reports `throws Fault` after a result, which is `! Fault`. Returns false if there is no such word.
  private func refuseWord(in span: Range<Int>) -> Bool {
    guard let field = fields.first(where: { $0.lowerBound > span.lowerBound && $0.upperBound <= span.upperBound && wordMarker($0) != nil }),
      let marker = wordMarker(field)
    else { return false }
    return refuseWord(field, marker)
  }

  private func refuseWord(_ field: Range<Int>, _ marker: String) -> Bool {
    let range = cursor.range(field)
    return findings.refuse(.signature, "unexpected '\(text(field))'; write '\(marker)'", at: range, fix: "write '\(marker)'", with: marker)
  }

  /// Returns the marker that a word of another language means, if more text follows.
  private func wordMarker(_ field: Range<Int>) -> String? {
    guard cursor.bytes[field.lowerBound] | 0x20 &- 0x61 < 26, field.upperBound < cursor.end else { return nil }
    return Self.wordMarkers[text(field)]
  }

  private static let wordMarkers = [
    "throws": "!", "throw": "!", "raises": "!", "fails": "!", "error": "!", "errors": "!", "returns": "->", "return": "->",
  ]

  private mutating func shape(after marker: Range<Int>) -> ShapeDeclaration? {
    guard let span = span(after: marker) else { return nil }
    return Shapes.read(cursor.part(span), findings)
  }

  private mutating func result(after marker: Range<Int>) -> ResultDeclaration? {
    let first = next
    guard let span = span(after: marker) else { return nil }
    if next > first + 1, refuseWord(in: span) { return nil }
    return Shapes.result(cursor.part(span), findings)
  }
}

/// Reads members of a result that come from the head of a response: `total header.X-Total-Count Int`, `code status`.
enum HeadMembers {
  /// Returns nil for a member of the body, and no member after a finding.
  static func read(
    _ cursor: inout Cursor, label: String, _ range: SourceRange, _ isOptional: Bool, _ uses: inout [TypeUse], _ findings: Findings
  ) -> Shape.Member?? {
    if cursor.isAt(word: "status"), !isInUnion(cursor) {
      _ = cursor.take(word: "status")
      return Shape.Member(label: label, wire: label, shape: .int, range: range, head: .status)
    }
    guard cursor.holds("header.", at: cursor.at) else { return refuseSlip(cursor, findings) ? .some(nil) : nil }
    let start = cursor.at + "header.".utf8.count
    cursor.at = start
    while let byte = cursor.current, !Cursor.isBlank(byte), byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") { cursor.at += 1 }
    let name = cursor.text(start..<cursor.at)
    if !HeaderRules.isToken(name) {
      findings.error(
        .headerName, "'\(name)' is not a valid header name; use \(HeaderRules.tokenRule)",
        at: cursor.range((start - 7)..<max(cursor.at, start)))
    }
    cursor.skipBlanks()
    var shape = Shape.optional(.json)
    if let byte = cursor.current, byte != UInt8(ascii: ","), byte != UInt8(ascii: ")") {
      var parser = ShapeParser(cursor, findings: findings)
      if let read = parser.shape() { shape = read }
      cursor.at = parser.cursor.at
      uses += parser.uses
    }
    if isOptional, !shape.isOptional { shape = .optional(shape) }
    return Shape.Member(label: label, wire: label, shape: shape, range: range, head: .header(name))
  }

  /// Reports `header X-Total-Count`, `headers.X-Total-Count` and `Header.X-Total-Count`.
  private static func refuseSlip(_ cursor: Cursor, _ findings: Findings) -> Bool {
    // A type begins with a capital letter, and only a slip with 'h'.
    guard let first = cursor.current, first | 0x20 == UInt8(ascii: "h") else { return false }
    var rest = cursor
    guard let word = rest.takeName(), ["header", "headers"].contains(rest.text(word).lowercased()) else { return false }
    guard rest.take(UInt8(ascii: ".")) || rest.current.map({ Cursor.isBlank($0) || $0 == UInt8(ascii: ":") }) ?? false else { return false }
    _ = rest.take(UInt8(ascii: ":"))
    rest.skipBlanks()
    guard let name = rest.takeName() else { return false }
    let range = cursor.range(word.lowerBound..<name.upperBound)
    let fixed = "header.\(rest.text(name))"
    return findings.refuse(.shape, "a header of the response is written as '\(fixed)'", at: range, fix: "write '\(fixed)'", with: fixed)
  }

  /// Makes `status` without a type, next to a header, the status of the response, because a member of the body needs a type.
  static func settle(_ members: inout [Shape.Member]) {
    guard members.contains(where: { if case .header? = $0.head { true } else { false } }) else { return }
    for index in members.indices where members[index].label == "status" && members[index].wire == "status" && members[index].head == nil {
      guard case .json = members[index].shape else { continue }
      (members[index].head, members[index].shape) = (.status, .int)
    }
  }

  private static func isInUnion(_ cursor: Cursor) -> Bool {
    var rest = cursor
    _ = rest.take(word: "status")
    return rest.isBeforeBar
  }
}
