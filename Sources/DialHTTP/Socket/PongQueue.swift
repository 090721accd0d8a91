import NIOCore

/// The answers to pings that are not written yet. Where there are many, only the last ping is answered (RFC 6455 section 5.5.3): a
/// server that sends pings and reads nothing fills no memory.
struct PongQueue {
  private var unwritten = 0
  private var last: ByteBuffer?
  private static let maximum = 64

  /// A ping came: what is to be written now, if anything.
  mutating func add(_ payload: ByteBuffer) -> ByteBuffer? {
    guard unwritten < Self.maximum else {
      last = payload
      return nil
    }
    unwritten += 1
    return payload
  }

  /// A pong was written: what is to be written next.
  mutating func written() -> ByteBuffer? {
    unwritten -= 1
    guard let payload = last else { return nil }
    last = nil
    return add(payload)
  }
}
