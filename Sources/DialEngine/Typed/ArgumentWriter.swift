import DialJSON
import DialMessage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Takes the members of a value, one argument each.
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
    return WholeWriter(sink: .init(sink.type))
  }

  /// What a class inherits is on the same level.
  mutating func superEncoder() -> any Encoder { ArgumentEncoder(sink: sink) }

  mutating func superEncoder(forKey key: Key) -> any Encoder { ArgumentEncoder(sink: sink) }

  private func refuse(_ key: Key) {
    sink.arguments.refuse(
      "'\(sink.type)' encodes '\(key.stringValue)' with a nested container; encode it as a single value",
      about: key.stringValue)
  }

  /// Whether a value is the whole body whatever it would encode as.
  static func isWhole(_ value: some Encodable) -> Bool {
    switch value {
    case is File, is Data: true
    case let json as JSON: json.asKind != .object
    default: false
    }
  }
}
