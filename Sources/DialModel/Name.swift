/// The rules for names of parameters, endpoints, types and members: letters, digits, `_`, `-`; not a digit or `-` first.
package enum Name {
  package static let rule = "letters, digits, '_' and '-', starting with a letter or '_'"

  /// Whether a byte can belong to a name. Non-ASCII bytes can, until ``isValid(_:)`` checks the whole character.
  package static func isPart(_ byte: UInt8) -> Bool { byte >= 0x80 || isASCIIPart(byte) }

  package static func isASCIIPart(_ byte: UInt8) -> Bool {
    // One bit for each: digits and `-` in the first 64, letters and `_` in the next.
    let bits: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 128 && bits >> (byte & 63) & 1 == 1
  }

  /// Whether a text is an ASCII name.
  package static func isASCII(_ name: String) -> Bool { beginsRight(name) && isASCIIText(name) }

  private static func isASCIIText(_ name: String) -> Bool {
    var name = name
    return name.withUTF8 { $0.allSatisfy(isASCIIPart) }
  }

  package static func isValid(_ name: String) -> Bool {
    guard beginsRight(name) else { return false }
    if isASCIIText(name) { return true }
    return name.unicodeScalars.allSatisfy { $0.isASCII ? isASCIIPart(UInt8($0.value)) : isLetter($0) }
  }

  private static func beginsRight(_ name: String) -> Bool {
    guard let first = name.utf8.first else { return false }
    return first &- 0x30 > 9 && first != UInt8(ascii: "-")
  }

  /// Whether a character is a letter of any script, or a mark that belongs to one.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }
}
