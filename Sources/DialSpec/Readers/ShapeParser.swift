import DialBuild
import DialModel
import DialSyntax

struct ShapeParser {
  var cursor: Cursor
  let findings: Findings
  /// Whether members of the outermost record can come from the head of a response.
  var takesHead = false
  /// The names of types that were read.
  private(set) var uses: [TypeUse] = []
  private var depth = 0
  private static let maxDepth = 64

  init(_ cursor: Cursor, findings: Findings) {
    self.cursor = cursor
    self.findings = findings
  }

  mutating func shape() -> Shape? {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maxDepth else { return fail("the shape is nested deeper than \(Self.maxDepth) levels") }
    cursor.skipBlanks()
    guard let first = cursor.current else { return fail("missing type") }
    var shape: Shape
    switch first {
    case UInt8(ascii: "\""):
      guard let literals = literals(from: cursor.at) else { return nil }
      shape = .literals(literals)
    case UInt8(ascii: "["):
      guard let list = bracketed() else { return nil }
      shape = list
    case UInt8(ascii: "("):
      guard let record = record() else { return nil }
      shape = record
    case UInt8(ascii: "{"): return refuseBraces()
    default:
      let start = cursor.at
      guard let name = cursor.takeName() else {
        if refuseEarlyMark() || refuseSingleQuotes() { return nil }
        return refuseForeign(from: start) ? nil : fail("expected a type, found '\(cursor.rest.prefix(20))'")
      }
      if cursor.isBeforeBar {
        guard isLiteral(name), let literals = literals(from: start) else { return nil }
        shape = .literals(literals)
      } else if mayBeForeign(name), refuseForeign(from: start) || refuseAlternatives(from: start) {
        return nil
      } else {
        shape = named(name)
      }
    }
    let mark = cursor.at
    while cursor.take(UInt8(ascii: "?")) {
      if case .optional = shape { continue }
      shape = .optional(shape)
    }
    // GraphQL writes `Int!`.
    if cursor.current == UInt8(ascii: "!"), cursor.at > 0, !Cursor.isBlank(cursor.bytes[cursor.at - 1]) {
      findings.error(.shape, "unexpected '!'; a type without '?' is required", at: cursor.here, fix: "remove '!'", with: "")
      cursor.at += 1
    }
    if cursor.at > mark + 1 {
      findings.warning(
        .shape, "the second '?' has no effect; one '?' makes a type optional", at: cursor.range(mark..<cursor.at), fix: "keep one '?'",
        with: "?")
    }
    return shape
  }

  /// Reports `{city: String}?`, which is a record only in YAML.
  private mutating func refuseBraces() -> Shape? {
    let range = cursor.restRange
    let fixed = cursor.rest.replacing("{", with: "(").replacing("}", with: ")")
    return findings.fail(
      .shape, "a record in a quoted type must be in parentheses; write '\(fixed.prefix(60))'", at: range,
      fix: "use parentheses", with: String(fixed))
  }

  private mutating func named(_ part: Range<Int>) -> Shape {
    let name = cursor.text(part)
    if let builtin = Shape.builtin(name) { return builtin }
    uses.append(
      TypeUse(name: name, range: cursor.range(part), fixIt: name.utf8.first.map { $0 &- 0x61 < 26 } ?? false ? mend(word: part) : nil))
    return .named(name)
  }

  /// Returns the fix-it for an unknown lowercase word: the comma before it, or quotes around a whole text.
  private func mend(word part: Range<Int>) -> Diagnostic.FixIt? {
    let isWholeWord = part.upperBound == cursor.end || !"[(<{".utf8.contains(cursor.bytes[part.upperBound])
    if isWholeWord, let blanks = cursor.blanks(before: part.lowerBound) {
      return .init("insert a comma", range: cursor.range(blanks), replacement: ", ")
    }
    guard part == 0..<cursor.bytes.count else { return nil }
    return .init("make it a literal", range: cursor.node.range, replacement: "'\"\(cursor.text(part))\"'")
  }

  /// Reports lowercase words in the place of types, in a text that cannot be read.
  fileprivate func refuseWords() {
    for use in uses where use.name.first?.isLowercase ?? false {
      findings.add(Suspicion([use.name], ifKnown: nil, otherwise: use.notAType))
    }
  }

  func fail(_ message: String) -> Shape? {
    return findings.fail(.shape, message, at: cursor.here)
  }

  private mutating func bracketed() -> Shape? {
    let start = cursor.at
    cursor.at += 1
    if cursor.current == UInt8(ascii: "]"), refuseForeign(from: start) { return nil }
    cursor.skipBlanks()
    let keyStart = cursor.at
    guard let first = shape() else { return nil }
    cursor.skipBlanks()
    if cursor.take(UInt8(ascii: ":")) {
      guard case .string = first else {
        return findings.fail(.shape, "the keys of a dictionary must be String", at: cursor.range(keyStart..<(cursor.at - 1)))
      }
      guard let value = shape() else { return nil }
      return close(UInt8(ascii: "]"), from: start) ? .dictionary(value) : nil
    }
    if cursor.current == UInt8(ascii: ","), refuseAlternatives(inBrackets: start) { return nil }
    return close(UInt8(ascii: "]"), from: start) ? .array(first) : nil
  }

  private mutating func close(_ byte: UInt8, from start: Int) -> Bool {
    cursor.skipBlanks()
    if cursor.take(byte) { return true }
    let sign = Character(UnicodeScalar(byte))
    if cursor.isAtEnd {
      let opening = Character(UnicodeScalar(cursor.bytes[start]))
      let isCut = cursor.node.endsAtComma
      findings.error(
        .shape,
        isCut
          ? "'\(opening)' is not closed, because YAML ends the value at the comma; quote the whole value"
          : "'\(opening)' is not closed; add '\(sign)'",
        at: cursor.range(start..<(start + 1)), fixIts: isCut ? [] : [cursor.insertion(of: String(sign), at: cursor.end)])
    } else {
      findings.error(.shape, "expected '\(sign)', found '\(cursor.rest.prefix(20))'", at: cursor.here)
    }
    return false
  }

  private mutating func record() -> Shape? {
    let start = cursor.at
    cursor.at += 1
    var members: [Shape.Member] = []
    var labels = SmallSet()
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: ")") { return fail("a record must have at least one member; for no result, write Void") }
    repeat {
      guard let member = member(), findings.takes(members.count + 1, "members", in: "a type", at: member.range) else { return nil }
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
    return close(UInt8(ascii: ")"), from: start) ? .record(.init(members: members)) : nil
  }

  /// Reads `name`, `name?`, `name Type` or `name: Type`, each with an optional `as wire`.
  private mutating func member() -> Shape.Member? {
    cursor.skipBlanks()
    guard let part = cursor.takeName() else {
      return findings.fail(.shape, "expected a member name, found '\(cursor.rest.prefix(20))'", at: cursor.here)
    }
    let label = cursor.text(part)
    let range = cursor.range(part)
    ShapeNames.check(label, at: range, findings)
    let isOptional = cursor.take(UInt8(ascii: "?"))
    cursor.skipBlanks()
    let colon = cursor.here
    let hasColon = cursor.take(UInt8(ascii: ":"))
    cursor.skipBlanks()
    var declared = Shape.json
    var isTyped = false
    let ends = cursor.current.map { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ")") } ?? true
    if hasColon, ends || startsWire { return findings.fail(.shape, "missing type after ':'", at: colon) }
    if takesHead, depth == 1 {
      if let member = HeadMembers.read(&cursor, label: label, range, isOptional, &uses, findings) { return member }
    }
    if !ends, !startsWire {
      guard let read = shape() else { return nil }
      (declared, isTyped) = (read, true)
      cursor.skipBlanks()
    }
    var wire = label
    if startsWire {
      guard let name = wireName(of: label + (isOptional ? "?" : ""), isTyped: isTyped) else { return nil }
      wire = name
    }
    if isOptional, !declared.isOptional { declared = .optional(declared) }
    return .init(label: label, wire: wire, shape: declared, range: range, isTyped: isTyped)
  }

  private var startsWire: Bool { cursor.isAt(word: "as") }

  /// Reads the name after `as`: a JSON string, or everything up to `,` or the closing bracket.
  ///
  /// - Parameters:
  ///   - label: the name of the member, with its '?'.
  ///   - isTyped: whether a type stands before `as`.
  mutating func wireName(of label: String, isTyped: Bool) -> String? {
    let sign = cursor.at
    _ = cursor.take(word: "as")
    cursor.skipBlanks()
    if cursor.current == UInt8(ascii: "\"") { return quoted() }
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
    guard stop > start else { return findings.fail(.shape, "missing wire name after 'as'", at: cursor.here) }
    if cursor.refusesType(behindWire: start, of: label, isTyped: isTyped, as: sign, .shape, findings) { return nil }
    return cursor.text(start..<stop)
  }
}

extension Cursor {
  /// Reports a wire name without quotes that ends in a type, such as `N Int` in `n as N Int`: the type would silently become part of the
  /// name. A word that may be a type of the spec is looked at when all are known. The cursor is behind the wire name.
  ///
  /// - Parameters:
  ///   - label: the name before `as`, with its '?'.
  ///   - isTyped: whether a type stands before `as`.
  ///   - sign: where `as` begins.
  ///   - start: where the wire name begins.
  func refusesType(
    behindWire start: Int, of label: String, isTyped: Bool, as sign: Int, _ id: FindingID, _ findings: Findings
  ) -> Bool {
    let end = trimmed(at, from: start)
    guard bytes[start] != UInt8(ascii: "\""), let blank = Self.typeStart(bytes[start..<end]) else { return false }
    var stop = blank
    while stop > start, Cursor.isBlank(bytes[stop - 1]) || bytes[stop - 1] == UInt8(ascii: ":") { stop -= 1 }
    guard stop > start else { return false }
    let (wire, type) = (text(start..<stop), text(blank..<end))
    let fixed = "\(type) as \(wire)"
    let finding = Diagnostic.finding(
      .error, id,
      isTyped
        ? "unexpected '\(type)' after the wire name '\(wire)', because a type is before 'as'"
        : "the type must be before 'as'; write '\(label) \(fixed)'", at: range(start..<end),
      notes: [.init("a wire name that contains a space must be in double quotes")],
      fixIts: isTyped ? [] : [.init("write the type before 'as'", range: range(sign..<end), replacement: fixed)])
    let name = type.last == "?" ? String(type.dropLast()) : type
    guard Shape.builtin(name) != nil || type.hasPrefix("[") || type.hasPrefix("(") else {
      findings.add(Suspicion([name], ifKnown: finding))
      return false
    }
    findings.add(finding)
    return true
  }

  /// The place of the last word with a capital letter, or of the first bracket behind a blank.
  private static func typeStart(_ name: ArraySlice<UInt8>) -> Int? {
    let starts = name.indices.dropFirst().filter { Cursor.isBlank(name[$0 - 1]) && !Cursor.isBlank(name[$0]) }
    if let bracket = starts.first(where: { name[$0] == UInt8(ascii: "[") || name[$0] == UInt8(ascii: "(") }) { return bracket }
    return starts.last.flatMap { name[$0] &- 0x41 < 26 ? $0 : nil }
  }
}

extension ShapeParser {
  /// Whether the text after a name shows that the type is in the syntax of another language: `User[]`, `Array<User>`, `array of User`.
  private func mayBeForeign(_ name: Range<Int>) -> Bool {
    guard let next = cursor.current else { return false }
    if next == UInt8(ascii: "[") || next == UInt8(ascii: "<") || next == UInt8(ascii: ".") { return true }
    if next == UInt8(ascii: "/") { return true }
    // Type names do not start with a lowercase letter.
    return Cursor.isBlank(next) && (cursor.bytes[name.lowerBound] &- 0x61 < 26 || cursor.holds("of ", at: cursor.at + 1))
  }

  /// Reports a type in the syntax of another language. Returns true after a finding.
  mutating func refuseForeign(from start: Int) -> Bool {
    guard let foreign = ForeignType(cursor, at: start) else { return false }
    let isPlain = cursor.node.scalar?.isPlain ?? false
    let isWhole = start == 0 && foreign.end == cursor.bytes.count
    let range = cursor.range(start..<foreign.end)
    let written = ForeignType.written(foreign.meant, isWhole: isWhole, isPlain: isPlain)
    findings.error(.shape, foreign.message, at: range, fix: "replace with", with: written)
    cursor.at = foreign.end
    return true
  }
}

enum Shapes {
  static func read(_ cursor: Cursor, _ findings: Findings, takesHead: Bool = false) -> ShapeDeclaration? {
    var parser = ShapeParser(cursor, findings: findings)
    parser.takesHead = takesHead
    guard let shape = parser.shape() else {
      parser.refuseWords()
      return nil
    }
    parser.cursor.skipBlanks()
    guard parser.cursor.isAtEnd else {
      if parser.refuseForeign(from: cursor.at) { return nil }
      return findings.fail(.shape, "unexpected '\(parser.cursor.rest)' after the type", at: parser.cursor.restRange)
    }
    return ShapeDeclaration(shape, uses: parser.uses)
  }

  /// Reads a shape, or a mode in lowercase: `events [shape]`, `lines [shape]`, `bytes`, `text`, `headers`; `Void` discards.
  static func result(_ whole: Cursor, _ findings: Findings) -> ResultDeclaration? {
    var cursor = whole
    cursor.skipBlanks()
    let start = cursor.at
    var isWord = false
    if let first = cursor.current, (97...122).contains(first), let word = cursor.takeName(), !cursor.isBeforeBar {
      let mode = cursor.text(word)
      cursor.skipBlanks()
      switch mode {
      case "events", "lines":
        if cursor.isAtEnd { return ResultDeclaration(mode == "events" ? .events(nil) : .lines(nil)) }
        guard let read = read(cursor, findings) else { return nil }
        return ResultDeclaration(mode == "events" ? .events(read.shape) : .lines(read.shape), uses: read.uses)
      case "bytes", "text", "headers":
        guard cursor.isAtEnd else { return findings.fail(.shape, "unexpected text after '\(mode)'", at: cursor.restRange) }
        return ResultDeclaration(mode == "bytes" ? .bytes : mode == "text" ? .text : .headers)
      default:
        if let nearest = findings.nearest(to: mode, among: ResultModel.modes) {
          findings.unknown(.unknownType, "result", mode, of: "", nearest, among: ResultModel.modes, at: cursor.range(word))
          return nil
        }
        // It probably means a type, which is checked once all types are known.
        isWord = true
      }
    }
    cursor.at = start
    guard var read = read(cursor, findings, takesHead: true) else { return nil }
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
