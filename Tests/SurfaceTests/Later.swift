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

protocol TokenStore: Sendable {}
struct MemoryStore: TokenStore {}

struct Cache: Sendable {
  func set(_ value: JSON, for endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) {}
  func get(_ endpoint: String, _ arguments: Arguments = [:]) async -> JSON? { nil }
  func remove(_ endpoint: String, _ arguments: Arguments = [:]) async {}
  func clear() async {}
}
