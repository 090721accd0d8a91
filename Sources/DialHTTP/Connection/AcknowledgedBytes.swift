import NIOCore

/// Finds out how many bytes the other side has acknowledged. There is no notification, so it is polled.
enum AcknowledgedBytes {
  #if os(Linux)
    /// The beginning of `struct tcp_info` (linux/tcp.h), up to `tcpi_bytes_acked`, available since Linux 4.1.
    private struct Info {
      let before: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
      let more: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
      let acknowledged: UInt64
    }
  #endif

  /// Returns a number that changes when the other side acknowledges bytes; nil if the channel is not a TCP socket, such as an HTTP/2
  /// stream. Call it on the thread of the channel.
  static func mark(of channel: any Channel) -> UInt64? {
    guard let socket = channel as? any SocketOptionProvider else { return nil }
    #if os(Linux)
      // This is safe: Info consists of integers, and is not longer than what the system writes.
      return now(socket.unsafeGetSocketOption(level: .tcp, name: .tcp_info) as EventLoopFuture<Info>)?.acknowledged
    #else
      // SO_NWRITE: the number of unsent bytes.
      return now(socket.unsafeGetSocketOption(level: .socket, name: .init(rawValue: 0x1024)) as EventLoopFuture<Int32>)
        .map { UInt64(truncatingIfNeeded: $0) }
    #endif
  }

  /// On its own thread, a socket answers immediately.
  private static func now<Value: Sendable>(_ answer: EventLoopFuture<Value>) -> Value? {
    var value: Value?
    answer.assumeIsolated().whenSuccess { value = $0 }
    return value
  }
}
