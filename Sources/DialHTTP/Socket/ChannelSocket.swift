import DialMessage
import NIOCore

/// An open WebSocket over its own connection.
final class ChannelSocket: SocketConnection {
  private let channel: any Channel
  private let inbox: SocketInbox
  /// Keeps the thread alive if the transport is released.
  private let core: TransportCore

  init(_ channel: any Channel, _ inbox: SocketInbox, _ core: TransportCore) {
    self.channel = channel
    self.inbox = inbox
    self.core = core
  }

  deinit { channel.writeAndFlush(SocketCommand.abandon, promise: nil) }

  /// The number of unread bytes.
  var waiting: Int { inbox.waiting }
  var closing: SocketClosing? { inbox.closing }

  func receive() async throws -> SocketMessage? {
    try await untilCancelled {
      try await inbox.next { channel.writeAndFlush(SocketCommand.read, promise: nil) }
    }
  }

  func send(_ message: SocketMessage) async throws {
    try await untilCancelled {
      do {
        try await channel.writeAndFlush(SocketCommand.send(message))
      } catch {
        throw error is TransportError || error is CallError ? error : inbox.sendingFault
      }
    }
  }

  func close(_ closing: SocketClosing) async {
    try? await untilCancelled { try await channel.writeAndFlush(SocketCommand.close(closing)) }
  }

  /// Half a frame cannot be taken back, so a cancelled task closes the connection.
  private func untilCancelled<T>(_ work: () async throws -> T) async throws -> T {
    try await withTaskCancellationHandler {
      try await work()
    } onCancel: {
      inbox.finish(.failure(Failures.cancelled))
      channel.writeAndFlush(SocketCommand.abandon, promise: nil)
    }
  }
}
