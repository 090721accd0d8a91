import DialBuild
import DialModel
import DialSyntax

/// Reads a type: a text, a list of one type, or a mapping of members.
struct ShapeNodeReader {
  let findings: Findings
  /// Whether members can come from the head of a response.
  private let takesHead: Bool
  /// Whether it is the type of a member.
  private let isMember: Bool
  /// Whether the members of a mapping change those of another document.
  private let isOverlay: Bool
  private var uses: [TypeUse] = []
  private var change: ShapeChange?

  private init(_ findings: Findings, takesHead: Bool, isMember: Bool = false, isOverlay: Bool) {
    (self.findings, self.takesHead, self.isMember, self.isOverlay) = (findings, takesHead, isMember, isOverlay)
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

  private mutating func inner(_ node: Node, isMember: Bool = false, isOverlay: Bool = false) throws(ParseError) -> (
    shape: Shape, change: ShapeChange?
  )? {
    var reader = ShapeNodeReader(findings, takesHead: false, isMember: isMember, isOverlay: isOverlay)
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

  /// Reads a mapping of members; `{}` is an object with unknown members.
  private mutating func record(_ node: Node, _ entries: [Entry]) throws(ParseError) -> Shape? {
    if findings.refuseShape(node, isMember: isMember) { return nil }
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

  private mutating func value(_ node: Node, of label: String) throws(ParseError) -> (Shape, String?)? {
    guard let scalar = node.scalar, !(scalar.text.isEmpty && scalar.isPlain) else {
      guard let (shape, inner) = try inner(node, isMember: true, isOverlay: isOverlay) else { return nil }
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
