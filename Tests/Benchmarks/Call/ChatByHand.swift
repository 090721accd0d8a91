import AsyncHTTPClient
import Foundation
import NIOCore

/// A stream of events as a program reads it that has AsyncHTTPClient and nothing more: bytes until an empty line, `data: ` in front.
/// It knows only line feeds, one line of data, and no name, id or bound.
struct ChatByHand {
  let http: HTTPClient
  let url: String

  /// Gives the data of each event.
  func read(_ body: (ArraySlice<UInt8>) throws -> Void) async throws {
    let response = try await http.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    var left: [UInt8] = []
    for try await piece in response.body {
      left += piece.readableBytesView
      var start = 0
      while let end = left[start...].firstIndex(of: 0x0A) {
        if end > start { try body(left[(start + "data: ".utf8.count)..<end]) }
        start = end + 1
      }
      left.removeFirst(start)
    }
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
