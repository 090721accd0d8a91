import NIOCore
import NIOHTTP1

/// One connection of a ``LoopbackServer``: gathers a request, asks for its answer, writes it.
final class LoopbackHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let handler: LoopbackServer.Handler
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var isTooLarge = false
  private var work: Task<Void, Never>?

  init(_ handler: @escaping LoopbackServer.Handler) { self.handler = handler }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      body = []
      isTooLarge = false
    case .body(let buffer):
      isTooLarge = isTooLarge || body.count + buffer.readableBytes > LoopbackServer.bodyLimit
      if isTooLarge { body = [] } else { body += buffer.readableBytesView }
    case .end:
      answer(context.channel)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    work?.cancel()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  private func answer(_ channel: any Channel) {
    guard let head else { return }
    let request = LoopbackRequest(
      method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) }, body: body)
    body = []
    let handler: LoopbackServer.Handler = isTooLarge ? Self.tooLarge : handler
    work = Self.work(handler, request, channel, isKept: head.isKeepAlive)
  }

  @Sendable private static func tooLarge(_ request: LoopbackRequest) async -> LoopbackResponse { LoopbackResponse(status: 413) }

  private static func work(
    _ handler: @escaping LoopbackServer.Handler, _ request: LoopbackRequest, _ channel: any Channel, isKept: Bool
  ) -> Task<Void, Never> {
    Task {
      let response = await handler(request)
      await write(response, to: channel, isKept: isKept, isHead: request.method == "HEAD")
    }
  }

  private static func write(_ response: LoopbackResponse, to channel: any Channel, isKept: Bool, isHead: Bool) async {
    do {
      try await writeParts(of: response, to: channel, isKept: isKept, isHead: isHead)
    } catch {
      channel.close(promise: nil)
    }
  }

  private static func writeParts(
    of response: LoopbackResponse, to channel: any Channel, isKept: Bool, isHead: Bool
  ) async throws {
    var headers = HTTPHeaders(response.headers)
    let mayHaveBody = response.status >= 200 && response.status != 204 && response.status != 304
    if response.isWhole, mayHaveBody, !headers.contains(name: "content-length") {
      headers.add(name: "Content-Length", value: "\(response.chunks.reduce(0) { $0 + $1.bytes.count })")
    }
    if !isKept { headers.replaceOrAdd(name: "Connection", value: "close") }
    let head = HTTPResponseHead(version: .http1_1, status: .init(statusCode: response.status), headers: headers)
    channel.write(HTTPServerResponsePart.head(head), promise: nil)
    if mayHaveBody, !isHead {
      if !response.isWhole { channel.flush() }
      for chunk in response.chunks {
        if chunk.delay > .zero { try await Task.sleep(for: chunk.delay) }
        let part = HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: chunk.bytes)))
        if response.isWhole { channel.write(part, promise: nil) } else { try await channel.writeAndFlush(part) }
      }
    }
    try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
    if !isKept || head.headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "close" }) {
      try await channel.close()
    }
  }
}
