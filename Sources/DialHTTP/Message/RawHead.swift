import NIOCore

/// The bytes of a final head, to find field values that the parser would change. A head over 256 KiB is not kept.
struct RawHead {
  /// An invalid line end (RFC 9112 section 2.2), which could hide a response from one of two parsers.
  enum Fault: String, Error {
    case bareLineFeed = "a line ends with a line feed but no carriage return"
    case bareCarriageReturn = "a carriage return is not followed by a line feed"
  }

  private var bytes: [UInt8] = []
  private var scanned = 0
  private var found: [Int: [UInt8]]?
  private(set) var isOpen = true
  private static let limit = 256 << 10

  /// Adds bytes. Returns how many of them, from the first, can contain control characters of a head.
  mutating func add(_ more: ByteBufferView) throws(Fault) -> Int {
    if bytes.isEmpty, Self.isPlainHead(more) {
      isOpen = false
      return 0
    }
    bytes += more
    var count = more.count
    while isOpen, let end = try endOfHead() {
      if isInterim {
        bytes.removeFirst(end)
        scanned = 0
      } else {
        found = Self.values(bytes[..<end])
        count = more.count - (bytes.count - end)
        close()
      }
    }
    if bytes.count > Self.limit { close() }
    return count
  }

  /// Whether the bytes start with a complete final head without anything to keep or hide, as most do.
  private static func isPlainHead(_ bytes: ByteBufferView) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var (index, line) = (0, -1)
      while index < bytes.count {
        if index + 8 <= bytes.count {
          let plain = plainBytes(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
          index += plain
          if plain > 0 { continue }
        }
        let byte = bytes[index]
        if byte == 13, index + 1 < bytes.count, bytes[index + 1] == 10 {
          if index == line { return bytes.count > 12 && bytes[9] != UInt8(ascii: "1") }
          index += 2
          line = index
        } else {
          if byte == 10 || byte == 13 || byte >= 0x80 || isControl(byte) { return false }
          index += 1
        }
      }
      return false
    }
  }

  /// Returns how many of eight bytes, from the first, are printable ASCII.
  private static func plainBytes(_ word: UInt64) -> Int {
    let (ones, tops): (UInt64, UInt64) = (0x0101_0101_0101_0101, 0x8080_8080_8080_8080)
    let word = UInt64(littleEndian: word)
    let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
    // Bits that a borrow sets wrongly are after a byte whose bit is right.
    let others = (word | (word &- ones &* 0x20) | (delete &- ones) & ~delete) & tops
    return others.trailingZeroBitCount >> 3
  }

  /// Whether a byte is harmless in a value (RFC 9110 section 5.5), but rejected by the parser.
  static func isControl(_ byte: UInt8) -> Bool {
    (0x01...0x08).contains(byte) || byte == 0x0B || byte == 0x0C || (0x0E...0x1F).contains(byte) || byte == 0x7F
  }

  /// Returns the values by the number of their line, once, when the head is complete and contains such values.
  mutating func takeValues() -> [Int: [UInt8]]? {
    defer { found = nil }
    return found.flatMap { $0.isEmpty ? nil : $0 }
  }

  private mutating func close() {
    isOpen = false
    bytes = []
  }

  /// Whether the head starts with `HTTP/1.1 1…`, but not 101.
  private var isInterim: Bool {
    bytes.count > 12 && bytes[9] == UInt8(ascii: "1") && !(bytes[10] == UInt8(ascii: "0") && bytes[11] == UInt8(ascii: "1"))
  }

  /// Checks new line ends, up to the empty line.
  private mutating func endOfHead() throws(Fault) -> Int? {
    while scanned < bytes.count {
      let (byte, before) = (bytes[scanned], scanned > 0 ? bytes[scanned - 1] : 0)
      if before == 13, byte != 10 { throw .bareCarriageReturn }
      if byte == 10, before != 13 { throw .bareLineFeed }
      scanned += 1
      if byte == 10, scanned > 3, bytes[scanned - 3] == 10 { return scanned }
    }
    return nil
  }

  private static func values(_ head: ArraySlice<UInt8>) -> [Int: [UInt8]] {
    guard head.contains(where: { $0 >= 0x80 || isControl($0) }) else { return [:] }
    let lines = head.split(separator: 10, omittingEmptySubsequences: true).dropFirst()
    var result: [Int: [UInt8]] = [:]
    for (number, line) in lines.enumerated() {
      // In a folded head, a value could be assigned to the wrong field.
      if line.first == 32 || line.first == 9 { return [:] }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")),
        line.contains(where: isControl) || String(validating: line, as: UTF8.self) == nil
      else { continue }
      var value = line[(colon + 1)...]
      while let first = value.first, first == 32 || first == 9 { value = value.dropFirst() }
      while let last = value.last, last == 32 || last == 9 || last == 13 { value = value.dropLast() }
      result[number] = Array(value)
    }
    return result
  }
}

extension String {
  /// Creates printable text from at most 48 untrusted bytes; everything except printable ASCII is escaped.
  init(escaping bytes: [UInt8]) {
    self.init()
    for byte in bytes.prefix(48) {
      switch byte {
      case 0x5C: self += "\\\\"
      case 0x20...0x7E: unicodeScalars.append(Unicode.Scalar(byte))
      case 0x0D: self += "\\r"
      case 0x0A: self += "\\n"
      default: self += "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
      }
    }
    if bytes.count > 48 { self += "…" }
  }
}
