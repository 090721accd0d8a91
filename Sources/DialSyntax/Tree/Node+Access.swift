extension Node {
  /// The scalar, if the node is one.
  public var scalar: Scalar? {
    if case .scalar(let scalar) = content { scalar } else { nil }
  }

  /// The text, if the node is a scalar.
  public var text: String? { scalar?.text }

  /// The items, if the node is a list.
  public var sequence: [Node]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The entries in the order of the file, if the node is a mapping.
  public var mapping: [Entry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value of a key, if the node is a mapping that has it. Looks at one entry after another.
  public func value(for key: String) -> Node? {
    mapping?.first { $0.name == key }?.value
  }

  /// What the node is, for messages: "text", "a list" or "a mapping".
  public var kindName: String {
    switch content {
    case .scalar: "text"
    case .sequence: "a list"
    case .mapping: "a mapping"
    }
  }
}
