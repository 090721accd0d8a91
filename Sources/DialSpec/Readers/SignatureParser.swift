import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// Reads `METHOD [encoding] target [(parameters)] [@ path] [-> result] [! failure]` (Endpoints.md#The-line; Signature.ebnf).
///
/// A line that is not in the grammar is a ``ParseError``. After a finding about something in it, there is no line, either.
struct SignatureParser {
  /// The parts behind the target, in their order.
  private enum Part: Int {
    case list = 1
    case selection, result, failure
  }

  let cursor: Cursor
  let findings: Findings
  private var fields: [Range<Int>] = []
  private var next = 0
  private(set) var comparisons: [Comparison] = []
}

extension SignatureParser {
  /// - Throws: a `ParseError` if a bracket or quote is not closed.
  init(_ node: Node, _ text: String, _ findings: Findings) throws(ParseError) {
    let cursor = Cursor(node, text: text)
    let split = Splitter(cursor.bytes, in: 0..<cursor.end, at: nil)
    if let open = split.unclosed { throw cursor.error(.closed, from: open, found: open..<(open + 1)) }
    self.init(cursor: cursor, findings: findings, fields: split.parts)
  }

  /// Reads a whole line.
  mutating func line() throws(ParseError) -> Shared<LineDeclaration>? {
    guard let field = take() else { throw cursor.error(.line, from: 0) }
    let method = text(field)
    guard Methods.all.contains(method) else { throw cursor.error(.method, from: 0, found: field) }
    return try rest(method: method, methodRange: cursor.range(field))
  }

  /// Reads the part after the method, the value of a long form.
  mutating func rest(method: String, methodRange: SourceRange) throws(ParseError) -> Shared<LineDeclaration>? {
    let encoding = try encoding()
    guard let field = take() else {
      throw cursor.error(.targetBehind(encoding?.value.word ?? method), from: 0, found: fields.last ?? 0..<0)
    }
    if part(field) != nil || "\"'".utf8.contains(cursor.bytes[field.lowerBound]) { throw cursor.error(.target, from: 0, found: field) }
    if let arrow = arrow(in: field), startsResult(behind: arrow) { throw cursor.error(.spacedArrow, from: 0, found: arrow) }
    guard let target = try TargetReader(cursor: cursor, findings: findings).read(field) else { return nil }
    var signature = LineDeclaration(method: method, methodRange: methodRange, target: target, range: cursor.node.range)
    signature.encoding = encoding
    return try readParts(into: &signature) ? Shared(signature) : nil
  }

  private func text(_ field: Range<Int>) -> String { cursor.text(field) }

  private mutating func take() -> Range<Int>? {
    guard next < fields.count else { return nil }
    defer { next += 1 }
    return fields[next]
  }

  /// Reads the word before a target, which usually begins with a slash.
  private mutating func encoding() throws(ParseError) -> (value: Encoding, range: SourceRange)? {
    guard let field = fields[safe: next], cursor.bytes[field.lowerBound] != UInt8(ascii: "/") else { return nil }
    let word = text(field)
    if Encoding.words.contains(word) {
      next += 1
      return (Encoding(word), cursor.range(field))
    }
    guard let other = fields[safe: next + 1], part(other) == nil else { return nil }
    if Name.isValid(word) || cursor.bytes[other.lowerBound] == UInt8(ascii: "/"), part(field) == nil, !word.contains("://"),
      !"\"'{".contains(word.prefix(1))
    {
      throw cursor.error(.encoding, from: 0, found: field)
    }
    return nil
  }

  private func part(_ field: Range<Int>) -> Part? {
    switch (cursor.bytes[field.lowerBound], field.count) {
    case (UInt8(ascii: "("), _): .list
    case (UInt8(ascii: "@"), 1): .selection
    case (UInt8(ascii: "-"), 2): cursor.bytes[field.lowerBound + 1] == UInt8(ascii: ">") ? .result : nil
    case (UInt8(ascii: "!"), 1): .failure
    default: nil
    }
  }

  /// Returns false after a finding.
  private mutating func readParts(into signature: inout LineDeclaration) throws(ParseError) -> Bool {
    var last = 0
    while let field = take() {
      guard let part = part(field) else { throw cursor.error(last == 2 ? .path : .part(after: last), from: 0, found: field) }
      guard part.rawValue > last else { throw cursor.error(.order, from: 0, found: field) }
      last = part.rawValue
      switch part {
      case .list:
        signature.parameters = try parameters(field)
        if signature.parameters == nil { return false }
        signature.listEnd = cursor.range(field.upperBound - 1..<field.upperBound - 1)
      case .selection:
        signature.selection = try selection(after: field)
        if signature.selection == nil { return false }
      case .result: signature.result = try Shapes.result(cursor.part(span(after: field)), findings)
      case .failure: signature.failure = try Shapes.read(cursor.part(span(after: field)), findings)
      }
    }
    return true
  }

  private func parameters(_ field: Range<Int>) throws(ParseError) -> [ParameterDeclaration]? {
    let close = Splitter.close(of: cursor.bytes, field)
    guard close == field.upperBound - 1 else {
      throw cursor.error(.listEnd, from: 0, found: (close + 1)..<field.upperBound)
    }
    return ParameterListReader(cursor: cursor, findings: findings).read((field.lowerBound + 1)..<(field.upperBound - 1))
  }

  private mutating func selection(after marker: Range<Int>) throws(ParseError) -> SelectionModel? {
    guard let field = fields[safe: next], part(field) == nil else {
      throw cursor.error(.path, from: marker.lowerBound, found: marker.upperBound..<marker.upperBound)
    }
    next += 1
    if let arrow = arrow(in: field), (try? JMESPath(text(field))) == nil { throw cursor.error(.spacedArrow, from: 0, found: arrow) }
    return SelectionReader.read(text(field), in: cursor.text, field, findings, &comparisons)
  }

  /// Returns the text up to the next marker.
  private mutating func span(after marker: Range<Int>) throws(ParseError) -> Range<Int> {
    let start = next
    while let field = fields[safe: next], part(field).map({ $0 == .list }) ?? true { next += 1 }
    guard next > start else { throw cursor.error(.typeBehind(text(marker)), from: marker.lowerBound, found: marker) }
    return fields[start].lowerBound..<fields[next - 1].upperBound
  }

  /// Returns the range from a `->` outside of placeholders.
  private func arrow(in field: Range<Int>) -> Range<Int>? {
    guard cursor.bytes[field].contains(UInt8(ascii: ">")) else { return nil }
    var depth = 0
    for at in field {
      switch cursor.bytes[at] {
      case UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: "}"): depth -= 1
      case UInt8(ascii: "-") where depth == 0 && cursor.holds("->", at: at) && at + 1 < field.upperBound: return at..<field.upperBound
      default: break
      }
    }
    return nil
  }

  /// Whether nothing or a result follows a `->` without a space, which otherwise is text of a target.
  private func startsResult(behind arrow: Range<Int>) -> Bool {
    let rest = text(arrow).dropFirst(2)
    guard let first = rest.utf8.first else { return true }
    return first &- 0x41 < 26 || "[(\"'".utf8.contains(first) || ResultModel.modes.contains(String(rest))
  }
}
