/// Converts the bytes of a file to UTF-8.
enum SourceEncoding {
  /// Why bytes are not text, and which of the decoded bytes are invalid.
  struct Fault {
    var message: String
    var range: Range<Int>
  }

  /// The text, or as much of it as can be shown.
  enum Decoded {
    case utf8([UInt8])
    case unreadable([UInt8], Fault)
  }

  /// Removes the byte order mark of UTF-8, and converts UTF-16 with a byte order mark. The bytes before `firstLetter` are ASCII.
  static func decode(_ bytes: [UInt8], from firstLetter: Int) -> Decoded {
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      return .unreadable([], Fault(message: "the file is encoded as UTF-32; save it as UTF-8", range: 0..<0))
    }
    if bytes.starts(with: [0xFF, 0xFE]) { return decodeUTF16(bytes, low: 0, high: 1) }
    if bytes.starts(with: [0xFE, 0xFF]) { return decodeUTF16(bytes, low: 1, high: 0) }
    let isMarked = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = isMarked ? Array(bytes.dropFirst(3)) : bytes
    guard let bad = firstFault(inUTF8: text, from: isMarked ? 0 : firstLetter) else { return .utf8(text) }
    let message = "the byte 0x\(hex(text[bad], 2)) is not valid UTF-8; save the file as UTF-8"
    return .unreadable(text, Fault(message: message, range: bad..<bad + 1))
  }

  private static func decodeUTF16(_ bytes: [UInt8], low: Int, high: Int) -> Decoded {
    let units = stride(from: 2, to: bytes.count - 1, by: 2).lazy.map { UInt16(bytes[$0 + low]) | UInt16(bytes[$0 + high]) << 8 }
    var text: [UInt8] = []
    text.reserveCapacity(bytes.count)
    var decoder = UTF16()
    var iterator = units.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue(let scalar): text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
      case .emptyInput where bytes.count % 2 == 0: return .utf8(text)
      case .emptyInput:
        let fault = Fault(
          message: "the file is encoded as UTF-16 and ends in the middle of a character; save it as UTF-8", range: text.count..<text.count)
        return .unreadable(text, fault)
      case .error:
        let fault = Fault(
          message: "the file is encoded as UTF-16 and contains half of a surrogate pair; save it as UTF-8", range: text.count..<text.count)
        return .unreadable(text, fault)
      }
    }
  }

  /// The offset of the first byte that is not UTF-8 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF).
  private static func firstFault(inUTF8 bytes: [UInt8], from start: Int) -> Int? {
    var at = start
    while true {
      at = TextScan.endOfASCII(bytes.span, in: at..<bytes.count)
      guard at < bytes.count else { return nil }
      let lead = bytes[at]
      guard let (length, second) = form(lead: lead), at + length <= bytes.count, second.contains(bytes[at + 1]),
        bytes[at + 2..<max(at + 2, at + length)].allSatisfy({ $0 & 0xC0 == 0x80 })
      else { return at }
      at += length
    }
  }

  /// The length of a character by its first byte, and the valid values of its second byte.
  private static func form(lead: UInt8) -> (length: Int, second: ClosedRange<UInt8>)? {
    switch lead {
    case 0xC2...0xDF: (2, 0x80...0xBF)
    case 0xE0: (3, 0xA0...0xBF)
    case 0xED: (3, 0x80...0x9F)
    case 0xE1...0xEF: (3, 0x80...0xBF)
    case 0xF0: (4, 0x90...0xBF)
    case 0xF1...0xF3: (4, 0x80...0xBF)
    case 0xF4: (4, 0x80...0x8F)
    default: nil
    }
  }
}
