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
  func stream(_ name: String, _ arguments: Arguments = [:]) -> Replies<JSON> { laterReplies() }
  @_disfavoredOverload
  func stream(_ name: String, _ literals: Arguments.Literals) -> Replies<JSON> { laterReplies() }
  @_disfavoredOverload
  func stream(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<JSON> { laterReplies() }
  func events(_ name: String, _ arguments: Arguments = [:]) -> Replies<ServerSentEvent> { laterReplies() }
  @_disfavoredOverload
  func events(_ name: String, _ literals: Arguments.Literals) -> Replies<ServerSentEvent> { laterReplies() }
  @_disfavoredOverload
  func events(_ name: String, _ dictionary: [String: Arguments.Value]) -> Replies<ServerSentEvent> { laterReplies() }
}

struct ServerSentEvent: Sendable {
  var event: String?
  var data: String
  var id: String?
}

protocol TokenStore: Sendable {}
struct MemoryStore: TokenStore {}

struct Cache: Sendable {
  func set(_ value: JSON, for endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) {}
  func get(_ endpoint: String, _ arguments: Arguments = [:]) async -> JSON? { nil }
  func remove(_ endpoint: String, _ arguments: Arguments = [:]) async {}
  func clear() async {}
}
