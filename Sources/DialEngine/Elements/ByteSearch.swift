#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension [UInt8] {
  /// The first place of a byte from `start` on; nil where there is none.
  @inline(__always) func place(of byte: UInt8, from start: Int) -> Int? {
    precondition(start >= 0)
    return withUnsafeBytes { bytes in
      guard start < bytes.count, let base = bytes.baseAddress, let found = memchr(base + start, Int32(byte), bytes.count - start) else {
        return nil
      }
      return UnsafeRawPointer(found) - base
    }
  }
}

/// Where a byte comes next in a piece. It is looked for once, however often it is asked for: where there is none, the whole piece was read.
struct ByteSearch: Sendable {
  private let byte: UInt8
  private var place = -1

  init(of byte: UInt8) { self.byte = byte }

  /// The first place from `start` on, which only grows; that behind all bytes where there is none.
  @inline(__always) mutating func from(_ start: Int, in piece: [UInt8]) -> Int {
    if place < start { place = piece.place(of: byte, from: start) ?? piece.count }
    return place
  }

  /// Another piece comes.
  mutating func reset() { place = -1 }
}
