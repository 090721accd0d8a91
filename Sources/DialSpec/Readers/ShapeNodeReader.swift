import DialBuild
import DialModel
import DialSyntax

/// Reads a type: a text, a list of one type, or a mapping of members.
struct ShapeNodeReader {
  let findings: Findings
  /// Whether members can come from the head of a response.
  private let takesHead: Bool
  /// Whether the members of a mapping change those of another document.
  private let isOverlay: Bool
  private var uses: [TypeUse] = []
  private var change: ShapeChange?

  private init(_ findings: Findings, takesHead: Bool, isOverlay: Bool) {
    (self.findings, self.takesHead, self.isOverlay) = (findings, takesHead, isOverlay)
  }

  static func read(_ node: Node, _ findings: Findings, takesHead: Bool = false, isOverlay: Bool = false) -> ShapeDeclaration? {
    var reader = ShapeNodeReader(findings, takesHead: takesHead, isOverlay: isOverlay)
    do throws(ParseError) {
      guard let shape = try reader.read(node) else { return nil }
      return ShapeDeclaration(shape, uses: reader.uses, change: reader.change)
    } catch {
      return findings.fail(error)
    }
  }

  private mutating func inner(_ node: Node, isOverlay: Bool = false) throws(ParseError) -> (shape: Shape, change: ShapeChange?)? {
    var reader = ShapeNodeReader(findings, takesHead: false, isOverlay: isOverlay)
    guard let shape = try reader.read(node) else { return nil }
    uses += reader.uses
    return (shape, reader.change)
  }

  private mutating func read(_ node: Node) throws(ParseError) -> Shape? {
    switch node.content {
    case .scalar(let scalar):
      if scalar.text.isEmpty, scalar.isPlain { return .json }
      if let shape = Shape.plain(scalar.text) { return shape }
      let read = try Shapes.read(Cursor(node, text: scalar.text), findings)
      uses += read.uses
      return read.shape
    case .sequence(let items): return try list(node, items)
    case .mapping(let entries): return try record(node, entries)
    }
  }

  private mutating func list(_ node: Node, _ items: [Node]) throws(ParseError) -> Shape? {
    guard items.count == 1, let item = items.first else {
      if refuseAlternatives(items, in: node) { return nil }
      return findings.fail(
        .shape, "an array must have one type, such as [User]; write a tuple as (a, b) or {a, b}", value: node, of: "type")
    }
    if let entries = item.mapping, entries.contains(where: { $0.name == "String" }) {
      let value = entries.first?.value.text ?? "T"
      let fixed = "\"[String: \(value)]\""
      return findings.fail(
        .shape, "YAML reads this as a list of records; write \(fixed)", at: node.range, fix: "quote the type", with: fixed)
    }
    return try inner(item).map { .array($0.shape) }
  }

  /// Reports `[song, podcast]`, which is `song | podcast`. Returns true after a finding.
  private func refuseAlternatives(_ items: [Node], in node: Node) -> Bool {
    let words = items.compactMap(\.text)
    guard words.count > 1, words.count == items.count else { return false }
    let arePlain = words.allSatisfy(Shape.isLiteral)
    let areTexts = items.allSatisfy { $0.scalar?.isPlain == false }
    guard arePlain || areTexts, !words.contains(where: { $0.utf8.contains(UInt8(ascii: "\"")) }) else { return false }
    let union = words.map { arePlain ? $0 : "\"\($0)\"" }.joined(separator: " | ")
    return findings.refuse(
      .shape, "literals are separated by '|'; write '\(union)'", at: node.range, fix: "write '|'",
      with: arePlain ? union : Scalar.quoted(union))
  }

  /// Reports `{$ref: "#/types/User"}` and `{enum: [a, b]}`. Returns true after a finding.
  private func refuseSchema(_ entries: [Entry], in node: Node) -> Bool {
    if let name = entries.first(where: { $0.name == "$ref" })?.value.text?.split(separator: "/").last.map(String.init), Name.isValid(name) {
      return findings.refuse(
        .shape, "to use a declared type, write its name: '\(name)'", at: node.range,
        fix: "write the name", with: entries.count == 1 ? name : nil)
    }
    if let type = schema(entries) {
      return findings.refuse(.shape, "this is a type of JSON Schema; write '\(type)'", at: node.range, fix: "replace with", with: type)
    }
    guard let words = entries.first(where: { $0.name == "enum" })?.value.sequence, words.count > 1,
      entries.count == 1 || entries.contains(where: { $0.name == "type" })
    else { return false }
    return refuseAlternatives(words, in: node)
  }

  /// Keys of JSON Schema that a mapping without a type has.
  private static let keywords: Set = ["$ref", "enum", "properties", "items"]

  /// Returns the type of `{type: object, properties: {…}}` and `{type: array, items: {…}}`, in flow style; nil if it says more.
  private func schema(_ entries: [Entry]) -> String? {
    func value(_ name: String) -> Node? { entries.first { $0.name == name }?.value }
    guard let word = value("type")?.text else { return nil }
    if entries.count == 1 { return Shape.type(meantBy: word) }
    if word == "array", entries.count == 2, let item = value("items")?.mapping { return schema(item).map { "[\($0)]" } }
    guard word == "object", let properties = value("properties")?.mapping else { return nil }
    let required = value("required")?.sequence.map { Set($0.compactMap(\.text)) }
    guard entries.count == (required == nil ? 2 : 3) else { return nil }
    var members: [String] = []
    for property in properties {
      guard Name.isASCII(property.name), let inner = property.value.mapping, let type = schema(inner) else { return nil }
      members.append("\(property.name): \(type)\(required?.contains(property.name) ?? true ? "" : "?")")
    }
    return "{\(members.joined(separator: ", "))}"
  }

  /// Reads a mapping of members; `{}` is an object with unknown members.
  private mutating func record(_ node: Node, _ entries: [Entry]) throws(ParseError) -> Shape? {
    if entries.count < 4, entries.contains(where: { Self.keywords.contains($0.name) }), refuseSchema(entries, in: node) { return nil }
    guard findings.takes(entries.count, "members", in: "a type", at: node.range) else { return nil }
    var members: [Shape.Member] = []
    members.reserveCapacity(entries.count)
    if isOverlay { change = ShapeChange() }
    for index in entries.indices {
      if isOverlay, entries[index].value.isNull {
        change?.removed.append((entries[index].name, entries[index].key.range))
        continue
      }
      guard let member = try member(entries[index]) else { return nil }
      members.append(member)
    }
    if takesHead { HeadMembers.settle(&members) }
    ShapeNames.check(members, findings)
    return .record(.init(members: members))
  }

  /// Reads `name: Type`, `name?: Type`, `name: Type as wire`, `name as wire: Type`, or a name alone.
  private mutating func member(_ entry: Entry) throws(ParseError) -> Shape.Member? {
    let key = entry.key.text ?? ""
    if key.utf8.first == UInt8(ascii: "(") {
      return findings.fail(.shape, "YAML reads '\(key)' as a key; quote the whole tuple", at: entry.key.range)
    }
    if Values.swallowed(entry, findings) { return nil }
    if takesHead, Name.isValid(key), let scalar = entry.value.scalar {
      var cursor = Cursor(entry.value, text: scalar.text)
      if let member = try HeadMembers.read(&cursor, label: key, entry.key.range, false, &uses, findings) { return member }
    }
    if entry.key.scalar?.isPlain == true, Name.isASCII(key) {
      guard let (shape, wire) = try value(entry.value, of: key) else { return nil }
      return .init(label: key, wire: wire ?? key, shape: shape, range: entry.key.range)
    }
    var cursor = Cursor(entry.key, text: key)
    guard let name = cursor.takeName() else {
      return findings.fail(.invalidName, "'\(key)' is not a valid member name", at: entry.key.range)
    }
    let label = cursor.text(name)
    let range = cursor.range(name)
    ShapeNames.check(label, at: range, findings)
    let isOptional = cursor.take(UInt8(ascii: "?"))
    var wire = label
    cursor.skipBlanks()
    if !cursor.isAtEnd {
      var parser = ShapeParser(cursor, findings: findings)
      wire = try wireName(&parser)
    }
    guard let (shape, renamed) = try value(entry.value, of: label) else { return nil }
    let declared = isOptional && !shape.isOptional ? Shape.optional(shape) : shape
    return .init(label: label, wire: renamed ?? wire, shape: declared, range: range)
  }

  /// Reports `{values: [a, b]}` and `{type: Int, as: ID}`, which declare a parameter. Returns true after an error.
  private func refusesDeclaration(_ node: Node) -> Bool {
    guard let entries = node.mapping, !entries.isEmpty, entries.allSatisfy({ KeyTable.parameter.contains($0.name) }) else { return false }
    func text(_ name: String) -> String? { entries.first { $0.name == name }?.value.text }
    let type = text("type")
    if let type, entries.count == 1 {
      guard Shape.builtin(type) != nil else { return false }
      findings.warning(
        .shape, "this is a record with the member 'type'; for the type, write '\(type)', for the record '(type \(type))'", at: node.range)
      return false
    }
    let words = entries.first { $0.name == "values" }?.value.sequence?.compactMap(\.text) ?? []
    guard
      !words.isEmpty
        || type != nil
          && entries.contains(where: {
            ["as", "doc", "default", "example"].contains($0.name) && $0.value.text.map { !Self.isType($0) } ?? false
          })
    else { return false }
    let wire = text("as").map { " as \($0)" } ?? ""
    let meant = words.isEmpty ? (type ?? "") + wire : words.map { Shape.isLiteral($0) ? $0 : "\"\($0)\"" }.joined(separator: " | ")
    return findings.refuse(
      .shape, "these keys declare a parameter; for a member, write only its type: '\(meant)'", at: node.range)
  }

  private static func isType(_ text: String) -> Bool { Name.isASCII(text) && text.first?.isUppercase ?? false }

  private mutating func value(_ node: Node, of label: String) throws(ParseError) -> (Shape, String?)? {
    if refusesDeclaration(node) { return nil }
    guard let scalar = node.scalar, !(scalar.text.isEmpty && scalar.isPlain) else {
      guard let (shape, inner) = try inner(node, isOverlay: isOverlay) else { return nil }
      if let inner { change?.members[label] = inner }
      return (shape, nil)
    }
    if let shape = Shape.plain(scalar.text) { return (shape, nil) }
    var parser = ShapeParser(Cursor(node, text: scalar.text), findings: findings)
    let shape = try parser.shape()
    uses += parser.uses
    parser.cursor.skipBlanks()
    if parser.cursor.isAtEnd { return (shape, nil) }
    return (shape, try wireName(&parser))
  }

  private func wireName(_ parser: inout ShapeParser) throws(ParseError) -> String {
    guard parser.cursor.isAt(word: "as") else { throw parser.cursor.error(.end(after: "the type"), from: 0) }
    let wire = try parser.wireName(of: "", isTyped: true)
    guard parser.cursor.isAtEnd else { throw parser.cursor.error(.end(after: "the wire name"), from: 0) }
    return wire
  }
}
