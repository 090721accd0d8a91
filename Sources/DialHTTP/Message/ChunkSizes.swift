import NIOCore

/// Finds the sizes in a chunked body. If a line contains blanks, which are valid (RFC 9112 section 7.1.1, BWS) but rejected by the parser,
/// what follows the size becomes zeros before it: `5 ; a` is read as `00005`.
struct ChunkSizes {
  private enum Place {
    case size
    /// The end of the line of a size.
    case line
    /// Data and its line end.
    case data(Int)
    /// After the last chunk, and after what the parser rejects.
    case end
  }

  private var place = Place.size
  private var size = 0
  /// The bytes of an incomplete size.
  private var held: [UInt8] = []
  private static let maxSize = 1 << 48
  private static let maxHeld = 4096

  /// Takes bytes of the body, which begins at an offset, and leaves those for the parser.
  mutating func add(_ buffer: inout ByteBuffer, from offset: Int) {
    if case .end = place { return }
    if !held.isEmpty {
      buffer = ByteBuffer(bytes: held + buffer.readableBytesView)
      held = []
      (place, size) = (.size, 0)
    }
    var moves: [(start: Int, digits: Int, end: Int)] = []
    let kept = buffer.withUnsafeReadableBytes { read($0, from: offset, &moves) }
    let first = buffer.readerIndex
    for move in moves {
      let digits = buffer.getBytes(at: first + move.start, length: move.digits) ?? []
      let zeros = [UInt8](repeating: UInt8(ascii: "0"), count: move.end - move.start - move.digits)
      buffer.setBytes(zeros + digits, at: first + move.start)
    }
    if kept < buffer.readableBytes {
      held = Array(buffer.readableBytesView.dropFirst(kept))
      buffer.moveWriterIndex(to: first + kept)
    }
  }

  /// Returns the number of bytes before an incomplete size.
  private mutating func read(_ bytes: UnsafeRawBufferPointer, from offset: Int, _ moves: inout [(start: Int, digits: Int, end: Int)]) -> Int
  {
    var index = offset
    let semicolon = UInt8(ascii: ";")
    while index < bytes.count {
      switch place {
      case .end: return bytes.count
      case .data(let count):
        let skipped = min(count, bytes.count - index)
        index += skipped
        (place, size) = skipped == count ? (.size, 0) : (.data(count - skipped), 0)
      case .line:
        guard let end = bytes[index...].firstIndex(of: 10) else { return bytes.count }
        index = end + 1
        place = size == 0 ? .end : .data(size + 2)
      case .size:
        let start = index
        while index < bytes.count, let digit = Self.digit(bytes[index]), size < Self.maxSize {
          size = size << 4 | digit
          index += 1
        }
        let digits = index - start
        while index < bytes.count, bytes[index] >= 0x20 && bytes[index] != 0x7F || bytes[index] == 9 { index += 1 }
        guard index < bytes.count || index - start > Self.maxHeld else { return start }
        let rest = bytes[(start + digits)..<index].drop(while: RawHead.isBlank)
        guard digits > 0, index < bytes.count, bytes[index] == 13, rest.first ?? semicolon == semicolon else {
          place = .end
          return bytes.count
        }
        if bytes[(start + digits)..<index].contains(where: RawHead.isBlank) { moves.append((start, digits, index)) }
        place = .line
      }
    }
    return bytes.count
  }

  private static func digit(_ byte: UInt8) -> Int? {
    switch byte {
    case 0x30...0x39: Int(byte) - 0x30
    case 0x41...0x46, 0x61...0x66: Int(byte | 0x20) - 0x57
    default: nil
    }
  }
}
