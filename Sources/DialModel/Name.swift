/// What may name a parameter, an endpoint, a type or a member: letters, digits, `_`, `-`; not a digit or `-` first.
package enum Name {
  package static let rule = "letters, digits, '_' and '-', not beginning with a digit or '-'"

  /// Whether a byte may belong to a name; what is not ASCII may, until ``isValid(_:)`` has seen the whole letter.
  package static func isPart(_ byte: UInt8) -> Bool { byte >= 0x80 || isASCIIPart(byte) }

  package static func isASCIIPart(_ byte: UInt8) -> Bool {
    // A bit for each: digits and `-` of the first 64, letters and `_` of the next.
    let bits: UInt64 = byte < 64 ? 0x03FF_2000_0000_0000 : 0x07FF_FFFE_87FF_FFFE
    return byte < 128 && bits >> (byte & 63) & 1 == 1
  }

  /// Whether a text is a name in ASCII.
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

  /// A letter of any script, or a mark that belongs to one.
  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isAlphabetic { return true }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark: return true
    default: return false
    }
  }
}
