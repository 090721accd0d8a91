// swift-format-ignore-file: its lines stand as the document has them

import Dial

// Signatures of what later versions add, so that every line of the surface is compiled from the start. Each is deleted when the
// real one comes.

extension Client {
  var tokens: any TokenStore {
    get { MemoryStore() }
    nonmutating set {}
  }
}

protocol TokenStore: Sendable {}
struct MemoryStore: TokenStore {}
