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
