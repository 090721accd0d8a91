// swift-format-ignore-file: its lines stand as the document has them

import Dial

// Signatures of what later versions add, so that every line of the surface is compiled from the start. Each is deleted when the
// real one comes.

let later = CallError(.unsupported, "not there yet")

extension Client {
  var tokens: any TokenStore {
    get { MemoryStore() }
    nonmutating set {}
  }
  var cache: Cache { Cache() }
  func poll(_ name: String, _ arguments: Arguments = [:]) async throws(CallError) -> JSON { throw later }
  @_disfavoredOverload
  func poll(_ name: String, _ literals: Arguments.Literals) async throws(CallError) -> JSON { throw later }
  @_disfavoredOverload
  func poll(_ name: String, _ dictionary: [String: Arguments.Value]) async throws(CallError) -> JSON { throw later }
  func connect(_ name: String, _ arguments: Arguments = [:]) async throws(CallError) -> Socket { throw later }
  @_disfavoredOverload
  func connect(_ name: String, _ literals: Arguments.Literals) async throws(CallError) -> Socket { throw later }
  @_disfavoredOverload
  func connect(_ name: String, _ dictionary: [String: Arguments.Value]) async throws(CallError) -> Socket { throw later }
  func stream(_ name: String, _ arguments: Arguments = [:]) -> Replies<JSON> { Replies() }
  @_disfavoredOverload
  func stream(_ name: String, _ literals: Arguments.Literals) -> Replies<JSON> { Replies() }
  @_disfavoredOverload
  func stream(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<JSON> { Replies() }
  func events(_ name: String, _ arguments: Arguments = [:]) -> Replies<ServerSentEvent> { Replies() }
  @_disfavoredOverload
  func events(_ name: String, _ literals: Arguments.Literals) -> Replies<ServerSentEvent> { Replies() }
  @_disfavoredOverload
  func events(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<ServerSentEvent> { Replies() }
  func pages(_ name: String, _ arguments: Arguments = [:]) -> Replies<Reply> { Replies() }
  @_disfavoredOverload
  func pages(_ name: String, _ literals: Arguments.Literals) -> Replies<Reply> { Replies() }
  @_disfavoredOverload
  func pages(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<Reply> { Replies() }
  func items(_ name: String, _ arguments: Arguments = [:]) -> Replies<JSON> { Replies() }
  @_disfavoredOverload
  func items(_ name: String, _ literals: Arguments.Literals) -> Replies<JSON> { Replies() }
  @_disfavoredOverload
  func items(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<JSON> { Replies() }

  func endpoint<Input: Codable & Sendable, Output: Decodable, Failure: Decodable>(
    _ name: String, taking: Input.Type, returning: Output.Type, failing: Failure.Type
  ) throws(SpecError) -> TypedEndpoint<Input, Output, Failure> { TypedEndpoint() }

  func send<Sent: Request>(_ request: Sent) async throws(CallError) -> Sent.Response { throw later }
}

struct TypedEndpoint<Input: Codable & Sendable, Output: Decodable, Failure: Decodable>: Sendable {
  func callAsFunction(_ input: Input) async throws(CallError) -> Output { throw later }
}

struct ServerSentEvent: Sendable {
  var event: String?
  var data: String
  var id: String?
}

/// Many replies of one endpoint; ends with a ``CallError``.
struct Replies<Element: Sendable>: AsyncSequence, Sendable {
  struct Iterator: AsyncIteratorProtocol {
    mutating func next() async throws(CallError) -> Element? { throw later }
    mutating func next(isolation actor: isolated (any Actor)?) async throws(CallError) -> Element? { throw later }
  }
  func makeAsyncIterator() -> Iterator { Iterator() }
}

struct Socket: AsyncSequence, Sendable {
  enum Message: Sendable {
    case text(String)
    case bytes([UInt8])
  }
  func send(_ text: String) async throws(CallError) {}
  func makeAsyncIterator() -> Replies<Message>.Iterator { .init() }
}

/// A request as a type: its stored properties, with or without wrappers, are its arguments.
protocol Request: Encodable, Sendable {
  associatedtype Response: Decodable
  static var endpoint: String { get }
}

/// What a property of a ``Request`` may be wrapped in; own wrappers join by conforming.
protocol RequestComponent: Encodable, Sendable {
  var name: String? { get }
  var place: Place { get }
}

enum Place: Sendable { case header, query, field }

@propertyWrapper struct Header<Value: Encodable & Sendable>: RequestComponent {
  var wrappedValue: Value
  var name: String?
  var place: Place { .header }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue; self.name = name }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Query<Value: Encodable & Sendable>: RequestComponent {
  var wrappedValue: Value
  var name: String?
  var place: Place { .query }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue; self.name = name }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

@propertyWrapper struct Field<Value: Encodable & Sendable>: RequestComponent {
  var wrappedValue: Value
  var name: String?
  var place: Place { .field }
  init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  init(wrappedValue: Value, _ name: String) { self.wrappedValue = wrappedValue; self.name = name }
  func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
}

protocol TokenStore: Sendable {}
struct MemoryStore: TokenStore {}


struct Cache: Sendable {
  func set(_ value: JSON, for endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) {}
  func get(_ endpoint: String, _ arguments: Arguments = [:]) async -> JSON? { nil }
  func remove(_ endpoint: String, _ arguments: Arguments = [:]) async {}
  func clear() async {}
}
