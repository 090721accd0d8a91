import AsyncHTTPClient
import Foundation

struct RowsByHand {
  private let lines: LinesByHand

  init(http: HTTPClient, url: String) { lines = LinesByHand(http: http, url: url) }

  func texts() async throws -> Int {
    var count = 0
    try await lines.read { count += String(decoding: $0, as: UTF8.self).utf8.count == SizedText.rowBytes - 1 ? 1 : 0 }
    return count
  }

  func ids() async throws -> Int {
    var count = 0
    try await lines.read { line in
      let row = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      if row?["id"] as? Int == 1_234_567 { count += 1 }
    }
    return count
  }
}
