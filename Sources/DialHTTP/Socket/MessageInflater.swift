// Calls zlib. The stream contains pointers to itself, so it is on the heap and never moves.
import CZlib
import DialMessage
import NIOCore

/// Decompresses the messages of one web socket (RFC 7692 section 7.2.2), fragment by fragment, up to the maximum size of a message.
final class MessageInflater {
  private let stream: UnsafeMutablePointer<z_stream>
  private let forgets: Bool
  private let output: UnsafeMutablePointer<UInt8>
  /// Whether the message had its last block. Otherwise a few bytes with many empty blocks could cause much work.
  private var isEnded = false
  private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
  private static let step = 16 << 10

  /// Returns nil if there is no memory. `forgets`: the server compresses every message independently (`server_no_context_takeover`).
  init?(forgets: Bool) {
    self.forgets = forgets
    output = .allocate(capacity: Self.step)
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard inflateInit2_(stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return nil }
  }

  deinit {
    inflateEnd(stream)
    stream.deinitialize(count: 1)
    stream.deallocate()
    output.deallocate()
  }

  func inflate(_ packed: ByteBufferView, isLast: Bool, into bytes: inout [UInt8], upTo limit: Int) throws(SocketFault) {
    try inflate(Array(packed), &bytes, limit)
    guard isLast else { return }
    try inflate(Self.tail, &bytes, limit)
    if forgets { inflateReset(stream) }
    isEnded = false
  }

  private func inflate(_ packed: [UInt8], _ bytes: inout [UInt8], _ limit: Int) throws(SocketFault) {
    var offset = 0
    while true {
      let (count, code) = step(packed, &offset)
      if bytes.count + count > limit { throw .tooLarge(limit) }
      bytes += UnsafeBufferPointer(start: output, count: count)
      switch code {
      case Z_STREAM_END:
        if isEnded { throw SocketFault(code: 1007, kind: .protocol, what: "sent a compressed message that ends more than once") }
        isEnded = true
        inflateReset(stream)
      case Z_OK, Z_BUF_ERROR: break
      case Z_MEM_ERROR: throw SocketFault(code: 1011, kind: .limit, what: "sent a compressed message, but there is not enough memory to decompress it")
      default: throw SocketFault(code: 1007, kind: .protocol, what: "sent a compressed message that cannot be decompressed")
      }
      // If the output is full, there may be more, even if all input was read.
      if count < Self.step, offset == packed.count || code == Z_BUF_ERROR { return }
    }
  }

  /// Decompresses as much as the output can hold.
  private func step(_ packed: [UInt8], _ offset: inout Int) -> (count: Int, code: Int32) {
    let start = offset
    let code = packed.withUnsafeBufferPointer { source in
      stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress.map { $0 + start })
      stream.pointee.avail_in = UInt32(source.count - start)
      stream.pointee.next_out = output
      stream.pointee.avail_out = UInt32(Self.step)
      return CZlib.inflate(stream, Z_SYNC_FLUSH)
    }
    offset = packed.count - Int(stream.pointee.avail_in)
    return (Self.step - Int(stream.pointee.avail_out), code)
  }
}
