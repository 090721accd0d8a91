/// The bytes of a name in code, for comparison with names in a text.
struct RawName {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The first eight bytes, the first one lowest; a shorter name is filled with zeros.
  let head: UInt64

  @inline(__always) var count: Int { bytes.count }

  /// Calls `body` with the bytes of a name.
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
