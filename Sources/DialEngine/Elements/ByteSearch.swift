#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension [UInt8] {
  /// Returns the first position of a byte from `start`; nil if there is none.
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

/// Caches the next position of a byte in a piece, so that the piece is scanned once.
struct ByteSearch: Sendable {
  private let byte: UInt8
  private var place = -1

  init(of byte: UInt8) { self.byte = byte }

  /// Returns the first position from `start`, which only grows; the end if there is none.
  @inline(__always) mutating func from(_ start: Int, in piece: [UInt8]) -> Int {
    if place < start { place = piece.place(of: byte, from: start) ?? piece.count }
    return place
  }

  /// Resets the cache for another piece.
  mutating func reset() { place = -1 }
}
