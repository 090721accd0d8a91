/// Eight digits at a time: each byte of a word is one, the first one lowest.
enum DigitRun {
  /// The number of eight digits.
  @inline(__always) static func eight(_ digits: UInt64) -> Int {
    // Pairs, then fours, then all: each step adds ten (a hundred, ten thousand) times the left half to the right one.
    let pairs = ((digits & 0x0F0F_0F0F_0F0F_0F0F) &* 2561) >> 8
    let fours = ((pairs & 0x00FF_00FF_00FF_00FF) &* 6_553_601) >> 16
    return Int(truncatingIfNeeded: ((fours & 0x0000_FFFF_0000_FFFF) &* 42_949_672_960_001) >> 32)
  }

  /// The number in the first `count` of eight bytes (at most 8), which are digits. The other bytes are ignored.
  @inline(__always) static func few(_ bytes: UInt64, _ count: Int) -> Int {
    // Move the digits up. The zero bytes below count as the digit 0.
    count == 0 ? 0 : eight(bytes &<< UInt64(64 - count * 8))
  }

  /// Ten to the power of 0 to 8.
  @inline(__always) static func power(_ count: Int) -> Int {
    switch count {
    case 0: 1
    case 1: 10
    case 2: 100
    case 3: 1000
    case 4: 10_000
    case 5: 100_000
    case 6: 1_000_000
    case 7: 10_000_000
    default: 100_000_000
    }
  }

  /// Returns a word whose lowest set bit is in the first byte that is not a digit; 0 if all are.
  @inline(__always) static func others(_ bytes: UInt64) -> UInt64 {
    // A digit becomes 0 to 9. The addition carries all other values into the top bit, up to the first such byte.
    let x = bytes ^ 0x3030_3030_3030_3030
    return ((x &+ 0x7676_7676_7676_7676) | x) & .tops
  }
}
