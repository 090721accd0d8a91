import DialJSON

/// Strings and numbers.
extension QueryParser {
  /// Reads a string in single or double quotes (RFC 9535 section 2.3.1.1).
  mutating func string() throws(JSONPathError) -> String {
    let start = at
    guard let quote = peek() else { throw unexpected("a string") }
    at += 1
    var value = String.UnicodeScalarView()
    while let scalar = peek() {
      at += 1
      switch scalar {
      case quote: return String(value)
      case "\\": value.append(try escape(quote))
      case "\0"..<" ": throw error("a control character must be escaped in a string", at: at - 1)
      default: value.append(scalar)
      }
    }
    throw error("the string is not closed", at: start)
  }

  private mutating func escape(_ quote: Unicode.Scalar) throws(JSONPathError) -> Unicode.Scalar {
    let start = at - 1
    guard let letter = peek() else { throw error("the string is not closed", at: start) }
    at += 1
    switch letter {
    case "b": return "\u{8}"
    case "f": return "\u{C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "/", "\\", quote: return letter
    case "u":
      let first = try hexadecimal(start)
      if let scalar = Unicode.Scalar(first) { return scalar }
      guard first < 0xDC00, take("\\u") else { throw error("half of a surrogate pair", at: start) }
      let second = try hexadecimal(start)
      guard (0xDC00..<0xE000).contains(second), let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
        throw error("half of a surrogate pair", at: start)
      }
      return scalar
    default: throw error("'\\\(letter)' is not an escape of JSONPath", at: start)
    }
  }

  private mutating func hexadecimal(_ start: Int) throws(JSONPathError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let scalar = peek(), scalar.isASCII, let digit = Character(scalar).hexDigitValue else {
        throw error("expected four hexadecimal digits after '\\u'", at: start)
      }
      at += 1
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// Reads a number: as in JSON, with `-0`.
  mutating func number() throws(JSONPathError) -> JSON {
    let start = at
    let written = take { ("0"..."9").contains($0) || "+-.eE".unicodeScalars.contains($0) }
    guard let number = JSON.number(written) else { throw error("'\(written)' is not a valid number", at: start) }
    return number
  }
}
