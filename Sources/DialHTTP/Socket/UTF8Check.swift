/// Validates text in pieces that can end inside a character (RFC 3629 section 4).
struct UTF8Check {
  /// The number of missing bytes of a character, and the range of the next one.
  private var missing = 0
  private var range: ClosedRange<UInt8> = 0x80...0xBF

  /// Whether the text so far ends with a complete character.
  var isWhole: Bool { missing == 0 }

  /// Adds bytes. Returns false as soon as the text cannot become valid.
  mutating func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var index = 0
    while index < bytes.count {
      if missing == 0 {
        index = Self.skipASCII(bytes, from: index)
        guard index < bytes.count else { return true }
        guard begin(bytes[index]) else { return false }
      } else {
        guard range.contains(bytes[index]) else { return false }
        range = 0x80...0xBF
        missing -= 1
      }
      index += 1
    }
    return true
  }

  private mutating func begin(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x00...0x7F: break
    case 0xC2...0xDF: (missing, range) = (1, 0x80...0xBF)
    case 0xE0: (missing, range) = (2, 0xA0...0xBF)
    case 0xED: (missing, range) = (2, 0x80...0x9F)
    case 0xE1...0xEF: (missing, range) = (2, 0x80...0xBF)
    case 0xF0: (missing, range) = (3, 0x90...0xBF)
    case 0xF4: (missing, range) = (3, 0x80...0x8F)
    case 0xF1...0xF3: (missing, range) = (3, 0x80...0xBF)
    default: return false
    }
    return true
  }

  private static func skipASCII(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var index = start
    while index + 8 <= bytes.count, bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 == 0 { index += 8 }
    while index < bytes.count, bytes[index] < 0x80 { index += 1 }
    return index
  }
}
