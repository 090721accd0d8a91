/// FNV-1a over 64-bit words, to detect damage. It does not protect against an attacker.
enum Checksum {
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var sum: UInt64 = 0xCBF2_9CE4_8422_2325
    func add(_ word: UInt64) {
      sum = (sum ^ word) &* 0x0000_0100_0000_01B3
      // A product affects only higher bits; without this, the high bits of a word would affect no others.
      sum ^= sum >> 32
    }
    var at = bytes.startIndex
    while at + 8 <= bytes.endIndex {
      add(bytes.word(at))
      at += 8
    }
    while at < bytes.endIndex {
      add(UInt64(bytes[at]))
      at += 1
    }
    add(UInt64(bytes.count))
    return sum
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// Returns the eight bytes at an index as a number in little-endian order.
  func word(_ at: Int) -> UInt64 {
    UInt64(self[at]) | UInt64(self[at + 1]) << 8 | UInt64(self[at + 2]) << 16 | UInt64(self[at + 3]) << 24
      | UInt64(self[at + 4]) << 32 | UInt64(self[at + 5]) << 40 | UInt64(self[at + 6]) << 48 | UInt64(self[at + 7]) << 56
  }

  func words(_ range: Range<Int>) -> [UInt64] { stride(from: range.lowerBound, to: range.upperBound, by: 8).map { word($0) } }
}

extension Sequence where Element: FixedWidthInteger {
  /// The numbers as words of eight bytes in little-endian order.
  var bytes: [UInt8] {
    flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: UInt64(truncatingIfNeeded: number) >> ($0 * 8)) } }
  }
}
