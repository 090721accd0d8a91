import DialEngine
import DialJSON
import DialMessage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds out what a Decodable type decodes, by providing values and recording what it asks for.
///
/// A type that rejects a value is known up to that point. A type that contains itself ends at its second occurrence.
final class TypeProbe {
  private var trail: [ObjectIdentifier] = []

  struct IsEndless: Error {}

  static func shape<T: Decodable>(of type: T.Type) -> SwiftShape {
    let node = ProbeNode()
    _ = try? TypeProbe().value(type, node)
    return node.shape
  }

  /// Returns a value of the type made from empty values, and records what it asks for in the node.
  func value<T: Decodable>(_ type: T.Type, _ node: ProbeNode) throws -> T {
    if let known = Self.known(type, node) as? T { return known }
    if let list = type as? any ProbedCollection.Type, let value = list.probed(by: self, node) as? T { return value }
    if let value = Self.firstCase(type, node) { return value }
    let id = ObjectIdentifier(type)
    guard !trail.contains(id) else { throw IsEndless() }
    trail.append(id)
    defer { trail.removeLast() }
    do {
      return try T(from: ProbeDecoder(probe: self, node: node))
    } catch {
      node.isComplete = false
      throw error
    }
  }

  private static func known(_ type: Any.Type, _ node: ProbeNode) -> Any? {
    func found(_ scalar: SwiftShape.Scalar, _ value: Any) -> Any {
      node.kind = .scalar(scalar)
      return value
    }
    if type == JSON.self { return JSON.null }
    if type == String.self { return found(.string, "") }
    if type == Bool.self { return found(.bool, false) }
    if let integer = type as? any FixedWidthInteger.Type { return found(.integer, integer.zero) }
    if let number = type as? any BinaryFloatingPoint.Type { return found(.number, number.zero) }
    if type == Date.self { return found(.date, Date(timeIntervalSince1970: 0)) }
    if type == Data.self { return found(.data, Data()) }
    if type == Decimal.self { return found(.number, Decimal(0)) }
    if type == URL.self { return found(.text, URL(filePath: "/")) }
    if type == UUID.self { return found(.text, UUID()) }
    if type == File.self { return found(.file, File("")) }
    return nil
  }

  /// Returns the first case of an enum that lists its cases, because it would reject an empty value.
  private static func firstCase<T>(_ type: T.Type, _ node: ProbeNode) -> T? {
    func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }
    guard let cases = type as? any CaseIterable.Type, let value = first(cases) as? T else { return nil }
    switch (value as? any RawRepresentable)?.rawValue {
    case is String: node.kind = .scalar(.string)
    case is any BinaryInteger: node.kind = .scalar(.integer)
    default: node.kind = .any
    }
    return value
  }
}

struct ProbeDecoder: Decoder, SingleValueDecodingContainer {
  let probe: TypeProbe
  let node: ProbeNode

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    node.members = node.members ?? []
    return KeyedDecodingContainer(ProbeKeyedReader<Key>(probe: probe, node: node))
  }

  func unkeyedContainer() -> any UnkeyedDecodingContainer {
    node.kind = .array(.any)
    return ProbeUnkeyedReader(probe: probe, node: node)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  func decodeNil() -> Bool {
    node.isOptional = true
    return false
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try probe.value(type, node) }
}

/// What one part of a probed type decodes.
final class ProbeNode {
  var kind: SwiftShape = .any
  var members: [(name: String, isOptional: Bool, node: ProbeNode)]?
  /// The node of the elements of an array, or the values of a dictionary.
  var item: ProbeNode?
  var isOptional = false
  var isComplete = true

  func member(_ name: String, isOptional: Bool) -> ProbeNode {
    if let known = members?.first(where: { $0.name == name }) { return known.node }
    let node = ProbeNode()
    members = (members ?? []) + [(name, isOptional, node)]
    return node
  }

  var shape: SwiftShape {
    if let members {
      return .record(
        members.map { .init(name: $0.name, isOptional: $0.isOptional || $0.node.isOptional, shape: $0.node.shape) }, isComplete: isComplete)
    }
    switch kind {
    case .array: return .array(item?.shape ?? .any)
    case .dictionary: return .dictionary(item?.shape ?? .any)
    default: return kind
    }
  }
}

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
