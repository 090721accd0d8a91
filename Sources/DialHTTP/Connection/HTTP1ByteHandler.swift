import NIOCore

/// Counts the bytes of an answer and keeps its opening, for messages, and the field values that the parser would not hand on
/// as they are. Hides control characters in the head from the parser, which would refuse them.
final class HTTP1ByteHandler: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let exchanges: ExchangeHandler
  /// The head of the answer to which exchange of the connection.
  private var head = RawHead()
  private var uses = 0

  init(_ exchanges: ExchangeHandler) { self.exchanges = exchanges }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Also where no part of a message is whole yet: a drip is no silence.
    exchanges.timeout.touch()
    // What nobody asked for would be taken for the answer to the next request.
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

  /// A `?` stands in for each: it is refused in a field's name and in the numbers of a status line, and allowed in a value.
  private func hideControls(_ buffer: inout ByteBuffer, _ count: Int) {
    let view = buffer.readableBytesView.prefix(count)
    for index in view.indices where RawHead.isControl(view[index]) { buffer.setInteger(UInt8(ascii: "?"), at: index) }
  }
}
