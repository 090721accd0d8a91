/// What may name a parameter, an endpoint, a type or a member: letters, digits, `_`, `-`; not a digit or `-` first.
package enum Name {
  static let rule = "letters, digits, '_' and '-', not beginning with a digit or '-'"

  /// Whether a byte may belong to a name; what is not ASCII may, until ``isValid(_:)`` has seen the whole letter.
  package static func isPart(_ byte: UInt8) -> Bool { byte >= 0x80 || isASCIIPart(byte) }

  package static func isASCIIPart(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
      UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  /// Whether a text is a name in ASCII.
  static func isASCII(_ name: String) -> Bool { name.utf8.allSatisfy(isASCIIPart) && isValid(name) }

  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(first), first != UInt8(ascii: "-")
    else { return false }
    if name.utf8.allSatisfy(isASCIIPart) { return true }
    return name.unicodeScalars.allSatisfy { $0.isASCII ? isASCIIPart(UInt8($0.value)) : isLetter($0) }
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
