import NIOCore

/// The pending responses to pings. If there are several, only the last ping is answered (RFC 6455 section 5.5.3), so that a server that
/// sends pings and reads nothing cannot fill the memory.
struct PongQueue {
  private var unwritten = 0
  private var last: ByteBuffer?
  private static let maximum = 64

  /// Adds a ping. Returns the pong to write now, if any.
  mutating func add(_ payload: ByteBuffer) -> ByteBuffer? {
    guard unwritten < Self.maximum else {
      last = payload
      return nil
    }
    unwritten += 1
    return payload
  }

  /// Records that a pong was written. Returns the next one, if any.
  mutating func written() -> ByteBuffer? {
    unwritten -= 1
    guard let payload = last else { return nil }
    last = nil
    return add(payload)
  }
}
