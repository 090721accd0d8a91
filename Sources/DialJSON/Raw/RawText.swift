// This folder has the only unsafe code of the module: all that goes through pointers is here, behind functions that check
// their arguments. They check always where a caller could be wrong, and in debug builds (so in the tests and under fuzzing)
// where the padding and the grammar make sure already.

/// The bytes of a text followed by eight zero bytes. A zero is never part of a token, so every loop over a token stops
/// there without comparing with `end`, and eight bytes may be read at once from every place up to `end`.
struct RawText {
  let base: UnsafePointer<UInt8>
  let end: Int

  /// How many zero bytes stand behind a text.
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

  /// Gives the text of padded bytes to `body`.
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

/// The same value under the name that a generic caller has for its type. Checked.
@inline(__always) func retyped<A, B>(_ value: A, as type: B.Type) -> B {
  precondition(A.self == B.self)
  return unsafeBitCast(value, to: B.self)
}
