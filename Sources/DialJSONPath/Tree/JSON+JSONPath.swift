package import DialJSON

extension JSON: JSONPathNode {
  package func forEachChild(_ body: (JSONPathLocation.Step, JSON) throws(JSONPathError) -> Void) throws(JSONPathError) {
    if let elements = asArray {
      for (index, element) in elements.enumerated() { try body(.index(index), element) }
    } else if let members = asObject {
      for (name, value) in members { try body(.member(name), value) }
    }
  }

  package var childCount: Int { elementCount ?? memberCount }

  package var primitive: JSON? {
    switch asKind {
    case .array, .object: nil
    case .null, .bool, .number, .string, .absent: self
    }
  }

  package func member(_ name: String) -> JSON? { wireMember(name) }

  package func element(_ index: Int) -> JSON? {
    guard let elementCount, (0..<elementCount).contains(index) else { return nil }
    return self[index]
  }
}
