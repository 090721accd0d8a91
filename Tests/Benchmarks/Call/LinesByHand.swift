import AsyncHTTPClient
import NIOCore

/// The lines of a reply as a program finds them that has AsyncHTTPClient and nothing more: line feeds in a buffer of bytes. It knows no
/// carriage return and no bound.
struct LinesByHand {
  let http: HTTPClient
  let url: String

  /// Gives each line without its end.
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
