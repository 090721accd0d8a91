import DialMessage
import NIOCore
import NIOHTTP1

/// Writes one response of a ``LoopbackServer``, as fast as its client reads.
struct LoopbackWriter: Sendable {
  let channel: any Channel
  /// Whether the connection is kept for the next request.
  let isKept: Bool
  /// Whether the request is a HEAD, whose response has no body.
  let isHead: Bool

  /// Writes a response. If it ends early, the connection is closed. The result of cancelled work is not sent.
  func write(_ response: LoopbackResponse) async {
    do {
      try Task.checkCancellation()
      if case .none = response.body { throw CancellationError() }
      try await parts(of: response)
    } catch {
      channel.close(promise: nil)
    }
  }

  private func parts(of response: LoopbackResponse) async throws {
    let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers(of: response))
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    if response.mayHaveBody, !isHead { try await body(response.body) }
    try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
    if !isKept || head.headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "close" }) {
      try await channel.close()
    }
  }

  private func headers(of response: LoopbackResponse) -> HTTPHeaders {
    var headers = HTTPHeaders(response.headers)
    if case .whole(let bytes) = response.body, response.mayHaveBody, !headers.contains(name: "content-length") {
      headers.add(name: "Content-Length", value: "\(bytes.count)")
    }
    if !isKept { headers.replaceOrAdd(name: "Connection", value: "close") }
    return headers
  }

  private func body(_ body: LoopbackResponse.Body) async throws {
    switch body {
    case .none: break
    case .whole(let bytes):
      if !bytes.isEmpty { channel.write(Self.part(bytes), promise: nil) }
    case .chunks(let chunks):
      channel.flush()
      for chunk in chunks {
        if chunk.delay > .zero { try await Task.sleep(for: chunk.delay) }
        try await channel.writeAndFlush(Self.part(chunk.bytes))
      }
    case .stream(let pieces):
      channel.flush()
      for try await piece in pieces { try await channel.writeAndFlush(Self.part(piece)) }
    }
  }

  private static func part(_ bytes: [UInt8]) -> HTTPServerResponsePart { .body(.byteBuffer(ByteBuffer(bytes: bytes))) }
}

extension LoopbackResponse {
  var mayHaveBody: Bool { status >= 200 && status != 204 && status != 304 }
}
