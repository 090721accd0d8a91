import CZlib
import DialMessage
import DialModel
import NIOCore

/// Compresses the messages of one WebSocket (RFC 7692 section 7.2.1).
struct MessageDeflater {
  private let stream: DeflateStream
  private let forgets: Bool
  /// Smaller messages are not compressed, because it costs more than it saves.
  static let minimum = 1024

  /// Returns nil if there is no memory. `forgets`: every message is compressed independently (`client_no_context_takeover`).
  init?(windowBits: Int32, forgets: Bool) {
    guard let stream = DeflateStream(bits: -windowBits) else { return nil }
    (self.stream, self.forgets) = (stream, forgets)
  }

  /// Returns the compressed message without the four bytes at its end, which are always the same.
  func deflate(_ message: ByteBuffer) -> ByteBuffer {
    let packed = stream.write(Array(message.readableBytesView), .sync)
    if forgets { stream.reset() }
    return ByteBuffer(bytes: packed.dropLast(4))
  }
}

/// Decompresses the messages of one WebSocket (RFC 7692 section 7.2.2), fragment by fragment, up to the maximum size of a message.
final class MessageInflater {
  private let stream: InflateStream
  private let forgets: Bool
  /// Whether the message had its last block. Otherwise a few bytes with many empty blocks could cause much work.
  private var isEnded = false
  private static let tail: [UInt8] = [0x00, 0x00, 0xFF, 0xFF]
  private static let step = 16 << 10

  /// Returns nil if there is no memory. `forgets`: the server compresses every message independently (`server_no_context_takeover`).
  init?(forgets: Bool) {
    guard let stream = InflateStream(bits: -15) else { return nil }
    (self.stream, self.forgets) = (stream, forgets)
  }

  func inflate(_ packed: ByteBufferView, isLast: Bool, into bytes: inout [UInt8], upTo limit: Int) throws(SocketFault) {
    try inflate(Array(packed), &bytes, limit)
    guard isLast else { return }
    try inflate(Self.tail, &bytes, limit)
    if forgets { stream.reset() }
    isEnded = false
  }

  private func inflate(_ packed: [UInt8], _ bytes: inout [UInt8], _ limit: Int) throws(SocketFault) {
    var offset = 0
    while true {
      let (output, code) = stream.step(packed, &offset, upTo: Self.step)
      if bytes.count + output.count > limit { throw .tooLarge(limit) }
      bytes += output
      switch code {
      case Z_STREAM_END:
        if isEnded { throw SocketFault(code: 1007, kind: .protocol, what: "sent a compressed message with more than one final block") }
        isEnded = true
        stream.reset()
      case Z_OK, Z_BUF_ERROR: break
      case Z_MEM_ERROR:
        throw SocketFault(code: 1011, kind: .limit, what: "sent a compressed message, but there is not enough memory to decompress it")
      default: throw SocketFault(code: 1007, kind: .protocol, what: "sent a compressed message that cannot be decompressed")
      }
      // If the output is full, there may be more, even if all input was read.
      if output.count < Self.step, offset == packed.count || code == Z_BUF_ERROR { return }
    }
  }
}

/// The negotiated parameters of permessage-deflate (RFC 7692 section 7.1).
struct Deflate: Equatable {
  var serverForgets = false
  var clientForgets = false
  var clientWindowBits: Int32 = 15

  static let offer = "permessage-deflate; client_max_window_bits"

  /// Reads the response to ``offer``; nil if the server declines. Throws if it is invalid.
  init?(_ lines: [String]) throws(Fault) {
    let items = lines.flatMap { $0.split(separator: ",") }.map { String($0.trimmed) }.filter { !$0.isEmpty }
    guard let item = items.first else { return nil }
    let pieces = item.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
    guard items.count == 1, pieces[0].lowercased() == "permessage-deflate" else { throw Fault(extensions: items.joined(separator: ", ")) }
    var seen: Set<String> = []
    for piece in pieces.dropFirst() {
      let parts = piece.split(separator: "=", maxSplits: 1).map(\.trimmed)
      let name = (parts.first ?? "").lowercased()
      let value = parts.count == 2 ? String(parts[1].trimmingQuotes()) : nil
      guard seen.insert(name).inserted, set(name, value) else { throw Fault(extensions: item) }
    }
  }

  /// Extensions in the response that were not offered.
  struct Fault: Error { var extensions: String }

  private mutating func set(_ name: String, _ value: String?) -> Bool {
    switch (name, value.map { Int32($0) }) {
    case ("server_no_context_takeover", nil): serverForgets = true
    case ("client_no_context_takeover", nil): clientForgets = true
    case ("server_max_window_bits", .some(.some(8...15))): break
    case ("client_max_window_bits", .some(.some(let bits))) where (8...15).contains(bits): clientWindowBits = bits
    default: return false
    }
    return true
  }

  var inflater: MessageInflater? { MessageInflater(forgets: serverForgets) }
  /// nil for a window of 256 bytes, which zlib does not support. Sending uncompressed messages is always allowed.
  var deflater: MessageDeflater? {
    clientWindowBits > 8 ? MessageDeflater(windowBits: clientWindowBits, forgets: clientForgets) : nil
  }
}

extension Substring {
  fileprivate func trimmingQuotes() -> Substring { count >= 2 && first == "\"" && last == "\"" ? dropFirst().dropLast() : self }
}
