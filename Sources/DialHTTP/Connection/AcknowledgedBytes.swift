import NIOCore

/// How much of what was sent the system of the other side has taken. Nobody tells when that changes, so it is asked for.
enum AcknowledgedBytes {
  #if os(Linux)
    /// The beginning of `struct tcp_info` (linux/tcp.h), up to `tcpi_bytes_acked`, which there is since Linux 4.1.
    private struct Info {
      let before: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
      let more: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64)
      let acknowledged: UInt64
    }
  #endif

  /// A number that changes when the other side has taken more; nil for a channel that is no socket of TCP, such as a stream of HTTP/2. To
  /// be asked for on the thread of the channel.
  static func mark(of channel: any Channel) -> UInt64? {
    guard let socket = channel as? any SocketOptionProvider else { return nil }
    #if os(Linux)
      // It is right: an Info is of numbers alone, and no longer than what the system writes.
      return now(socket.unsafeGetSocketOption(level: .tcp, name: .tcp_info) as EventLoopFuture<Info>)?.acknowledged
    #else
      // SO_NWRITE: what waits to be taken.
      return now(socket.unsafeGetSocketOption(level: .socket, name: .init(rawValue: 0x1024)) as EventLoopFuture<Int32>)
        .map { UInt64(truncatingIfNeeded: $0) }
    #endif
  }

  /// On its own thread a socket answers at once.
  private static func now<Value: Sendable>(_ answer: EventLoopFuture<Value>) -> Value? {
    var value: Value?
    answer.assumeIsolated().whenSuccess { value = $0 }
    return value
  }
}
