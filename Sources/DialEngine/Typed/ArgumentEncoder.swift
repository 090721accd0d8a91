/// Splits a value into arguments: each member of an object is one, anything else is the whole body.
///
/// It sees the Swift values of members, so that ``RequestComponent``s, files and bytes are preserved.
struct ArgumentEncoder: Encoder {
  /// The arguments so far, shared by the containers.
  final class Sink {
    var arguments = Arguments()
    /// Whether the value is not an object.
    var isWhole = false
    /// The type of the value, for messages.
    let type: String

    init(_ type: String) { self.type = type }
  }

  let sink: Sink

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Returns the arguments of a value. Values that cannot be encoded are faults.
  static func arguments(of value: some Encodable) -> Arguments {
    let sink = Sink("\(type(of: value))")
    if let members = value as? [String: any Encodable] {
      // Sorted, so that the same call sends the same bytes: dictionaries have no order.
      for (name, member) in members.sorted(by: { $0.key < $1.key }) { sink.arguments.append(name, encodable: member) }
      return sink.arguments
    }
    if ArgumentWriter<TextKey>.isWhole(value) {
      sink.isWhole = true
    } else {
      do {
        try value.encode(to: ArgumentEncoder(sink: sink))
      } catch {
        if !sink.isWhole, !(error is WholeWriter.IsWhole) {
          sink.arguments.refuse("'\(sink.type)' cannot be taken apart into arguments: \(error)")
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
    return WholeWriter(sink: sink)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { WholeWriter(sink: sink) }
}

/// A key with any text.
struct TextKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
