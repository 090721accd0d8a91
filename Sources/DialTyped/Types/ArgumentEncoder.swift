public import DialEngine
import DialJSON
import DialMessage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Splits a value into arguments: each member of an object is one, anything else is the whole body.
///
/// It sees the Swift values of members, so that ``RequestComponent``s, files and bytes are preserved.
struct ArgumentEncoder: Encoder, SingleValueEncodingContainer, UnkeyedEncodingContainer {
  /// Thrown for a value that does not encode as an object, which makes it the whole body.
  struct IsWhole: Error {}

  final class Sink {
    var arguments = Arguments()
    var isWhole = false
    let type: String

    init(_ type: String) { self.type = type }
  }

  let sink: Sink

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { 0 }

  static func arguments(of value: some Encodable) -> Arguments {
    let sink = Sink("\(type(of: value))")
    if let members = value as? [String: any Encodable] {
      // Dictionaries have no order: sort, so that the same call sends the same bytes.
      for (name, member) in members.sorted(by: { $0.key < $1.key }) { sink.arguments.append(name, encodable: member) }
      return sink.arguments
    }
    if isWhole(value) {
      sink.isWhole = true
    } else {
      do {
        try value.encode(to: ArgumentEncoder(sink: sink))
      } catch {
        if !sink.isWhole, !(error is IsWhole) {
          sink.arguments.refuse("cannot encode '\(sink.type)' as arguments: \(error)")
        }
      }
    }
    if sink.isWhole {
      var whole = Arguments()
      whole.append("_", encodable: value)
      return whole
    }
    return sink.arguments
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ArgumentWriter<Key>(sink: sink))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    sink.isWhole = true
    return self
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  mutating func encodeNil() throws { throw whole() }

  /// A type that encodes as another one, such as a raw value, is handled as that one.
  mutating func encode<T: Encodable>(_ value: T) throws {
    if sink.isWhole || Self.isWhole(value) { throw whole() }
    switch value {
    case is String, is Bool, is any FixedWidthInteger, is any BinaryFloatingPoint: throw whole()
    default: try value.encode(to: ArgumentEncoder(sink: sink))
    }
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(ArgumentWriter<Key>(sink: .init(sink.type)))
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }

  mutating func superEncoder() -> any Encoder { ArgumentEncoder(sink: .init(sink.type)) }

  private func whole() -> IsWhole {
    sink.isWhole = true
    return IsWhole()
  }

  private static func isWhole(_ value: some Encodable) -> Bool {
    switch value {
    case is File, is Data: true
    case let json as JSON: json.asKind != .object
    default: false
    }
  }
}

extension Arguments {
  /// Creates arguments from the members of a value that encodes to an object; nil is omitted. Any other value is the whole body.
  ///
  /// A value that cannot be encoded is reported by the call, as a ``CallError`` with code `arguments`.
  ///
  /// ```swift
  /// struct Draft: Encodable, Sendable { var title: String; var due: Date? }
  /// try await tasks.call("add", Arguments(encoding: Draft(title: "Sow", due: nil)))
  /// ```
  public init(encoding value: some Encodable) { self = ArgumentEncoder.arguments(of: value) }
}

struct ArgumentWriter<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let sink: ArgumentEncoder.Sink

  var codingPath: [any CodingKey] { [] }

  mutating func encodeNil(forKey key: Key) throws { sink.arguments.append(key.stringValue, json: .null) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if let component = value as? any RequestComponent {
      sink.arguments.append(component, property: key.stringValue)
    } else {
      sink.arguments.append(key.stringValue, encodable: value)
    }
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
    refuse(key)
    return KeyedEncodingContainer(ArgumentWriter<Nested>(sink: .init(sink.type)))
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    refuse(key)
    return ArgumentEncoder(sink: .init(sink.type))
  }

  /// The members of a superclass are on the same level.
  mutating func superEncoder() -> any Encoder { ArgumentEncoder(sink: sink) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { ArgumentEncoder(sink: sink) }

  private func refuse(_ key: Key) {
    sink.arguments.refuse(
      "'\(sink.type)' encodes '\(key.stringValue)' with a nested container; encode it as a single value",
      about: key.stringValue)
  }
}
