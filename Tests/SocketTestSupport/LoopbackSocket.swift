package import DialHTTP
package import DialMessage
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// What a ``LoopbackServer`` sends on a WebSocket: messages, optionally followed by a close.
package struct LoopbackMessages: Sendable {
  package var messages: [SocketMessage]
  package var closing: SocketClosing?

  package init(_ messages: [SocketMessage] = [], closing: SocketClosing? = nil) {
    self.messages = messages
    self.closing = closing
  }
}

extension LoopbackServer {
  /// Returns what to send on a WebSocket when it opens (nil) and after each message.
  package typealias SocketHandler = @Sendable (LoopbackRequest, SocketMessage?) async -> LoopbackMessages

  /// Starts a server that accepts WebSockets, on a port of 127.0.0.1 or on the Unix socket `path`.
  package convenience init(port: Int = 0, path: String? = nil, sockets: @escaping SocketHandler, handler: @escaping Handler) async throws {
    try await self.init(port: port, path: path, upgraders: [LoopbackSocket.upgrader(sockets)], handler: handler)
  }
}

/// The server side of one WebSocket: passes messages to the program in order, and sends what it returns.
final class LoopbackSocket: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  private let answer: LoopbackServer.SocketHandler
  private let request: LoopbackRequest
  private let heard: AsyncStream<SocketMessage?>
  private let listener: AsyncStream<SocketMessage?>.Continuation
  private var work: Task<Void, Never>?

  init(_ head: HTTPRequestHead, _ answer: @escaping LoopbackServer.SocketHandler) {
    self.answer = answer
    request = LoopbackRequest(method: head.method.rawValue, target: head.uri, headers: head.headers.map { ($0.name, $0.value) })
    (heard, listener) = AsyncStream.makeStream()
  }

  func handlerAdded(context: ChannelHandlerContext) {
    work = Self.talk(heard, request, answer, context.channel)
    listener.yield(nil)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    var data = frame.unmaskedData
    switch frame.opcode {
    case .text: listener.yield(.text(data.readString(length: data.readableBytes) ?? ""))
    case .binary: listener.yield(.bytes(data.readBytes(length: data.readableBytes) ?? []))
    case .ping: context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .pong, data: data)), promise: nil)
    case .connectionClose:
      let closed = context.eventLoop.makePromise(of: Void.self)
      closed.futureResult.assumeIsolated().whenComplete { _ in context.close(promise: nil) }
      context.writeAndFlush(wrapOutboundOut(WebSocketFrame(fin: true, opcode: .connectionClose, data: data)), promise: closed)
    default: break
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    listener.finish()
    work?.cancel()
    context.fireChannelInactive()
  }

  /// The first call, without a message, reports that the socket is open.
  private static func talk(
    _ heard: AsyncStream<SocketMessage?>, _ request: LoopbackRequest, _ answer: @escaping LoopbackServer.SocketHandler,
    _ channel: any Channel
  ) -> Task<Void, Never> {
    Task {
      for await message in heard {
        let saying = await answer(request, message)
        for message in saying.messages { try? await channel.writeAndFlush(frame(message)) }
        if let closing = saying.closing { try? await channel.writeAndFlush(frame(closing)) }
      }
    }
  }

  private static func frame(_ message: SocketMessage) -> WebSocketFrame {
    WebSocketFrame(fin: true, opcode: message.asText == nil ? .binary : .text, data: ByteBuffer(bytes: message.utf8))
  }

  private static func frame(_ closing: SocketClosing) -> WebSocketFrame {
    var data = ByteBuffer()
    if let code = closing.code { data.writeInteger(code) }
    data.writeString(closing.reason)
    return WebSocketFrame(fin: true, opcode: .connectionClose, data: data)
  }

  /// Accepts every handshake, with the first offered subprotocol.
  static func upgrader(_ answer: @escaping LoopbackServer.SocketHandler) -> NIOWebSocketServerUpgrader {
    NIOWebSocketServerUpgrader(
      maxFrameSize: LoopbackServer.bodyLimit,
      shouldUpgrade: { channel, head in
        var fields = HTTPHeaders()
        if let first = head.headers[canonicalForm: "sec-websocket-protocol"].first {
          fields.add(name: "Sec-WebSocket-Protocol", value: "\(first)")
        }
        return channel.eventLoop.makeSucceededFuture(fields)
      },
      upgradePipelineHandler: { channel, head in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(LoopbackSocket(head, answer)) }
      })
  }
}
