/// A collection of the standard library. It is probed with one element, and is empty if that cannot be created.
protocol ProbedCollection {
  static func probed(by probe: TypeProbe, _ node: ProbeNode) -> Any
}

extension Array: ProbedCollection where Element: Decodable {
  static func probed(by probe: TypeProbe, _ node: ProbeNode) -> Any {
    let item = ProbeNode()
    node.kind = .array(.any)
    node.item = item
    return (try? probe.value(Element.self, item)).map { [$0] } ?? []
  }
}

extension Set: ProbedCollection where Element: Decodable {
  static func probed(by probe: TypeProbe, _ node: ProbeNode) -> Any { Self([Element].probed(by: probe, node) as? [Element] ?? []) }
}

extension Dictionary: ProbedCollection where Key: Decodable, Value: Decodable {
  static func probed(by probe: TypeProbe, _ node: ProbeNode) -> Any {
    let item = ProbeNode()
    _ = try? probe.value(Value.self, item)
    // A dictionary with other keys than strings and integers encodes as an array of keys and values.
    if Key.self == String.self || Key.self == Int.self {
      node.kind = .dictionary(.any)
      node.item = item
    }
    return Self()
  }
}

extension Optional: ProbedCollection where Wrapped: Decodable {
  static func probed(by probe: TypeProbe, _ node: ProbeNode) -> Any {
    node.isOptional = true
    return (try? probe.value(Wrapped.self, node)) as Self as Any
  }
}
