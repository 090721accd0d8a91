// This folder contains all unsafe code of the module, behind functions that check their arguments: always if a caller could be wrong, and
// in debug builds (also in tests and fuzzing) if the padding and the grammar guarantee them.

/// The bytes of a text followed by eight zero bytes. A zero is never part of a token, so every loop over a token stops
/// there without comparing with `end`, and eight bytes may be read at once from every place up to `end`.
struct RawText {
  let base: UnsafePointer<UInt8>
  let end: Int

  /// The number of zero bytes after a text.
  static let padding = 8

  @inline(__always) subscript(p: Int) -> UInt8 {
    assert(p >= 0 && p < end + Self.padding)
    return base[p]
  }

  /// The eight bytes at `p`, the first one lowest.
  @inline(__always) func eight(_ p: Int) -> UInt64 {
    assert(p >= 0 && p <= end)
    return UnsafeRawPointer(base + p).loadUnaligned(as: UInt64.self).littleEndian
  }

  /// The four bytes at `p`, the first one lowest.
  @inline(__always) func four(_ p: Int) -> UInt32 {
    assert(p >= 0 && p <= end + 4)
    return UnsafeRawPointer(base + p).loadUnaligned(as: UInt32.self).littleEndian
  }

  /// Calls `body` with the text of padded bytes.
  static func of<R: ~Copyable, E: Error>(_ padded: [UInt8], _ body: (RawText) throws(E) -> R) throws(E) -> R {
    precondition(padded.count >= padding)
    return try padded.span.withUnsafeBufferPointer { bytes throws(E) in
      guard let base = bytes.baseAddress else { preconditionFailure("padded bytes are never empty") }
      return try body(RawText(base: base, end: bytes.count - padding))
    }
  }
}

extension [UInt8] {
  /// The eight bytes at `p`, the first one lowest. Checked.
  @inline(__always) func eight(_ p: Int) -> UInt64 {
    span.bytes.unsafeLoadUnaligned(fromByteOffset: p, as: UInt64.self).littleEndian
  }

  /// The text of these bytes, which are UTF-8. Checked.
  @inline(__always) func text(_ start: Int, _ count: Int) -> String {
    precondition(start >= 0 && count >= 0 && start <= self.count - count)
    return withUnsafeBufferPointer { bytes in
      String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<start + count]), as: UTF8.self)
    }
  }
}

extension UInt8 {
  /// Whether this is an ASCII digit.
  @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension UInt64 {
  /// One in each byte, and the top bit of each byte.
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Returns a word whose lowest set bit is in the first of eight bytes that must be escaped in a JSON string: a quote, a backslash or a
  /// control character. Bits of later bytes can be wrong because of a borrow.
  @inline(__always) var escapes: UInt64 {
    let quote = self ^ (.ones &* 0x22)
    let backslash = self ^ (.ones &* 0x5C)
    return (((quote &- .ones) & ~quote) | ((backslash &- .ones) & ~backslash) | ((self &- .ones &* 0x20) & ~self)) & .tops
  }
}

/// Returns the value with the type that a generic caller knows it by. Checked.
@inline(__always) func retyped<A, B>(_ value: A, as type: B.Type) -> B {
  precondition(A.self == B.self)
  return unsafeBitCast(value, to: B.self)
}
