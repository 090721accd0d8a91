/// A value that is being encoded. Containers share it, so that what is written late lands in its place.
final class EncodingNode {
  /// What was written so far.
  enum Content {
    case nothing
    case value(JSON)
    case members([(name: String, value: EncodingNode)])
    case elements([EncodingNode])
  }

  var content = Content.nothing
  /// Whether the members come from a Dictionary, which has no order of its own.
  var isUnordered = false

  /// The greatest depth of an encoding, which recurses with the value.
  static let maxDepth = 512

  /// The finished value.
  var json: JSON {
    switch content {
    case .nothing: return .object([])
    case .value(let json): return json
    case .elements(let elements): return .array(elements.map(\.json))
    case .members(let members):
      let pairs = members.map { ($0.name, $0.value.json) }
      return .object(isUnordered ? pairs.sorted { $0.0.utf8.lexicographicallyPrecedes($1.0.utf8) } : pairs)
    }
  }

  func append(_ node: EncodingNode) {
    guard case .elements(var elements) = content else { return }
    content = .nothing
    elements.append(node)
    content = .elements(elements)
  }

  func set(_ node: EncodingNode, for name: String) {
    guard case .members(var members) = content else { return }
    content = .nothing
    members.append((name, node))
    content = .members(members)
  }

  convenience init(_ json: JSON) {
    self.init()
    content = .value(json)
  }

  /// The node of any value.
  static func of<T: Encodable>(_ value: T, at step: CodingStep?) throws -> EncodingNode {
    if let json = value as? JSON { return EncodingNode(json.orNull) }
    if let json = try foundationValue(value, at: step) { return EncodingNode(json) }
    guard (step?.depth ?? 0) <= maxDepth else { throw invalid("nested deeper than \(maxDepth) levels", at: step) }
    let node = EncodingNode()
    try value.encode(to: ValueEncoder(node: node, step: step))
    node.isUnordered = value is any UnorderedMembers
    return node
  }

  /// The node of a floating-point number: its fewest digits.
  static func of<T: BinaryFloatingPoint & CustomStringConvertible>(float value: T, at step: CodingStep?) throws
    -> EncodingNode
  {
    guard value.isFinite, let json = JSON.number(value.description) else {
      throw invalid("'\(value)' is not a JSON number", at: step)
    }
    return EncodingNode(json)
  }

  static func of(integer value: some FixedWidthInteger) -> EncodingNode {
    EncodingNode(JSON(.number(String(value))))
  }

  static func invalid(_ message: String, at step: CodingStep?) -> JSONError {
    let path = JSONPath(steps: step.steps).text
    return JSONError(.range, path.isEmpty ? message : "\(message), in '\(path)'", path: path)
  }
}

/// A Dictionary, whatever it holds.
protocol UnorderedMembers {}

extension Dictionary: UnorderedMembers {}
