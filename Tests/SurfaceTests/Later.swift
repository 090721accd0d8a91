// swift-format-ignore-file: its lines stand as the document has them

import Dial

// Signatures of what later versions add, so that every line of the surface is compiled from the start. Each is deleted when the
// real one comes.

let later = CallError(.unsupported, "not there yet")

func laterReplies<Element>() -> Replies<Element> { Replies { _ in { () async throws(CallError) in throw later } } }

extension Client {
  var tokens: any TokenStore {
    get { MemoryStore() }
    nonmutating set {}
  }
  var cache: Cache { Cache() }
  func connect(_ name: String, _ arguments: Arguments = [:]) async throws(CallError) -> Socket { throw later }
  @_disfavoredOverload
  func connect(_ name: String, _ literals: Arguments.Literals) async throws(CallError) -> Socket { throw later }
  @_disfavoredOverload
  func connect(_ name: String, _ dictionary: [String: Arguments.Value]) async throws(CallError) -> Socket { throw later }
}

struct Socket: AsyncSequence, Sendable {
  enum Message: Sendable {
    case text(String)
    case bytes([UInt8])
  }
  func send(_ text: String) async throws(CallError) {}
  func makeAsyncIterator() -> Replies<Message>.AsyncIterator { laterReplies().makeAsyncIterator() }
}

protocol TokenStore: Sendable {}
struct MemoryStore: TokenStore {}

struct Cache: Sendable {
  func set(_ value: JSON, for endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) {}
  func get(_ endpoint: String, _ arguments: Arguments = [:]) async -> JSON? { nil }
  func remove(_ endpoint: String, _ arguments: Arguments = [:]) async {}
  func clear() async {}
}
