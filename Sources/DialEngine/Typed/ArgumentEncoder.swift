/// Takes a value apart into arguments: the members of an object are one each, anything else is the whole body.
///
/// Of members it sees the Swift values themselves, so that ``RequestComponent``s, files and bytes keep what JSON has no word for.
struct ArgumentEncoder: Encoder {
  /// What is gathered so far, shared by the containers.
  final class Sink {
    var arguments = Arguments()
    /// Whether the value turned out to be no object.
    var isWhole = false
    /// The type of the value, for messages.
    let type: String

    init(_ type: String) { self.type = type }
  }

  let sink: Sink

  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// The arguments that a value stands for. What cannot be encoded is a fault of theirs.
  static func arguments(of value: some Encodable) -> Arguments {
    let sink = Sink("\(type(of: value))")
    if let members = value as? [String: any Encodable] {
      // Sorted, so that the same call gives the same bytes: Swift's dictionaries have no order.
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
    return WholeWriter(sink: sink)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { WholeWriter(sink: sink) }
}

extension Arguments {
  /// From any value that encodes to an object: its members are the arguments, and a member that is nil is not given. A value of another
  /// kind is the whole body.
  ///
  /// What cannot be encoded is reported by the call, as a ``CallError`` of code `arguments`.
  ///
  /// ```swift
  /// struct Draft: Encodable, Sendable { var title: String; var due: Date? }
  /// try await tasks.call("add", Arguments(encoding: Draft(title: "Sow", due: nil)))
  /// ```
  public init(encoding value: some Encodable) { self = ArgumentEncoder.arguments(of: value) }
}

/// Any text as a key.
struct TextKey: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
