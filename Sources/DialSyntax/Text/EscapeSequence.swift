/// An escape of a text in double quotes (https://yaml.org/spec/1.2.2/#57-escaped-characters).
struct EscapeSequence {
  /// What it stands for; nil where it is none.
  let scalar: Unicode.Scalar?
  /// The offset behind it.
  let end: Int

  /// The escape with whose backslash a stretch begins, at most to the end of that.
  init(_ bytes: [UInt8], _ source: Range<Int>) {
    let start = source.lowerBound
    let letter = start + 1 < source.upperBound ? bytes[start + 1] : 0
    let width = letter == UInt8(ascii: "x") ? 2 : letter == UInt8(ascii: "u") ? 4 : letter == UInt8(ascii: "U") ? 8 : 0
    end = min(start + 2 + width, source.upperBound)
    scalar = (width == 0 ? Self.letters[letter] : Self.code(bytes[min(start + 2, end)..<end], width)).flatMap(Unicode.Scalar.init)
  }

  private static func code(_ digits: ArraySlice<UInt8>, _ width: Int) -> UInt32? {
    // Not all that an initializer of a number takes for one: no sign.
    guard digits.count == width, digits.first != UInt8(ascii: "+"), digits.first != UInt8(ascii: "-") else { return nil }
    return UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
  }

  /// The escapes of one letter and what they stand for.
  private static let letters: [UInt8: UInt32] = Dictionary(
    uniqueKeysWithValues: [
      ("0", 0), ("a", 7), ("b", 8), ("t", 9), ("\t", 9), ("n", 10), ("v", 11), ("f", 12), ("r", 13), ("e", 0x1B), (" ", 0x20),
      ("\"", 0x22), ("/", 0x2F), ("\\", 0x5C), ("N", 0x85), ("_", 0xA0), ("L", 0x2028), ("P", 0x2029),
    ].map { (letter: Unicode.Scalar, code: UInt32) in (UInt8(ascii: letter), code) })
}
