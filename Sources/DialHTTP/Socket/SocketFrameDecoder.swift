import NIOCore
import NIOWebSocket

/// Decodes frames, and rejects those whose length is not in its shortest form (RFC 6455 section 5.2).
final class SocketFrameDecoder: ByteToMessageDecoder {
  typealias InboundOut = WebSocketFrame

  struct LongLength: Error {}

  private let decoder: WebSocketFrameDecoder
  private var isBetweenFrames = true

  init(_ maxFrameBytes: Int) { decoder = WebSocketFrameDecoder(maxFrameSize: maxFrameBytes) }

  func decode(context: ChannelHandlerContext, buffer: inout ByteBuffer) throws -> DecodingState {
    if isBetweenFrames {
      guard try Self.hasLength(buffer) else { return .needMoreData }
      isBetweenFrames = false
    }
    let state = try decoder.decode(context: context, buffer: &buffer)
    if state == .continue { isBetweenFrames = true }
    return state
  }

  func decodeLast(context: ChannelHandlerContext, buffer: inout ByteBuffer, seenEOF: Bool) -> DecodingState { .needMoreData }

  /// Whether the buffer starts with a whole length.
  private static func hasLength(_ buffer: ByteBuffer) throws -> Bool {
    let start = buffer.readerIndex
    guard let byte = buffer.getInteger(at: start + 1, as: UInt8.self) else { return false }
    switch byte & 0x7F {
    case 126:
      guard let length = buffer.getInteger(at: start + 2, as: UInt16.self) else { return false }
      if length < 126 { throw LongLength() }
    case 127:
      guard let length = buffer.getInteger(at: start + 2, as: UInt64.self) else { return false }
      if length <= UInt16.max { throw LongLength() }
    default: break
    }
    return true
  }
}
