import DialMessage
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import DialHTTP

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A server that resets the connection while a body is written. A write may find that before a read, and the parser sees a normal end.
struct WriteResetTests {
  private static let table: [(status: HTTPResponseStatus, headers: HTTPHeaders, resets: Bool, wanted: String)] = [
    (.ok, [:], true, "truncated: the response from h.test:80 ended early, after 4 bytes"),
    (.created, ["Connection": "close"], true, "truncated: the response from h.test:80 ended early, after 4 bytes"),
    // The response was complete, the request was not.
    (
      .ok, ["Transfer-Encoding": "chunked"], true,
      "protocol: h.test:80 responded with 200 and reset the connection after 0 of 10 bytes of the request"
    ),
    (
      .ok, ["Content-Length": "4"], true,
      "protocol: h.test:80 responded with 200 and reset the connection after 0 of 10 bytes of the request"
    ),
    // The partial body of an error is returned.
    (.badRequest, [:], true, "part"),
    (.ok, [:], false, "part"),
  ]

  @Test(arguments: table.indices) func aResetIsNotTheEndOfABody(_ index: Int) async throws {
    let (status, headers, resets, wanted) = Self.table[index]
    let url = try RequestURL("http://h.test/")
    let request = Calls.request(.post, "http://h.test/", body: .bytes([UInt8](repeating: 65, count: 10)))
    let destination = Destination(url.server, .direct, TLSProfile(), serverContext: nil, proxyContext: nil)
    let exchange = try Exchange(request, url: url, destination)
    let channel = EmbeddedChannel()
    let handler = ExchangeHandler(DeadlineTimer(channel.eventLoop), TurnEnd(channel.eventLoop))
    try channel.pipeline.syncOperations.addHandlers([Resetting(resets), handler])
    handler.begin(exchange)
    handler.flush()
    exchange.update { $0.add(ByteBuffer(string: "HTTP/1.1").readableBytesView) }
    try channel.writeInbound(HTTPClientResponsePart.head(.init(version: .http1_1, status: status, headers: headers)))
    try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(string: "part")))
    try channel.writeInbound(HTTPClientResponsePart.end(nil))
    _ = try? channel.finish(acceptAlreadyClosed: true)
    #expect(await Self.outcome(exchange.inbox) == wanted)
  }

  private static func outcome(_ inbox: ResponseInbox) async -> String {
    var bytes: [UInt8] = []
    do {
      while let piece = try await inbox.next() { bytes += piece }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      let error = error as? TransportError
      return "\(error?.kind.rawValue ?? ""): \(error?.message ?? "")"
    }
  }

  /// A connection that is reset while the body is written.
  private final class Resetting: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    private let resets: Bool

    init(_ resets: Bool) { self.resets = resets }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      guard resets, case .body = unwrapOutboundIn(data) else {
        promise?.succeed()
        return
      }
      promise?.fail(IOError(errnoCode: ECONNRESET, reason: "write"))
    }
  }
}
