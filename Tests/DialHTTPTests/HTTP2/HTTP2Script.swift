import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// One stream of an ``HTTP2Server``.
final class HTTP2Script: ChannelInboundHandler {
  typealias InboundIn = HTTP2Frame.FramePayload
  typealias OutboundOut = HTTP2Frame.FramePayload

  private let scripts: [[HTTP2Server.Act]]
  private let box: HTTP2Server.Box
  private let isWhole: Bool
  private var head = HPACKHeaders()
  private var body: [UInt8] = []
  private var isAnswered = false

  init(_ scripts: [[HTTP2Server.Act]], _ box: HTTP2Server.Box, _ isWhole: Bool) {
    (self.scripts, self.box, self.isWhole) = (scripts, box, isWhole)
  }

  func channelActive(context: ChannelHandlerContext) {
    box.log.withLock { log in
      log.open += 1
      log.maxOpen = max(log.open, log.maxOpen)
    }
  }

  func channelInactive(context: ChannelHandlerContext) { box.log.withLock { $0.open -= 1 } }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .headers(let part):
      head = part.headers
      box.log.withLock { $0.heads.append(part.headers) }
      if part.endStream || !isWhole { answer(context) }
    case .data(let part):
      guard case .byteBuffer(let bytes) = part.data else { return }
      body += bytes.readableBytesView
      box.log.withLock { $0.received += bytes.readableBytes }
      if part.endStream { answer(context) }
    case .rstStream(let code): box.log.withLock { $0.resets.append(code) }
    default: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {}

  private func answer(_ context: ChannelHandlerContext) {
    guard !isAnswered else { return }
    isAnswered = true
    let index = box.next.withLock { next in
      defer { next += 1 }
      return next
    }
    let (script, channel) = (scripts[min(index, scripts.count - 1)], context.channel)
    Self.run(script, channel, box, head, body)
  }

  private static func run(
    _ script: [HTTP2Server.Act], _ channel: any Channel, _ box: HTTP2Server.Box, _ head: HPACKHeaders, _ body: [UInt8]
  ) {
    Task { for act in script { await perform(act, channel, box, head, body) } }
  }

  private static func perform(
    _ act: HTTP2Server.Act, _ channel: any Channel, _ box: HTTP2Server.Box, _ head: HPACKHeaders, _ body: [UInt8]
  ) async {
    switch act {
    case .head(let fields, let isEnd): await send(.headers(.init(headers: HPACKHeaders(fields), endStream: isEnd)), channel)
    case .data(let bytes, let isEnd): await send(bytes, isEnd, channel, box)
    case .echo:
      let names = head.map(\.name).joined(separator: " ")
      await send(.headers(.init(headers: HPACKHeaders([(":status", "200"), ("x-names", names)]))), channel)
      await send(body, true, channel, box)
    case .wait(let time): try? await Task.sleep(for: time)
    case .deafen: try? await channel.setOption(.autoRead, value: false).get()
    case .reset(let code): await send(.rstStream(code), channel)
    case .goAway(let last):
      let frame = HTTP2Frame.FramePayload.goAway(lastStreamID: HTTP2StreamID(last), errorCode: .noError, opaqueData: nil)
      try? await channel.parent?.writeAndFlush(HTTP2Frame(streamID: .rootStream, payload: frame))
    case .flood(let type, let flags, let stream, let payload):
      await flood([0, 0, UInt8(payload.count), type, flags, 0, 0, 0, stream] + payload, channel, box)
    case .close: try? await channel.parent?.close()
    case .abort:
      try? await (channel.parent as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
      // Without a close of TLS.
      channel.parent?.eventLoop.execute { channel.parent?._channelCore.close0(error: ChannelError.eof, mode: .all, promise: nil) }
    }
  }

  private static func flood(_ frame: [UInt8], _ channel: any Channel, _ box: HTTP2Server.Box) async {
    guard let parent = channel.parent else { return }
    let piece = ByteBuffer(bytes: Array(repeatElement(frame, count: 4096).joined()))
    try? await parent.eventLoop.submit {
      write(piece, below: try parent.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self), box)
    }.get()
  }

  /// Repeats a piece until the connection ends. On the event loop, because the server may be stopped meanwhile.
  private static func write(_ piece: ByteBuffer, below: ChannelHandlerContext, _ box: HTTP2Server.Box) {
    guard box.log.withLock({ $0.sent }) < 64 << 20 else { return }
    let (written, loop) = (below.eventLoop.makePromise(of: Void.self), below.eventLoop.assumeIsolated())
    written.futureResult.assumeIsolated().whenSuccess {
      box.log.withLock { $0.sent += piece.readableBytes }
      loop.execute { write(piece, below: below, box) }
    }
    below.writeAndFlush(NIOAny(piece), promise: written)
  }

  private static func send(_ payload: HTTP2Frame.FramePayload, _ channel: any Channel) async {
    try? await channel.writeAndFlush(payload)
  }

  /// In pieces, so that the sent bytes are known.
  private static func send(_ bytes: [UInt8], _ isEnd: Bool, _ channel: any Channel, _ box: HTTP2Server.Box) async {
    var rest = bytes[...]
    repeat {
      let piece = rest.prefix(16 << 10)
      rest = rest.dropFirst(piece.count)
      let part = HTTP2Frame.FramePayload.Data(data: .byteBuffer(ByteBuffer(bytes: piece)), endStream: isEnd && rest.isEmpty)
      do { try await channel.writeAndFlush(HTTP2Frame.FramePayload.data(part)) } catch { return }
      box.log.withLock { $0.sent += piece.count }
    } while !rest.isEmpty
  }
}
