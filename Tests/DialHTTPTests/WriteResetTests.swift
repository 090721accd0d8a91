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

/// A server that resets the connection while a body is written to it: a write may find that before a read does, and the parser sees an end
/// as good as any.
struct WriteResetTests {
  private static let table: [(status: HTTPResponseStatus, headers: HTTPHeaders, resets: Bool, wanted: String)] = [
    (.ok, [:], true, "truncated: the answer of h.test:80 ended after 4 bytes"),
    (.created, ["Connection": "close"], true, "truncated: the answer of h.test:80 ended after 4 bytes"),
    // Its end came by itself.
    (.ok, ["Transfer-Encoding": "chunked"], true, "part"), (.ok, ["Content-Length": "4"], true, "part"),
    // What is said of a refusal is given as far as it came.
    (.badRequest, [:], true, "part"),
    (.ok, [:], false, "part"),
  ]

  @Test(arguments: table.indices) func aResetIsNoEnd(_ index: Int) async throws {
    let (status, headers, resets, wanted) = Self.table[index]
    let url = try RequestURL("http://h.test/")
    let body = RequestBody.stream(length: nil, replay: nil, ResponseBody([UInt8](repeating: 65, count: 10)))
    let request = Calls.request(.post, "http://h.test/", body: body)
    let exchange = Exchange(request, url: url, way: Way(url.server, .direct, TLSProfile()))
    let table = ExchangeTable()
    let channel = EmbeddedChannel()
    let number = try table.add(exchange, channel.eventLoop)
    try channel.pipeline.syncOperations.addHandlers([Resetting(resets), MessageWatch(Connection(table))])
    var fields: HTTPHeaders = ["Transfer-Encoding": "chunked"]
    fields.add(name: RequestHead.mark, value: "\(number)")
    let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/", headers: fields)
    channel.write(HTTPClientRequestPart.head(head), promise: nil)
    channel.writeAndFlush(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(string: "more"))), promise: nil)
    exchange.update { $0.add(ByteBuffer(string: "HTTP/1.1").readableBytesView) }
    try channel.writeInbound(HTTPClientResponsePart.head(.init(version: .http1_1, status: status, headers: headers)))
    try channel.writeInbound(HTTPClientResponsePart.body(ByteBuffer(string: "part")))
    channel.writeAndFlush(HTTPClientRequestPart.body(.byteBuffer(ByteBuffer(string: "last"))), promise: nil)
    try channel.writeInbound(HTTPClientResponsePart.end(nil))
    _ = try? channel.finish(acceptAlreadyClosed: true)
    #expect(await Self.outcome(exchange.inbox) == wanted)
  }

  private static func outcome(_ inbox: ReplyInbox) async -> String {
    var bytes: [UInt8] = []
    do {
      while let piece = try await inbox.next() { bytes += piece }
      return String(decoding: bytes, as: UTF8.self)
    } catch {
      let error = error as? TransportError
      return "\(error?.kind.rawValue ?? ""): \(error?.message ?? "")"
    }
  }

  /// The connection below: from the second piece of the body on it is reset.
  private final class Resetting: ChannelOutboundHandler {
    typealias OutboundIn = HTTPClientRequestPart
    private let resets: Bool
    private var pieces = 0

    init(_ resets: Bool) { self.resets = resets }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      if case .body = unwrapOutboundIn(data) { pieces += 1 }
      guard resets, pieces > 1 else {
        promise?.succeed()
        return
      }
      promise?.fail(IOError(errnoCode: ECONNRESET, reason: "write"))
    }
  }
}
