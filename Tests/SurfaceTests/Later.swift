// swift-format-ignore-file: its lines stand as the document has them

import Dial

// Signatures of what later versions add, so that every line of the surface is compiled from the start. Each is deleted when the
// real one comes.

extension Client {
  var cache: Cache { Cache() }
}

struct Cache: Sendable {
  func set(_ value: JSON, for endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) {}
  func get(_ endpoint: String, _ arguments: Arguments = [:]) async -> JSON? { nil }
  func remove(_ endpoint: String, _ arguments: Arguments = [:]) async {}
  func clear() async {}
}
