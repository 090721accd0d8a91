package import DialJSON
package import DialSyntax

/// Scalars are read by the YAML 1.2 core schema. Of equal keys, the last one counts.
extension Node: JSONPathNode {
  package func forEachChild(_ body: (JSONPathLocation.Step, Node) throws(JSONPathError) -> Void) throws(JSONPathError) {
    switch content {
    case .scalar: break
    case .sequence(let items): for (index, item) in items.enumerated() { try body(.index(index), item) }
    case .mapping(let entries): for entry in entries { try body(.member(entry.name), entry.value) }
    }
  }

  package var childCount: Int { sequence?.count ?? mapping?.count ?? 0 }

  package var primitive: JSON? {
    guard let scalar else { return nil }
    switch CoreSchema.value(of: self) {
    case .null?: return .null
    case .bool(let value)?: return .bool(value)
    case .number(let digits)?: return JSON.number(digits) ?? .string(digits)
    case .string(let text)?, .notFinite(let text)?: return .string(text)
    case nil: return .string(scalar.text)
    }
  }

  package func member(_ name: String) -> Node? { mapping?.last { $0.name.utf8.elementsEqual(name.utf8) }?.value }

  package func element(_ index: Int) -> Node? {
    guard let sequence, sequence.indices.contains(index) else { return nil }
    return sequence[index]
  }

  package var elementCount: Int? { sequence?.count }
}
