import DialJSON
import DialMessage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Finds out what a Decodable type reads: it is decoded from answers that are always there, and what it asks for is written down.
///
/// A type that refuses the answers is known as far as it got. A type that holds itself ends at the second meeting.
final class TypeProbe {
  private var trail: [ObjectIdentifier] = []

  struct IsEndless: Error {}

  static func shape<T: Decodable>(of type: T.Type) -> SwiftShape {
    let node = ProbeNode()
    _ = try? TypeProbe().value(type, node)
    return node.shape
  }

  /// A value of the type, made of empty answers; what it asked for is in the node.
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
    func found(_ shape: SwiftShape, _ value: Any) -> Any {
      node.kind = shape
      return value
    }
    if type == JSON.self { return found(.any, JSON.null) }
    if type == String.self { return found(.string, "") }
    if type == Date.self { return found(.date, Date(timeIntervalSince1970: 0)) }
    if type == Data.self { return found(.data, Data()) }
    if type == Decimal.self { return found(.number, Decimal(0)) }
    if type == URL.self { return found(.text, URL(filePath: "/")) }
    if type == UUID.self { return found(.text, UUID()) }
    if type == File.self { return found(.file, File("")) }
    return nil
  }

  /// The first case of an enum that lists them: it would refuse an empty answer.
  private static func firstCase<T>(_ type: T.Type, _ node: ProbeNode) -> T? {
    func first<Cases: CaseIterable>(_ type: Cases.Type) -> Any? { type.allCases.first }
    guard let cases = type as? any CaseIterable.Type, let value = first(cases) as? T else { return nil }
    switch (value as? any RawRepresentable)?.rawValue {
    case is String: node.kind = .string
    case is any BinaryInteger: node.kind = .integer
    default: node.kind = .any
    }
    return value
  }
}
