import NIOCore

/// Counts the bytes of a response, and keeps its first ones for messages, and field values that the parser would change. Hides control
/// characters in the head, which the parser would reject.
final class HTTP1ByteHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let exchanges: ExchangeHandler
  /// The head of the current response.
  private var head = RawHead()
  private var uses = 0

  init(_ exchanges: ExchangeHandler) { self.exchanges = exchanges }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Also for an incomplete part of a message: slow data is not silence.
    exchanges.timeout.touch()
    // Unsolicited bytes would be taken for the response to the next request.
    guard let exchange = exchanges.exchange else { return context.close(promise: nil) }
    if exchanges.uses != uses {
      uses = exchanges.uses
      head = RawHead()
    }
    var buffer = unwrapInboundIn(data)
    let bytes = buffer.readableBytesView
    var headBytes = 0
    do throws(RawHead.Fault) {
      if head.isOpen { headBytes = try head.add(bytes) }
      let values = head.takeValues()
      exchange.update { progress in
        progress.add(bytes)
        if let values { progress.rawValues = values }
      }
    } catch {
      exchange.update { $0.add(bytes) }
      return context.fireErrorCaught(error)
    }
    hideControls(&buffer, headBytes)
    context.fireChannelRead(wrapInboundOut(buffer))
  }

  /// Replaces each control character by `?`, which is rejected in names and status lines, and allowed in values.
  private func hideControls(_ buffer: inout ByteBuffer, _ count: Int) {
    let view = buffer.readableBytesView.prefix(count)
    for index in view.indices where RawHead.isControl(view[index]) { buffer.setInteger(UInt8(ascii: "?"), at: index) }
  }
}
