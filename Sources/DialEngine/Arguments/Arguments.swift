public import DialJSON
package import DialMessage
import DialModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The arguments of a call by name, in the order given.
///
/// A value is anything `Encodable`, a ``JSON``, a ``File``, or `nil` for absent. The name `_` is the whole body.
///
/// ```swift
/// try await users.call("create", ["email": "a@b.c", "age": age, "avatar": .file("a.jpg")])
/// ```
public struct Arguments: Sendable, ExpressibleByDictionaryLiteral {
  /// The value of an argument: anything `Encodable`, a ``JSON``, a ``File`` or a `Data`; nil is an argument that is not given.
  public typealias Value = (any Encodable & Sendable)?

  /// One argument as it was given.
  package struct Item: Sendable {
    package let name: String
    package internal(set) var value: ArgumentValue
  }

  /// What few arguments have.
  private struct Notes {
    var placed: [Int: PlacedArgument] = [:]
    var faults: [ArgumentFault] = []
    var refused: Set<String> = []
  }

  package private(set) var items: [Item] = []
  private var notes: CopyOnWrite<Notes>?

  /// Where the wrappers of a request put their items, by the index of the item.
  package var placed: [Int: PlacedArgument] { notes?.value.placed ?? [:] }
  /// What could not be turned into JSON; reported with the other faults of the call.
  package var faults: [ArgumentFault] { notes?.value.faults ?? [] }
  /// Names of arguments that were given and refused.
  package var refused: Set<String> { notes?.value.refused ?? [] }

  /// No arguments.
  public init() {}

  /// From a literal, in the order written. A name that stands there twice is an error of the call.
  public init(dictionaryLiteral elements: (String, Value)...) { self.init(elements: elements) }

  init(elements: [(String, Value)]) {
    items.reserveCapacity(elements.count)
    for case (let name, let value?) in elements { append(name, encodable: value) }
  }

  /// From a dictionary, whose order is not defined: names are sorted, so that the same call gives the same bytes.
  public init(_ values: [String: Value]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, value) }
  }

  /// From mixed nested literals, in the order written; what is nil is left out.
  public init(_ literals: Literals) {
    for (name, value) in literals.items { if let value { append(name, json: value) } }
  }

  /// From the members of a JSON object.
  public init(members: [(String, JSON)]) {
    for (name, value) in members { append(name, json: value) }
  }

  /// Mixed nested literals, whose values are all ``JSON``.
  public struct Literals: Sendable, ExpressibleByDictionaryLiteral {
    let items: [(String, JSON?)]

    /// From a literal, in the order written; nil is an argument that is not given.
    public init(dictionaryLiteral elements: (String, JSON?)...) { items = elements }
  }

  /// Adds an argument behind the others; the empty name and `_` are the whole body. nil adds nothing, ``JSON/null`` is an explicit null.
  ///
  /// A value that cannot be encoded is reported by the call, as a ``CallError`` of code `arguments`.
  ///
  /// ```swift
  /// var arguments: Arguments = ["q": "cat"]
  /// arguments.append("page", 2)
  /// ```
  public mutating func append(_ name: String, _ value: Value) {
    if let value { append(name, encodable: value) }
  }

  /// Adds the property of a request that a wrapper puts into its place.
  mutating func append(_ component: some RequestComponent, property: String) {
    guard component.place != .body else { return append("_", component.argument) }
    let index = items.count
    append(property, component.argument)
    if items.count > index { note { $0.placed[index] = PlacedArgument(component) } }
  }

  private mutating func note(_ change: (inout Notes) -> Void) {
    var notes = notes ?? CopyOnWrite(Notes())
    self.notes = nil
    change(&notes.value)
    self.notes = notes
  }

  mutating func append(_ name: String, encodable value: some Encodable) {
    if let scalar = JSON.scalar(value) { return append(name, .json(scalar)) }
    switch value {
    case let json as JSON: append(name, json: json)
    case let file as File: append(name, .file(file))
    case let data as Data: append(name, .bytes(Array(data)))
    // Any empty array is one of files, too: it is JSON.
    case let files as [File] where !files.isEmpty: append(name, .list(files.map { .file($0) }))
    case let all as [Data] where !all.isEmpty: append(name, .list(all.map { .bytes(Array($0)) }))
    default:
      do {
        let json = try JSON(encoding: value)
        // What encodes as null without being JSON's null is an Optional inside of an Optional: absent.
        if !json.isNull { append(name, json: json) }
      } catch {
        note { $0.faults.append(ArgumentFault(.type, name, "cannot encode the argument '\(name)': \(error)")) }
      }
    }
  }

  package mutating func append(_ name: String, json: JSON) {
    if json.asKind == .absent {
      let name = Self.name(name)
      note { $0.faults.append(ArgumentFault(.missing, name, "the value of '\(name)' does not exist in the response that it was taken from")) }
    } else {
      append(name, .json(json))
    }
  }

  /// Adds a fault that was found before binding, to be reported with the others of the call. The argument it is about was
  /// given, so it is not reported as missing.
  package mutating func refuse(_ fault: String, about name: String? = nil) {
    note { notes in
      notes.faults.append(ArgumentFault(.value, name, fault))
      if let name { notes.refused.insert(name) }
    }
  }

  package mutating func append(_ name: String, _ value: consuming ArgumentValue) {
    items.append(Item(name: Self.name(name), value: value))
  }

  /// The empty name is that of the whole body.
  static func name(_ given: String) -> String { given.isEmpty ? "_" : given }

  /// Another value for the argument of one of these names, in its place; behind the others where none of them is given.
  package mutating func replace(_ names: [String], with json: JSON) {
    guard let index = items.lastIndex(where: { names.contains($0.name) }) else { return append(names[0], json: json) }
    items[index].value = .json(json)
  }

  package mutating func append(_ name: String, file: File) { append(name, .file(file)) }

  package mutating func append(_ name: String, bytes: [UInt8]) { append(name, .bytes(bytes)) }
}

/// A value as the binder takes it.
package enum ArgumentValue: Sendable {
  case json(JSON)
  case bytes([UInt8])
  indirect case file(File)
  /// Of files and bytes only.
  case list([ArgumentValue])

  /// As JSON has it: bytes are base64 text; a file has none, and no list that holds one.
  package var json: JSON? {
    switch self {
    case .json(let json): json
    case .bytes(let bytes): .string(Base64.encode(bytes))
    case .file: nil
    case .list(let items):
      items.contains { if case .file = $0 { true } else { false } } ? Optional<JSON>.none : .array(items.compactMap(\.json))
    }
  }

  package var isNull: Bool {
    if case .json(let json) = self { json.isNull } else { false }
  }
}
