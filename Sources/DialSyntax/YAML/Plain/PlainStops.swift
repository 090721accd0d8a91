/// Bytes at which a text has to be looked at: a bit each, of those that are ASCII.
struct PlainStops {
  private let low: UInt64
  private let high: UInt64

  /// In plain texts: tab, LF, CR, `#` and `:`.
  static let inBlock = PlainStops(low: 1 << 9 | 1 << 10 | 1 << 13 | 1 << 35 | 1 << 58, high: 0)
  /// In those inside of brackets: these, `,` and the brackets.
  static let inFlow = PlainStops(
    low: 1 << 9 | 1 << 10 | 1 << 13 | 1 << 35 | 1 << 44 | 1 << 58, high: 1 << 27 | 1 << 29 | 1 << 59 | 1 << 61)
  /// In single quotes: LF, CR and the quote.
  static let inSingleQuotes = PlainStops(low: 1 << 10 | 1 << 13 | 1 << 39, high: 0)
  /// In double quotes: LF, CR, the quote and the backslash.
  static let inDoubleQuotes = PlainStops(low: 1 << 10 | 1 << 13 | 1 << 34, high: 1 << 28)
  /// What no plain text begins with: blanks, line ends, ``!"#%&'*,->:?@[]`{|}``.
  static let first = PlainStops(
    low: 1 << 9 | 1 << 10 | 1 << 13 | 1 << 32 | 1 << 33 | 1 << 34 | 1 << 35 | 1 << 37 | 1 << 38 | 1 << 39 | 1 << 42 | 1 << 44 | 1 << 45
      | 1 << 58 | 1 << 62 | 1 << 63,
    high: 1 << 0 | 1 << 27 | 1 << 29 | 1 << 32 | 1 << 59 | 1 << 60 | 1 << 61)

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low &>> UInt64(byte) & 1 != 0 : byte < 128 && high &>> UInt64(byte) & 1 != 0
  }
}

/// Eight bytes at once: the highest bit of the first that may be a stop is set. Behind it other bits may be set, too, and what is looked for
/// below 32 is any of these bytes, so that the byte itself has to be looked at.
extension PlainStops {
  static func blockHits(_ word: UInt64) -> UInt64 {
    controls(word) | bytes(0x3A3A_3A3A_3A3A_3A3A, word) | bytes(0x2323_2323_2323_2323, word)
  }

  static func flowHits(_ word: UInt64) -> UInt64 {
    // `[` and `{` differ in one bit, and so do `]` and `}`.
    let folded = word | 0x2020_2020_2020_2020
    return blockHits(word) | bytes(0x2C2C_2C2C_2C2C_2C2C, word) | bytes(0x7B7B_7B7B_7B7B_7B7B, folded)
      | bytes(0x7D7D_7D7D_7D7D_7D7D, folded)
  }

  static func singleHits(_ word: UInt64) -> UInt64 { controls(word) | bytes(0x2727_2727_2727_2727, word) }

  static func doubleHits(_ word: UInt64) -> UInt64 {
    controls(word) | bytes(0x2222_2222_2222_2222, word) | bytes(0x5C5C_5C5C_5C5C_5C5C, word)
  }

  private static func controls(_ word: UInt64) -> UInt64 { (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080 }

  /// - Parameter sign: the byte that is looked for, eight times.
  private static func bytes(_ sign: UInt64, _ word: UInt64) -> UInt64 {
    let rest = word ^ sign
    return (rest &- 0x0101_0101_0101_0101) & ~rest & 0x8080_8080_8080_8080
  }
}
