import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// Reads a type. A text that is not in the grammar is a ``ParseError``; after other faults, it reads on.
struct ShapeParser {
  var cursor: Cursor
  let findings: Findings
  /// Whether members of the outermost record can come from the head of a response.
  var takesHead = false
  /// The names of types that were read.
  private(set) var uses: [TypeUse] = []
  private var depth = 0
  /// Where the type begins that was read last.
  private var last = 0
  private static let maxDepth = 64
  /// Words that are JSON values, so that as text they need quotes.
  private static let values: Set = ["true", "false"]

  init(_ cursor: Cursor, findings: Findings) {
    self.cursor = cursor
    self.findings = findings
  }

  mutating func shape() throws(ParseError) -> Shape {
    depth += 1
    defer { depth -= 1 }
    cursor.skipBlanks()
    guard depth <= Self.maxDepth else { throw cursor.error(.lessNesting(Self.maxDepth)) }
    let start = cursor.at
    last = start
    var shape = try base()
    let mark = cursor.at
    while cursor.take(UInt8(ascii: "?")) {
      if case .optional = shape { continue }
      shape = .optional(shape)
    }
    if cursor.at > mark + 1 {
      findings.warning(
        .shape, "the second '?' has no effect; one '?' makes a type optional", at: cursor.range(mark..<cursor.at), fix: "keep one '?'",
        with: "?")
    }
    last = start
    return shape
  }

  /// Reads a type without its '?': one, or several with `|` between them.
  private mutating func base() throws(ParseError) -> Shape {
    let start = cursor.at
    var all: [(shape: Shape, part: Range<Int>)] = []
    // Texts without quotes that could be types.
    var words: (texts: Int, types: [String]) = (0, [])
    repeat {
      cursor.skipBlanks()
      let from = cursor.at
      let shape = try alternative(from: start, isFirst: all.isEmpty)
      all.append((shape, from..<cursor.at))
      if case .literals(let values) = shape, values.contains(where: { $0.asKind == .string }) {
        words.texts += 1
        if cursor.bytes[from] != UInt8(ascii: "\""), Shape.type(inLowercase: cursor.text(from..<cursor.at)) != nil {
          words.types.append(cursor.text(from..<cursor.at))
        }
      }
      let end = cursor.at
      cursor.skipBlanks()
      if cursor.current != UInt8(ascii: "|") { cursor.at = end }
    } while cursor.take(UInt8(ascii: "|"))
    if all.count == 1 { return all[0].shape }
    if !words.types.isEmpty, words.types.count == words.texts { warn(ofTypes: words.types, in: all.map(\.part)) }
    for (shape, part) in all { check(alternative: shape, at: part) }
    return .union(all.map(\.shape))
  }

  /// Warns of `integer | null`, which is a text, although a type is probably meant.
  private func warn(ofTypes words: [String], in parts: [Range<Int>]) {
    let meant = parts.map { part in Shape.type(inLowercase: cursor.text(part)) ?? cursor.text(part) }.joined(separator: " | ")
    let texts = words.map { "'\($0)'" }.joined(separator: " and ")
    findings.warning(
      .shape,
      "\(texts) \(words.count == 1 ? "is a text" : "are texts") here, not \(words.count == 1 ? "a type" : "types"); write "
        + "'\(meant)', or put the text in double quotes", at: cursor.range(parts[0].lowerBound..<parts[parts.count - 1].upperBound))
  }

  private func check(alternative shape: Shape, at part: Range<Int>) {
    switch shape {
    case .void: findings.error(.shape, "'Void' cannot be one of several types; for no value, write null", at: cursor.range(part))
    case .file:
      findings.error(.shape, "'File' cannot be one of several types; declare a parameter of its own for the file", at: cursor.range(part))
    case .json:
      findings.warning(.shape, "'JSON' allows any value, so the other types have no effect; write only JSON", at: cursor.range(part))
    default: break
    }
  }

  /// Reads one of several types, or the only one. Among several, `null` and literals are types, too; lowercase words need no quotes.
  private mutating func alternative(from start: Int, isFirst: Bool) throws(ParseError) -> Shape {
    switch cursor.current {
    case UInt8(ascii: "\""): return .literals([.string(try quoted())])
    case UInt8(ascii: "["): return try bracketed()
    case UInt8(ascii: "("): return try record()
    default: break
    }
    let at = cursor.at
    if let number = takeNumber(), !isFirst || cursor.isBeforeBar { return .literals([number]) }
    cursor.at = at
    guard let name = cursor.takeName() else { throw isFirst ? cursor.error(.type) : cursor.error(.literal, from: start) }
    let isOneOfSeveral = !isFirst || cursor.isBeforeBar
    if isOneOfSeveral, cursor.bytes[at] &- 0x61 < 26 {
      let word = cursor.text(name)
      if word == "null" { return .literals([.null]) }
      if Self.values.contains(word) { throw cursor.error(.literal, from: start, found: name) }
      return .literals([.string(word)])
    }
    if let shape = named(name, isOneOfSeveral: isOneOfSeveral) { return shape }
    cursor.at = at
    throw isFirst ? cursor.error(.type) : cursor.error(.literal, from: start)
  }

  private mutating func takeNumber() -> JSON? {
    let start = cursor.at
    while let byte = cursor.current, byte &- 0x30 < 10 || "+-.eE".utf8.contains(byte) { cursor.at += 1 }
    return cursor.at > start ? JSON.number(cursor.text(start..<cursor.at)) : nil
  }

  /// Returns nil for a text that is not a name, such as a number.
  private mutating func named(_ part: Range<Int>, isOneOfSeveral: Bool) -> Shape? {
    let name = cursor.text(part)
    if let builtin = Shape.builtin(name) { return builtin }
    guard Name.isValid(name) else { return nil }
    var use = TypeUse(name: name, range: cursor.range(part))
    use.isAlternative = isOneOfSeveral
    uses.append(use)
    return .named(name)
  }

  /// Reads a JSON string.
  private mutating func quoted() throws(ParseError) -> String {
    let start = cursor.at
    guard let text = cursor.takeText() else { throw cursor.error(.string, from: start) }
    return text
  }

  private mutating func bracketed() throws(ParseError) -> Shape {
    let open = cursor.at
    cursor.at += 1
    cursor.skipBlanks()
    let keyStart = cursor.at
    let first = try shape()
    cursor.skipBlanks()
    guard cursor.take(UInt8(ascii: ":")) else {
      try close("]", of: open)
      return .array(first)
    }
    guard case .string = first else { throw cursor.error(.stringKey, from: keyStart, found: keyStart..<(cursor.at - 1)) }
    let value = try shape()
    try close("]", of: open)
    return .dictionary(value)
  }

  private mutating func close(_ bracket: Unicode.Scalar, of open: Int) throws(ParseError) {
    cursor.skipBlanks()
    guard cursor.take(UInt8(ascii: bracket)) else { throw cursor.error(.closing(Character(bracket), of: open), from: last) }
  }

  private mutating func record() throws(ParseError) -> Shape {
    let open = cursor.at
    cursor.at += 1
    var members: [Shape.Member] = []
    var labels = SmallSet()
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: ")") { throw cursor.error(.member, from: open) }
    repeat {
      let member = try member()
      guard members.count < EndpointModel.maxParameters else { throw cursor.error(.fewerMembers) }
      if !labels.insert(member.label), let earlier = members.first(where: { $0.label == member.label }) {
        findings.error(
          .shape, "duplicate member '\(member.label)'", at: member.range,
          notes: [.init("first declared here", range: earlier.range)])
      }
      members.append(member)
      cursor.skipBlanks()
    } while cursor.take(UInt8(ascii: ","))
    if takesHead, depth == 1 { HeadMembers.settle(&members) }
    ShapeNames.check(members, findings)
    try close(")", of: open)
    return .record(.init(members: members))
  }

  /// Reads `name`, `name?`, `name Type` or `name: Type`, each with an optional `as wire`.
  private mutating func member() throws(ParseError) -> Shape.Member {
    cursor.skipBlanks()
    guard let part = cursor.takeName() else { throw cursor.error(.memberName) }
    let label = cursor.text(part)
    let range = cursor.range(part)
    ShapeNames.check(label, at: range, findings)
    let isOptional = cursor.take(UInt8(ascii: "?"))
    cursor.skipBlanks()
    let colon = cursor.at..<(cursor.at + 1)
    let hasColon = cursor.take(UInt8(ascii: ":"))
    cursor.skipBlanks()
    var declared = Shape.json
    var isTyped = false
    let ends = cursor.current.map { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ")") } ?? true
    if hasColon, ends || startsWire { throw cursor.error(.typeAfterColon, from: colon.lowerBound, found: colon) }
    if takesHead, depth == 1, let member = try HeadMembers.read(&cursor, label: label, range, isOptional, &uses, findings) { return member }
    if !ends, !startsWire {
      (declared, isTyped) = (try shape(), true)
      cursor.skipBlanks()
    }
    let wire = startsWire ? try wireName(of: label + (isOptional ? "?" : ""), isTyped: isTyped) : label
    if isOptional, !declared.isOptional { declared = .optional(declared) }
    return .init(label: label, wire: wire, shape: declared, range: range, isTyped: isTyped)
  }

  private var startsWire: Bool { cursor.isAt(word: "as") }

  /// Reads the name after `as`: a JSON string, or everything up to `,` or the closing bracket.
  ///
  /// - Parameters:
  ///   - label: the name of the member, with its '?'.
  ///   - isTyped: whether a type stands before `as`.
  mutating func wireName(of label: String, isTyped: Bool) throws(ParseError) -> String {
    let sign = cursor.at
    _ = cursor.take(word: "as")
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: "\"") { return try quoted() }
    let start = cursor.at
    var open = 0
    scan: while let byte = cursor.current {
      switch byte {
      case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): open += 1
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        if open == 0 { break scan }
        open -= 1
      case UInt8(ascii: ",") where open == 0: break scan
      default: break
      }
      cursor.at += 1
    }
    let stop = cursor.trimmed(cursor.at, from: start)
    guard stop > start else { throw cursor.error(.wireName) }
    cursor.checkWire(from: start, of: label, isTyped: isTyped, as: sign, .shape, findings)
    return cursor.text(start..<stop)
  }
}

enum Shapes {
  static func read(_ cursor: Cursor, _ findings: Findings, takesHead: Bool = false) throws(ParseError) -> ShapeDeclaration {
    var parser = ShapeParser(cursor, findings: findings)
    parser.takesHead = takesHead
    let shape = try parser.shape()
    parser.cursor.skipBlanks()
    guard parser.cursor.isAtEnd else { throw parser.cursor.error(.end(after: "the type"), from: cursor.at) }
    return ShapeDeclaration(shape, uses: parser.uses)
  }

  /// Reads a shape, or a mode in lowercase: `events [shape]`, `lines [shape]`, `bytes`, `text`, `headers`; `Void` discards.
  static func result(_ whole: Cursor, _ findings: Findings, takesHead: Bool = true) throws(ParseError) -> ResultDeclaration {
    var cursor = whole
    cursor.skipBlanks()
    let start = cursor.at
    var isWord = false
    if let first = cursor.current, (97...122).contains(first), let word = cursor.takeName(), !cursor.isBeforeBar {
      isWord = true
      let mode = cursor.text(word)
      cursor.skipBlanks()
      switch mode {
      case "events", "lines":
        if cursor.isAtEnd { return ResultDeclaration(mode == "events" ? .events(nil) : .lines(nil)) }
        let read = try read(cursor, findings)
        return ResultDeclaration(mode == "events" ? .events(read.shape) : .lines(read.shape), uses: read.uses)
      case "bytes", "text", "headers":
        guard cursor.isAtEnd else { throw cursor.error(.end(after: "'\(mode)'"), from: start) }
        return ResultDeclaration(mode == "bytes" ? .bytes : mode == "text" ? .text : .headers)
      default: break
      }
    }
    cursor.at = start
    var read = try read(cursor, findings, takesHead: takesHead)
    if case .void = read.shape { return ResultDeclaration(.void) }
    if isWord, !read.uses.isEmpty { read.uses[0].isResult = true }
    return ResultDeclaration(.shape(read.shape), uses: read.uses)
  }
}

enum ShapeNames {
  static func check(_ label: String, at range: SourceRange, _ findings: Findings) {
    if !Name.isValid(label) {
      findings.error(.invalidName, "'\(label)' is not a valid member name; use \(Name.rule)", at: range)
    }
  }

  static func check(_ members: [Shape.Member], _ findings: Findings) {
    for member in members where member.shape.holdsFile {
      findings.warning(.place, "the member '\(member.label)' does not upload a file; declare a separate File parameter", at: member.range)
    }
    checkWires(members, findings)
  }

  /// Two members with the same name in JSON would get the same value.
  private static func checkWires(_ members: [Shape.Member], _ findings: Findings) {
    guard members.contains(where: { $0.wire != $0.label }) else { return }
    var first: [String: Shape.Member] = [:]
    for member in members {
      guard let earlier = first[member.wire] else {
        first[member.wire] = member
        continue
      }
      if earlier.label == member.label { continue }
      findings.error(
        .duplicateWireName, "'\(earlier.label)' and '\(member.label)' have the same wire name '\(member.wire)'; rename one of them",
        at: member.range,
        notes: [.init("the other one is here", range: earlier.range)])
    }
  }
}
