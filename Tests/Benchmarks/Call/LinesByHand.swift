import AsyncHTTPClient
import NIOCore

/// The lines of a response that are split by hand, with AsyncHTTPClient: at line feeds, without a size limit.
struct LinesByHand {
  let http: HTTPClient
  let url: String

  func read(_ body: (ArraySlice<UInt8>) throws -> Void) async throws {
    let response = try await http.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    var left: [UInt8] = []
    for try await piece in response.body {
      left += piece.readableBytesView
      var start = 0
      while let end = left[start...].firstIndex(of: 0x0A) {
        try body(left[start..<end])
        start = end + 1
      }
      left.removeFirst(start)
    }
  }
}
