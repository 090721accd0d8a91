import DialMessage
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One connection of a ``LoopbackServer``: reads a request, gets its response, and writes it.
final class LoopbackHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let handler: LoopbackServer.Handler
  private let connections: LoopbackConnections
  private let bodyLimit: Int
  private let discardsExcess: Bool
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var size = 0
  private var work: Task<Void, Never>?

  init(_ handler: @escaping LoopbackServer.Handler, _ connections: LoopbackConnections, bodyLimit: Int, _ discardsExcess: Bool) {
    self.handler = handler
    self.connections = connections
    self.bodyLimit = bodyLimit
    self.discardsExcess = discardsExcess
  }

  func channelActive(context: ChannelHandlerContext) {
    connections.add(context.channel)
    context.fireChannelActive()
  }

  /// Removes the handler from a connection that became a WebSocket.
  @Sendable static func leave(_ context: ChannelHandlerContext) {
    guard let handler = try? context.pipeline.syncOperations.handler(type: LoopbackHandler.self) else { return }
    let (channel, connections) = (context.channel, handler.connections)
    channel.closeFuture.whenComplete { _ in connections.remove(channel) }
    context.pipeline.syncOperations.removeHandler(handler, promise: nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head): begin(head, context)
    case .body(let buffer):
      size += buffer.readableBytes
      if size > bodyLimit { body = [] } else { body += buffer.readableBytesView }
    case .end: answer(context.channel)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    work?.cancel()
    connections.remove(context.channel)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func begin(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    self.head = head
    (body, size) = ([], 0)
    // Tell a client to send its large body (RFC 9110 section 10.1.1).
    guard head.version != .http1_0, head.headers[canonicalForm: "expect"].contains(where: { $0.lowercased() == "100-continue" }) else {
      return
    }
    context.writeAndFlush(wrapOutboundOut(.head(HTTPResponseHead(version: .http1_1, status: .continue))), promise: nil)
  }

  private func answer(_ channel: any Channel) {
    guard let head else { return }
    let request = LoopbackRequest(
      method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) }, body: body, size: size)
    body = []
    let isRefused = size > bodyLimit && !discardsExcess
    let (handler, writer) = (handler, LoopbackWriter(channel: channel, isKept: head.isKeepAlive, isHead: head.method == .HEAD))
    work = connections.begin { await writer.write(isRefused ? LoopbackResponse(status: 413) : await handler(request)) }
  }
}

/// Writes one response of a ``LoopbackServer``, as fast as its client reads.
struct LoopbackWriter: Sendable {
  let channel: any Channel
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
    if HTTPResponse.Status.mayHaveBody(response.status), !isHead { try await body(response.body) }
    var trailers: HTTPHeaders?
    if case .stream(_, let fields) = response.body { trailers = HTTPHeaders(fields()) }
    try await channel.writeAndFlush(HTTPServerResponsePart.end(trailers?.isEmpty == false ? trailers : nil))
    if !isKept || head.headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "close" }) {
      try await channel.close()
    }
  }

  private func headers(of response: LoopbackResponse) -> HTTPHeaders {
    var headers = HTTPHeaders(response.headers)
    if case .whole(let bytes) = response.body, HTTPResponse.Status.mayHaveBody(response.status), !headers.contains(name: "content-length") {
      headers.add(name: "Content-Length", value: "\(bytes.count)")
    }
    if !isKept { headers.replaceOrAdd(name: "Connection", value: "close") }
    return headers
  }

  private func body(_ body: LoopbackResponse.Body) async throws {
    switch body {
    case .none: break
    case .whole(let bytes): if !bytes.isEmpty { channel.write(Self.part(bytes), promise: nil) }
    case .chunks(let chunks):
      channel.flush()
      for chunk in chunks {
        if chunk.delay > .zero { try await Task.sleep(for: chunk.delay) }
        try await channel.writeAndFlush(Self.part(chunk.bytes))
      }
    case .stream(let pieces, _):
      channel.flush()
      for try await piece in pieces { try await channel.writeAndFlush(Self.part(piece)) }
    }
  }

  private static func part(_ bytes: [UInt8]) -> HTTPServerResponsePart { .body(.byteBuffer(ByteBuffer(bytes: bytes))) }
}
