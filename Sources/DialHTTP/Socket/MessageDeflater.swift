// Calls zlib. The stream contains pointers to itself, so it is on the heap and never moves.
import CZlib
import NIOCore

/// Compresses the messages of one web socket (RFC 7692 section 7.2.1).
final class MessageDeflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private let forgets: Bool
  /// Smaller messages are not compressed, because it costs more than it saves.
  static let minimum = 1024

  /// Returns nil if there is no memory. `forgets`: every message is compressed independently (`client_no_context_takeover`).
  init?(windowBits: Int32, forgets: Bool) {
    self.forgets = forgets
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    let code = deflateInit2_(
      stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -windowBits, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard code == Z_OK else { return nil }
  }

  deinit {
    deflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Returns the compressed message without the four bytes at its end, which are always the same.
  func deflate(_ message: ByteBuffer) -> ByteBuffer {
    var message = message
    let bound = Int(deflateBound(stream, UInt(message.readableBytes))) + 16
    var output = ByteBuffer()
    message.withUnsafeMutableReadableBytes { source in
      stream.pointee.next_in = source.baseAddress?.assumingMemoryBound(to: UInt8.self)
      stream.pointee.avail_in = UInt32(source.count)
      repeat {
        output.writeWithUnsafeMutableBytes(minimumWritableBytes: bound) { output in
          stream.pointee.next_out = output.baseAddress?.assumingMemoryBound(to: UInt8.self)
          stream.pointee.avail_out = UInt32(min(output.count, 1 << 30))
          let room = Int(stream.pointee.avail_out)
          _ = CZlib.deflate(stream, Z_SYNC_FLUSH)
          return room - Int(stream.pointee.avail_out)
        }
      } while stream.pointee.avail_out == 0
    }
    if forgets { deflateReset(stream) }
    return output.getSlice(at: output.readerIndex, length: max(0, output.readableBytes - 4)) ?? output
  }
}
