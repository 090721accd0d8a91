public import DialJSON
public import DialMessage
public import DialModel

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The arguments of a call by name, in order.
///
/// A value is any `Encodable`, a ``JSON``, a ``File``, or `nil` for absent. The name `_` is the whole body.
///
/// ```swift
/// try await users.call("create", ["email": "a@b.c", "age": age, "avatar": .file("a.jpg")])
/// ```
public struct Arguments: Sendable, ExpressibleByDictionaryLiteral {
  /// The value of an argument: any `Encodable`, a ``JSON``, a ``File`` or a `Data`; nil is absent.
  public typealias Value = (any Encodable & Sendable)?

  package struct Item: Sendable {
    package let name: String
    package internal(set) var value: ArgumentValue
  }

  private struct Notes {
    var placed: [Int: PlacedArgument] = [:]
    var faults: [ArgumentFault] = []
    var refused: Set<String> = []
  }

  package private(set) var items: [Item] = []
  private var notes: CopyOnWrite<Notes>?

  /// The locations that the wrappers of a request set, by the index of the item.
  package var placed: [Int: PlacedArgument] { notes?.value.placed ?? [:] }
  /// Values that could not be converted to JSON; reported with the other faults of the call.
  package var faults: [ArgumentFault] { notes?.value.faults ?? [] }
  package var isEmpty: Bool { items.isEmpty && faults.isEmpty }
  /// Names of arguments that were passed and rejected.
  package var refused: Set<String> { notes?.value.refused ?? [] }

  /// Creates empty arguments.
  public init() {}

  /// Creates arguments from a literal, in order. A repeated name is an error of the call.
  public init(dictionaryLiteral elements: (String, Value)...) {
    items.reserveCapacity(elements.count)
    for case (let name, let value?) in elements { append(name, encodable: value) }
  }

  /// Creates arguments from a dictionary, sorted by name so that the same call sends the same bytes.
  public init(_ values: [String: Value]) {
    for (name, value) in values.sorted(by: { $0.key < $1.key }) { append(name, value) }
  }

  /// Creates arguments from nested literals of mixed types, in order; nil is omitted.
  public init(_ literals: Literals) {
    for (name, value) in literals.items { if let value { append(name, json: value) } }
  }

  /// Creates arguments from the members of a JSON object.
  public init(members: [(String, JSON)]) {
    for (name, value) in members { append(name, json: value) }
  }

  /// Nested literals of mixed types, whose values are ``JSON``.
  public struct Literals: Sendable, ExpressibleByDictionaryLiteral {
    let items: [(String, JSON?)]

    /// Creates literals in order; nil is absent.
    public init(dictionaryLiteral elements: (String, JSON?)...) { items = elements }
  }

  /// Adds an argument at the end. An empty name and `_` are the whole body; nil adds nothing, ``JSON/null`` is an explicit null.
  ///
  /// A value that cannot be encoded is reported by the call, as a ``CallError`` with code `arguments`.
  ///
  /// ```swift
  /// var arguments: Arguments = ["q": "cat"]
  /// arguments.append("page", 2)
  /// ```
  public mutating func append(_ name: String, _ value: Value) {
    if let value { append(name, encodable: value) }
  }

  package mutating func append(_ component: some RequestComponent, property: String) {
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

  package mutating func append(_ name: String, encodable value: some Encodable) {
    if let scalar = JSON.scalar(value) { return append(name, .json(consume scalar)) }
    switch value {
    case let json as JSON: append(name, json: json)
    case let file as File: append(name, .file(file))
    case let data as Data: append(name, .bytes(Array(data)))
    // An empty array could be one of files; it is JSON.
    case let files as [File] where !files.isEmpty: append(name, .list(files.map { .file($0) }))
    case let all as [Data] where !all.isEmpty: append(name, .list(all.map { .bytes(Array($0)) }))
    default:
      do {
        let json = try JSON(encoding: value)
        // A value that encodes as null but is not ``JSON/null`` is a nested Optional, and absent.
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

  /// Adds a fault that was found before binding. Its argument was passed, so it is not reported as missing.
  package mutating func refuse(_ fault: String, about name: String? = nil) {
    note { notes in
      notes.faults.append(ArgumentFault(.value, name, fault))
      if let name { notes.refused.insert(name) }
    }
  }

  package mutating func append(_ name: String, _ value: consuming ArgumentValue) {
    items.append(Item(name: Self.name(name), value: value))
  }

  static func name(_ given: String) -> String { given.isEmpty ? "_" : given }

  package mutating func replace(_ names: [String], with json: JSON) {
    guard let index = items.lastIndex(where: { names.contains($0.name) }) else { return append(names[0], json: json) }
    items[index].value = .json(json)
  }
}

/// A value as the binder takes it.
package enum ArgumentValue: Sendable {
  case json(JSON)
  case bytes([UInt8])
  indirect case file(File)
  /// Files and bytes only.
  case list([ArgumentValue])

  /// The value as JSON: bytes become base64; a file, or a list that contains one, has none.
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

/// Options of one call. They override the spec and the arguments.
public struct CallOptions: Sendable {
  /// Replaces the base of the client and of the spec. Credentials of this call then belong to its origin. If the spec declares https,
  /// http is allowed for loopback only.
  public var base: String?
  /// The timeout for the whole call. A stream has none by default.
  public var timeout: Duration?
  /// The maximum number of retries, 0 for none; nil for that of the spec.
  public var retries: Int?
  /// Header fields in order. They replace those of the spec; a repeated name is sent several times.
  public var headers: [(String, String)] = []
  /// Query items, added after the arguments.
  public var query = Arguments()
  /// The mode of the cache; nil for that of the spec.
  public var cache: CacheMode?
  /// How long a successful response is reused with `standard`, whatever the server says; nil for the lifetime of the spec.
  package var cacheLifetime: Duration?
  /// The statuses that are a success; nil for those of the spec.
  public var accept: StatusSet?
  /// Whether to reconnect a stream of events with the id of its last event; nil for the setting of the spec.
  public var reconnect: Bool?
  /// What to do if a response differs from its declaration; nil for the setting of the client.
  public var check: ResponseCheck?
  /// Whether arguments are sent that do not match the constraints of the spec, as when the server is newer. Types, and which arguments
  /// are required, are still checked.
  public var ignoresConstraints = false
  /// The media type of the body, one of those that the spec declares; nil for the first one.
  public var contentType: String?
  /// Whether each item of an array in a header is sent in a line of its own, for servers that do not split a list at its commas.
  public var headerLines = false
  /// Whether to record where each argument is written, for `Draft.placements`.
  package var isTraced = false

  /// Creates options that change nothing.
  public init() {}

  /// Creates options; nil and empty values are those of the spec.
  ///
  /// ```swift
  /// try await users.call("search", ["q": "n"], CallOptions(timeout: .seconds(5), accept: .codes(200, 404)))
  /// ```
  public init(
    timeout: Duration? = nil, headers: KeyValuePairs<String, String> = [:], query: Arguments = .init(), cache: CacheMode? = nil,
    accept: StatusSet? = nil, base: String? = nil, reconnect: Bool? = nil, check: ResponseCheck? = nil, retries: Int? = nil,
    ignoresConstraints: Bool = false, contentType: String? = nil, headerLines: Bool = false
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
    self.ignoresConstraints = ignoresConstraints
    (self.contentType, self.headerLines) = (contentType, headerLines)
  }
}

/// What to do if a response differs from its declaration.
///
/// The check includes more than the result: undeclared members, repeated names in one object, the shape of a rejected body, and the media
/// type. Each difference is a ``ContractFault``, at most 100.
///
/// ```swift
/// let users = Client(spec, check: .warn)
/// let reply = try await users.getUser(id: 7)
/// for fault in reply.contract { print(fault.path, fault.message) }  // nick 'nick' is not declared
/// ```
public enum ResponseCheck: String, Sendable, CaseIterable {
  /// Declared parts must fit, otherwise the call fails with code `decoding`. Undeclared parts are kept and not reported.
  case off
  /// ``Reply/contract`` and ``CallError/contract`` contain the faults. A result that does not fit is returned as it is.
  case warn
  /// A fault makes the call fail with code `contract`.
  case error
}

extension Arguments: SecretHolder {
  /// The names of the arguments, without their values.
  public var description: String { "Arguments(\(items.map(\.name).joined(separator: ", ")))" }
}

extension Arguments.Literals: SecretHolder {
  /// The names of the arguments, without their values.
  public var description: String { "Arguments.Literals(\(items.map(\.0).joined(separator: ", ")))" }
}

extension CallOptions: SecretHolder {
  /// The names of the headers and query items, without their values.
  public var description: String {
    "CallOptions(headers: \(headers.map(\.0).joined(separator: ", ")); query: \(query.items.map(\.name).joined(separator: ", ")))"
  }
}
