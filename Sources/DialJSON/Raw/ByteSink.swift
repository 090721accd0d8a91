/// Bytes that are being written.
struct ByteSink: ~Copyable {
  private var base: UnsafeMutableRawPointer
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int) {
    self.capacity = max(capacity, 56) + 8
    base = .allocate(byteCount: self.capacity, alignment: 8)
  }

  deinit { base.deallocate() }

  /// Reserves `more` bytes and eight, so that a whole word can be written if only some of its bytes are used.
  @inline(__always) private mutating func reserve(_ more: Int) {
    if capacity - count < more + 8 { grow(more + 8) }
  }

  private mutating func grow(_ more: Int) {
    let capacity = max(capacity * 2, count + more)
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 8)
    bytes.copyMemory(from: base, byteCount: count)
    base.deallocate()
    (base, self.capacity) = (bytes, capacity)
  }

  @inline(__always) mutating func append(_ byte: UInt8) {
    reserve(1)
    base.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
    count += 1
  }

  mutating func append(repeating byte: UInt8, count: Int) {
    let count = max(0, count)
    reserve(count)
    (base + self.count).initializeMemory(as: UInt8.self, repeating: byte, count: count)
    self.count += count
  }

  @inline(__always) mutating func append(_ bytes: [UInt8], from start: Int, count: Int) {
    precondition(start >= 0 && count >= 0 && start <= bytes.count - count)
    reserve(count)
    if count <= 32, bytes.count - start - count >= 8 {
      var i = 0
      while i < count {
        base.storeBytes(of: bytes.eight(start + i).littleEndian, toByteOffset: self.count + i, as: UInt64.self)
        i += 8
      }
    } else {
      bytes.withUnsafeBytes { (base + self.count).copyMemory(from: $0.baseAddress! + start, byteCount: count) }
    }
    self.count += count
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      reserve(bytes.count)
      if let start = bytes.baseAddress { (base + count).copyMemory(from: start, byteCount: bytes.count) }
      count += bytes.count
    }
  }

  /// Appends a text with the required JSON escapes (`"`, `\`, control characters), without quotes.
  mutating func append(escaping text: String) {
    var text = text
    text.withUTF8 { bytes in
      guard let base = bytes.baseAddress else { return }
      var i = 0
      while true {
        let end = Self.plainEnd(bytes, from: i)
        reserve(end - i)
        (self.base + count).copyMemory(from: base + i, byteCount: end - i)
        count += end - i
        if end == bytes.count { return }
        append(escape: bytes[end])
        i = end + 1
      }
    }
  }

  @inline(__always) mutating func append(quoting text: String) {
    append(UInt8(ascii: "\""))
    append(escaping: text)
    append(UInt8(ascii: "\""))
  }

  /// A text as a JSON string with its quotes.
  static func quote(_ text: String) -> String {
    var out = ByteSink(capacity: text.utf8.count + 2)
    out.append(quoting: text)
    return out.text
  }

  /// The offset of the first byte that must be escaped, or the end.
  private static func plainEnd(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    let raw = UnsafeRawBufferPointer(bytes)
    var i = start
    while i + 8 <= bytes.count {
      let special = raw.loadUnaligned(fromByteOffset: i, as: UInt64.self).littleEndian.escapes
      if special != 0 { return i + special.trailingZeroBitCount >> 3 }
      i += 8
    }
    while i < bytes.count, bytes[i] >= 0x20, bytes[i] != UInt8(ascii: "\""), bytes[i] != UInt8(ascii: "\\") { i += 1 }
    return i
  }

  /// Appends the escape of a byte that must be escaped.
  mutating func append(escape byte: UInt8) {
    switch byte {
    case UInt8(ascii: "\""): append("\\\"")
    case UInt8(ascii: "\\"): append("\\\\")
    case 0x08: append("\\b")
    case 0x0C: append("\\f")
    case 0x0A: append("\\n")
    case 0x0D: append("\\r")
    case 0x09: append("\\t")
    default:
      append(byte >> 4 == 0 ? "\\u000" : "\\u001")
      let low = byte & 15
      append(low < 10 ? UInt8(ascii: "0") + low : UInt8(ascii: "a") + low - 10)
    }
  }

  /// Takes back all but the first `count` bytes.
  mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
  }

  /// Returns the bytes of the JSON string whose first quote is at `offset`, with its quotes. Checked.
  func string(at offset: Int) -> [UInt8] {
    precondition(offset >= 0 && offset < count)
    let bytes = UnsafeRawBufferPointer(start: base + offset, count: count - offset)
    var end = 1
    while end < bytes.count, bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    return Array(bytes.prefix(end + 1))
  }

  /// The bytes, in an array with the padding that the parser needs.
  var bytes: [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count + RawText.padding) { bytes, length in
      UnsafeMutableRawBufferPointer(bytes).copyMemory(from: UnsafeRawBufferPointer(start: base, count: count))
      length = count
    }
  }

  var text: String { String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self) }

  func copy(into bytes: inout [UInt8]) {
    bytes.append(contentsOf: UnsafeRawBufferPointer(start: base, count: count))
  }
}
