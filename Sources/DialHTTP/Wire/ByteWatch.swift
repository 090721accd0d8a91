import NIOCore

/// Counts the bytes of an answer and keeps its opening, for messages, and the field values that the parser would not hand on
/// as they are. Hides control characters in the head from the parser, which would refuse them.
final class ByteWatch: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: Connection
  /// The head of the answer to which request of the connection.
  private var head = RawHead()
  private var uses = 0

  init(_ connection: Connection) { self.connection = connection }

  func handlerRemoved(context: ChannelHandlerContext) { connection.alarm.close() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // Also where no part of a message is whole yet: a drip is no silence.
    connection.clock.touch()
    if let current = connection.exchange {
      if connection.uses != uses {
        uses = connection.uses
        head = RawHead()
      }
      var buffer = unwrapInboundIn(data)
      let bytes = buffer.readableBytesView
      let headBytes = head.isOpen ? head.add(bytes) : 0
      let (values, bare) = (head.takeValues(), head.hasBareLineFeed)
      current.update { progress in
        progress.add(bytes)
        if let values { progress.rawValues = values }
        if bare { progress.hasBareLineFeed = true }
      }
      if hideControls(&buffer, headBytes) { return context.fireChannelRead(wrapInboundOut(buffer)) }
    }
    context.fireChannelRead(data)
  }

  /// A `?` stands in for each: it is refused in a field's name and in the numbers of a status line, and allowed in a value.
  private func hideControls(_ buffer: inout ByteBuffer, _ count: Int) -> Bool {
    let view = buffer.readableBytesView.prefix(count)
    guard view.contains(where: RawHead.isControl) else { return false }
    for index in view.indices where RawHead.isControl(view[index]) {
      buffer.setInteger(UInt8(ascii: "?"), at: index)
    }
    return true
  }
}
