/// A sum of bytes by which damage is noticed, and names are found. It keeps nothing secret and resists nobody who means harm.
struct WordSum {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  static func of(_ bytes: some Sequence<UInt8>) -> UInt64 {
    var sum = WordSum()
    sum.add(bytes)
    return sum.value
  }

  mutating func add(_ bytes: some Sequence<UInt8>) {
    var (word, count): (UInt64, UInt64) = (0, 0)
    for byte in bytes {
      word = word << 8 | UInt64(byte)
      count += 1
      if count & 7 == 0 { add(word) }
    }
    add(word)
    add(count)
  }

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 0x9FB2_1C65_1E98_DF25
    value ^= value >> 32
  }
}
