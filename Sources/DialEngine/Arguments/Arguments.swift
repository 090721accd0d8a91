public import DialJSON
public import DialMessage
public import DialModel

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
    for index in elements.indices { if let value = elements[index].1 { append(elements[index].0, encodable: value) } }
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
      note {
        $0.faults.append(ArgumentFault(.missing, name, "the value of '\(name)' does not exist in the response that it was taken from"))
      }
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

/// Makes arguments of the texts of a command line, by the types that the spec declares.
///
/// A text that is no value of its type stays text, so that the binder tells the fault with the name and the type.
/// A whole number is written in digits: 7 for `7.0`, 100 for `1e2`.
///
/// | declared | `7` | `true` | `abc` |
/// | --- | --- | --- | --- |
/// | `Int` | 7 | `"true"` | `"abc"` |
/// | `String` | `"7"` | `"true"` | `"abc"` |
/// | `[Int]` | [7] | `["true"]` | `["abc"]` |
/// | nothing | `"7"` | `"true"` | `"abc"` |
/// | nothing, default 1 | 7 | a fault | a fault |
package struct ArgumentText {
  private let types: TypeTable

  package init(types: TypeTable) { self.types = types }

  /// The value of a text for a parameter.
  package func value(_ text: String, of parameter: ParameterModel) -> JSON {
    guard parameter.shape.isUntyped else { return value(text, as: parameter.shape) }
    if parameter.isFlag, let bool = Self.bool(text) { return bool }
    switch Self.kind(of: parameter) {
    case .number: if let number = JSON.number(text) { return number }
    case .bool: if let bool = Self.bool(text) { return bool }
    default: break
    }
    // Of the allowed values the one that is written so.
    if let values = parameter.values, !values.contains(.string(text)), let match = values.first(where: { ValueText.plain($0) == text }) {
      return match
    }
    return .string(text)
  }

  /// What an untyped parameter takes by its default, where a text is none of that: "a number". Nil where the text will do.
  ///
  /// A text among the allowed values is what the spec wants, whatever its default is.
  package func wanted(of parameter: ParameterModel, for text: String) -> String? {
    guard parameter.shape.isUntyped, !parameter.isFlag else { return nil }
    let kind = Self.kind(of: parameter)
    guard kind == .number || kind == .bool else { return nil }
    let value = value(text, of: parameter)
    guard value.asKind == .string, parameter.values?.contains(value) != true else { return nil }
    return kind == .number ? "a number" : "true or false"
  }

  /// The kind of the default value.
  private static func kind(of parameter: ParameterModel) -> JSON.Kind? {
    if case .json(let standard)? = parameter.defaultValue { standard.asKind } else { nil }
  }

  /// The value of a text for a type.
  package func value(_ text: String, as declared: Shape) -> JSON {
    switch resolved(declared) {
    case .int, .int64, .uint64: Self.whole(text) ?? .string(text)
    case .double, .decimal: JSON.number(text) ?? .string(text)
    case .bool: Self.bool(text) ?? .string(text)
    case .array(let item): Self.array(text) ?? .array([value(text, as: item)])
    default: .string(text)
    }
  }

  /// Whether a repeated argument is one more item of a list.
  package func isList(_ declared: Shape) -> Bool {
    if case .array = resolved(declared) { true } else { false }
  }

  /// Whether bytes are wanted as they are: the content of a file is not read as text.
  package func takesBytes(_ declared: Shape) -> Bool {
    switch resolved(declared) {
    case .data, .file: true
    default: false
    }
  }

  /// The type at a way into a value; any JSON where nothing is declared.
  package func shape(_ declared: Shape, at steps: some Sequence<ArgumentStep>) -> Shape {
    var shape = declared
    for step in steps {
      switch (resolved(shape), step) {
      case (.record(let record), .member(let name)): shape = record.members.first { $0.label == name }?.shape ?? .json
      case (.record(let record), .index(let index)): shape = index < record.members.count ? record.members[index].shape : .json
      case (.dictionary(let value), .member): shape = value
      case (.array(let item), .index): shape = item
      default: return .json
      }
    }
    return shape
  }

  private func resolved(_ declared: Shape) -> Shape {
    var shape = types.resolve(declared)
    while case .optional(let inner) = shape { shape = types.resolve(inner) }
    return shape
  }

  /// A whole number in digits alone, `100` for `1e2` and `7` for `7.0`: servers that take an integer seldom read another form. One that is
  /// not whole stays as it is, and is refused.
  private static func whole(_ text: String) -> JSON? {
    let isOther = text == "-0" || text.utf8.contains { $0 == 0x2E || $0 | 0x20 == 0x65 }
    guard isOther, let number = JSON.number(text) else { return JSON.number(text) }
    return number.asInt64.map { JSON($0) } ?? number.asUInt64.map { JSON($0) } ?? number
  }

  private static func bool(_ text: String) -> JSON? {
    // Not a conditional expression, where `nil` would be the JSON literal.
    if text == "true" { return .bool(true) }
    return text == "false" ? Optional(JSON.bool(false)) : Optional<JSON>.none
  }

  private static func array(_ text: String) -> JSON? {
    guard text.utf8.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "["), let json = try? JSON(parsing: text) else {
      return Optional<JSON>.none
    }
    return json
  }
}

/// A step into a nested argument: `.name` or `[3]`.
package enum ArgumentStep: Sendable, Hashable {
  case member(String)
  case index(Int)

  package var text: String {
    switch self {
    case .member(let name): ".\(name)"
    case .index(let index): "[\(index)]"
    }
  }
}

/// Options of one call; they win over the spec and over the arguments.
public struct CallOptions: Sendable {
  /// In place of the base of the client and of the spec; it is then the origin that credentials of this call belong to. Where the spec
  /// says https, http goes to loopback only.
  public var base: String?
  /// For the whole call. A stream has none unless it is given.
  public var timeout: Duration?
  /// How often a request whose failure may pass is sent again at most, with 0 for never; nil for what the spec says.
  public var retries: Int?
  /// Header fields in order, in the place of those that the spec gives under the same name; a name that comes twice is sent twice.
  public var headers: [(String, String)] = []
  /// Query items, which follow the arguments.
  public var query = Arguments()
  /// The policy of the cache; nil for the spec's.
  public var cache: CacheMode?
  /// Which statuses are a success.
  public var accept: StatusSet?
  /// Whether a stream of events that ends is taken up again, with the id of its last event; nil for what the spec says.
  public var reconnect: Bool?
  /// What is done about a reply that is not what the spec declares; nil for what the client does.
  public var check: ResponseCheck?

  /// Nothing but what the spec says.
  public init() {}

  /// Options of a call; what is nil or empty is left to the spec.
  ///
  /// ```swift
  /// try await users.call("search", ["q": "n"], CallOptions(timeout: .seconds(5), accept: .codes(200, 404)))
  /// ```
  public init(
    timeout: Duration? = nil, headers: KeyValuePairs<String, String> = [:], query: Arguments = .init(), cache: CacheMode? = nil,
    accept: StatusSet? = nil, base: String? = nil, reconnect: Bool? = nil, check: ResponseCheck? = nil, retries: Int? = nil
  ) {
    self.base = base
    self.timeout = timeout
    self.retries = retries
    self.headers = headers.isEmpty ? [] : headers.map { ($0.key, $0.value) }
    self.query = query
    self.cache = cache
    self.accept = accept
    self.reconnect = reconnect
    self.check = check
  }
}

/// What is done about a reply that is not what the spec declares.
///
/// A contract tells more than a result needs: members that are declared nowhere, names that come twice in one object, the shape of a
/// refused body, the media type. All of it is gathered, ``ContractFault`` by ``ContractFault``, at most 100.
///
/// ```swift
/// let users = Client(spec, check: .warn)
/// let reply = try await users.getUser(id: 7)
/// for fault in reply.contract { print(fault.path, fault.message) }  // nick 'nick' is not declared
/// ```
public enum ResponseCheck: String, Sendable, CaseIterable {
  /// What is declared must fit, else the call fails with the code `decoding`; what is not declared is kept and nothing is said.
  case off
  /// ``Reply/contract`` and ``CallError/contract`` have the faults. A result that does not fit is given as it came.
  case warn
  /// A reply with a fault fails the call, with the code `contract`.
  case error
}
