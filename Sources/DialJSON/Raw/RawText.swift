#if canImport(Glibc)
  import Glibc
#endif

// This folder contains all unsafe code of the module. It checks its arguments, in release builds if a caller could be wrong.

/// The bytes of a text followed by eight zero bytes, which end every token, and allow reading eight bytes from every place.
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

  /// The position of the first byte from `start` in which `marks` sets a bit. Bits after it may be wrong. The padding must have one.
  @inline(__always) func first(_ start: Int, where marks: (UInt64) -> UInt64) -> Int {
    var p = start
    while true {
      let found = marks(eight(p))
      if found != 0 { return p &+ found.trailingZeroBitCount >> 3 }
      p &+= 8
    }
  }

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
  @inline(__always) var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }
}

extension UInt64 {
  /// One in each byte, and the top bit of each byte.
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Returns a word whose lowest set bit is in the first of eight bytes that must be escaped in a JSON string.
  @inline(__always) var escapes: UInt64 {
    let quote = self ^ (.ones &* 0x22)
    let backslash = self ^ (.ones &* 0x5C)
    return (((quote &- .ones) & ~quote) | ((backslash &- .ones) & ~backslash) | ((self &- .ones &* 0x20) & ~self)) & .tops
  }
}

/// Returns the value with the type that a generic caller knows it by. The cast is safe: both types are the same.
@inline(__always) func retyped<A, B>(_ value: A, as type: B.Type) -> B {
  precondition(A.self == B.self)
  return unsafeBitCast(value, to: B.self)
}

/// The bytes of a name in code, for comparison with names in a text.
struct RawName {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The first eight bytes, the first one lowest; a shorter name is filled with zeros.
  let head: UInt64

  @inline(__always) var count: Int { bytes.count }

  @inline(__always) static func of<R>(_ name: String, _ body: (RawName) -> R) -> R {
    if let result = name.utf8.withContiguousStorageIfAvailable({ body(RawName($0)) }) { return result }
    var copy = name
    return copy.withUTF8 { body(RawName($0)) }
  }

  /// Feeds the name to a hash, as ``JSONDocument/hash(_:)`` does.
  func hash(into hasher: inout Hasher) {
    let raw = UnsafeRawBufferPointer(bytes)
    hasher.combine(head)
    var i = 8
    while i < count {
      hasher.combine(raw.loadUnaligned(fromByteOffset: min(i, count - 8), as: UInt64.self).littleEndian)
      i += 8
    }
    hasher.combine(count)
  }

  @inline(__always) private init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    let raw = UnsafeRawBufferPointer(bytes)
    let count = bytes.count
    if count >= 8 {
      head = raw.loadUnaligned(as: UInt64.self).littleEndian
    } else if count >= 4 {
      let low = UInt64(raw.loadUnaligned(as: UInt32.self).littleEndian)
      let high = UInt64(raw.loadUnaligned(fromByteOffset: count - 4, as: UInt32.self).littleEndian)
      head = low | high << UInt64((count - 4) * 8)
    } else {
      var head: UInt64 = 0
      for i in 0..<count { head |= UInt64(bytes[i]) << UInt64(i * 8) }
      self.head = head
    }
  }

  /// Whether the bytes from the ninth on equal those of the name at `start` in `text`, which has the same length. Checked.
  @inline(__always) func hasTail(_ text: [UInt8], at start: Int) -> Bool {
    let raw = UnsafeRawBufferPointer(bytes)
    var i = 8
    while i + 8 <= bytes.count {
      if raw.loadUnaligned(fromByteOffset: i, as: UInt64.self).littleEndian != text.eight(start + i) { return false }
      i += 8
    }
    if i >= bytes.count { return true }
    let last = bytes.count - 8
    return raw.loadUnaligned(fromByteOffset: last, as: UInt64.self).littleEndian == text.eight(start + last)
  }
}

/// Memory for a tape, which the last owner must free: Swift 6.3.1 forgets to if an error is thrown past it.
struct RawWords<Word: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Word>
  let capacity: Int

  init(capacity: Int) {
    base = .allocate(capacity: capacity)
    self.capacity = capacity
    if capacity >= Self.large { useLargePages() }
  }

  /// The words of a text of about 32 MB. For larger ones, the first access to each memory page takes much of the time.
  private static var large: Int { 16 << 20 }

  /// Requests huge pages if the system supports that. Parsing a text of 100 MB then takes two thirds of the time.
  private func useLargePages() {
    #if canImport(Glibc)
      let page = 2 << 20
      let start = (Int(bitPattern: base) + page - 1) & -page
      let end = (Int(bitPattern: base) + capacity * MemoryLayout<Word>.stride) & -page
      // This is safe: the range is inside the allocation, and the advice changes no bytes. A refusal has no effect.
      if start < end { _ = madvise(UnsafeMutableRawPointer(bitPattern: start), end - start, MADV_HUGEPAGE) }
    #endif
  }

  func free() { base.deallocate() }

  @inline(__always) subscript(index: Int) -> Word {
    get {
      assert(index >= 0 && index < capacity)
      return base[index]
    }
    nonmutating set {
      assert(index >= 0 && index < capacity)
      base[index] = newValue
    }
  }
}
