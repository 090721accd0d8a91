package import Dial
import DialAdvice

/// The object in the file of `--args`, JSON or YAML.
package struct ArgumentFile {
  /// An argument. A number in YAML can be a text for the spec: `zip: 01234`.
  package struct Member {
    package let name: String
    package let value: JSON
    fileprivate let node: Node?

    package func value(as shape: Shape, _ types: TypeTable) -> JSON { node.map { ArgumentFile.value(value, $0, shape, types) } ?? value }
  }

  private static let stdinName = "<stdin>"

  package let stdin: StandardInput

  package func members(of path: String) throws(Failure) -> [Member] {
    if path == "-" { return try Self.members(try stdin.read(for: "--args"), name: Self.stdinName) }
    if path.hasPrefix("{"), !LocalFile(path).exists {
      throw Self.refused(
        "--args: cannot read '{…': it does not exist",
        hint: "--args requires a file; write arguments as name=value or name:=json, or pipe the JSON to --args -")
    }
    let bytes: [UInt8]
    do throws(Failure) {
      bytes = try LocalFile(path).read()
    } catch {
      let plain = ShellWord.quoted(String(path.dropFirst()))
      throw Self.refused("--args: \(error.message)", hint: path.hasPrefix("@") ? "write the file without '@': --args \(plain)" : nil)
    }
    return try Self.members(bytes, name: path)
  }

  /// Parses the members: JSON, otherwise YAML.
  package static func members(_ bytes: [UInt8], name: String) throws(Failure) -> [Member] {
    let shown = name == stdinName ? "standard input" : "'\(name)'"
    let json = try? JSON(parsing: bytes)
    let (value, nodes): (JSON?, [Entry]?) = if let json { (json, nil) } else { try yaml(bytes, name, shown) }
    guard let members = value?.asObject else {
      throw refused("--args: expected an object of arguments in \(shown), found \(value?.asKind.noun ?? "nothing")")
    }
    if let json, case .member(let twice)? = JSONPath.duplicates(in: json, limit: 1).first?.steps.last {
      throw refused("--args: duplicate key '\(twice)'")
    }
    if members.contains(where: { $0.name.isEmpty }) { throw refused("--args: an argument name is empty; to send a whole body, use '_'") }
    return members.enumerated().map { Member(name: $1.name, value: $1.value, node: nodes?[safe: $0]?.value) }
  }

  /// Returns the value of YAML with the nodes of its members.
  private static func yaml(_ bytes: [UInt8], _ name: String, _ shown: String) throws(Failure) -> (JSON?, [Entry]?) {
    guard bytes.contains(where: { !" \t\r\n".utf8.contains($0) }) else {
      throw refused("--args: \(shown) is empty; send a JSON object such as {\"id\": 7}, or {}")
    }
    let document = YAMLReader.read(bytes, name: name)
    let findings = Findings()
    var value: JSON?
    if document.isValid, let root = document.root { value = Values.json(root, findings) }
    let faults = (SyntaxSlip.diagnostics(of: document) + findings.diagnostics).filter { $0.severity == .error }
    if let first = faults.first {
      let others = faults.dropFirst().map { "\n\(place($0)): \($0.message)" }.joined()
      throw refused("--args: \(place(first)): \(first.message)\(others)")
    }
    return (value, document.root?.mapping)
  }

  /// Converts a YAML value to a declared type. A scalar keeps its text if the type is text, or if no type is declared and JSON would
  /// write the number differently.
  private static func value(_ json: JSON, _ node: Node, _ declared: Shape, _ types: TypeTable) -> JSON {
    let shape = types.resolve(declared.wrapped).wrapped
    switch node.content {
    case .scalar(let scalar):
      guard scalar.isPlain, json.asKind == .number || json.asKind == .bool else { return json }
      let isOther = json.asKind == .number && JSONWriter.text(json) != scalar.text
      switch shape {
      case .string, .date, .day, .url, .uuid, .data, .file: return .string(scalar.text)
      case .literals(let values): return values.contains(json) ? json : shape.value(of: scalar.text)
      case .union(let union):
        // A number in other digits than those of JSON may be a text: `01234`.
        let takesText = union.alternatives.contains { types.unwrapped($0).isText }
        let isLiteral = union.alternatives.contains {
          if case .literals(let values) = types.unwrapped($0) { values.contains(json) } else { false }
        }
        return isLiteral ? json : takesText && (isOther || !isValue(json, of: union, types)) ? .string(scalar.text) : json
      case .json: return isOther ? .string(scalar.text) : json
      default: return json
      }
    case .sequence(let nodes):
      let item: Shape = if case .array(let item) = shape { item } else { .json }
      return .array(zip(json.asArray.map(Array.init) ?? [], nodes).map { value($0, $1, item, types) })
    case .mapping(let entries):
      return .object(
        zip(json.asObject.map(Array.init) ?? [], entries).map { member, entry in
          (member.name, value(member.value, entry.value, self.shape(of: member.name, in: shape), types))
        })
    }
  }

  private static func isValue(_ json: JSON, of union: Shape.Union, _ types: TypeTable) -> Bool {
    union.alternatives.contains { ShapeCheck(types: types).fits(json, $0) }
  }

  private static func shape(of member: String, in shape: Shape) -> Shape {
    switch shape {
    case .record(let record): record.members.first { $0.label == member || $0.wire == member }?.shape ?? .json
    case .dictionary(let item): item
    default: .json
    }
  }

  private static func place(_ finding: Diagnostic) -> String {
    "\(finding.range.file.name):\(finding.range.start.line):\(finding.range.start.column)"
  }

  private static func refused(_ message: String, hint: String? = nil) -> Failure {
    Failure("arguments", message, exit: ExitStatus.usage, hint: hint)
  }
}
