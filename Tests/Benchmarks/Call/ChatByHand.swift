import AsyncHTTPClient
import Foundation

/// A stream of events as a program reads it by hand, see ``LinesByHand``: `data: ` in front of each line that is not empty. It knows only
/// one line of data, and no name or id.
struct ChatByHand {
  private let lines: LinesByHand
  var url: String { lines.url }

  init(http: HTTPClient, url: String) { lines = LinesByHand(http: http, url: url) }

  /// Gives the data of each event.
  private func read(_ body: (ArraySlice<UInt8>) throws -> Void) async throws {
    try await lines.read { line in if !line.isEmpty { try body(line.dropFirst("data: ".utf8.count)) } }
  }

  /// The text of each event.
  func texts() async throws -> Int {
    var count = 0
    try await read { count += String(decoding: $0, as: UTF8.self).isEmpty ? 0 : 1 }
    return count
  }

  /// The word in each event.
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
