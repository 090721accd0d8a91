import AsyncHTTPClient
import Foundation

/// A stream of events that is parsed by hand, see ``LinesByHand``: only `data:` in single lines, no names or ids.
struct ChatByHand {
  private let lines: LinesByHand
  var url: String { lines.url }

  init(http: HTTPClient, url: String) { lines = LinesByHand(http: http, url: url) }

  private func read(_ body: (ArraySlice<UInt8>) throws -> Void) async throws {
    try await lines.read { line in if !line.isEmpty { try body(line.dropFirst("data: ".utf8.count)) } }
  }

  func texts() async throws -> Int {
    var count = 0
    try await read { count += String(decoding: $0, as: UTF8.self).isEmpty ? 0 : 1 }
    return count
  }

  func words() async throws -> Int {
    var count = 0
    try await read { data in
      let event = try JSONSerialization.jsonObject(with: Data(data)) as? [String: Any]
      let choice = (event?["choices"] as? [[String: Any]])?.first
      if (choice?["delta"] as? [String: Any])?["content"] as? String == " word" { count += 1 }
    }
    return count
  }
}
