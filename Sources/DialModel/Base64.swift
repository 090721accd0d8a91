/// Base64 (RFC 4648 section 4), with padding.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func isDigit(_ byte: UInt8) -> Bool { value(byte) != nil || byte == UInt8(ascii: "=") }

  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes {
      (bits, count) = (bits << 8 | UInt32(byte), count + 8)
      while count >= 6 {
        count -= 6
        out.append(digits[Int(bits >> UInt32(count) & 63)])
      }
    }
    if count > 0 { out.append(digits[Int(bits << UInt32(6 - count) & 63)]) }
    while out.count % 4 != 0 { out.append(UInt8(ascii: "=")) }
    return String(decoding: out, as: UTF8.self)
  }

  package static func decode(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard bytes.count % 4 == 0, padding <= 2 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count / 4 * 3)
    var (bits, count): (UInt32, Int) = (0, 0)
    for byte in bytes.dropLast(padding) {
      guard let digit = value(byte) else { return nil }
      (bits, count) = (bits << 6 | UInt32(digit), count + 6)
      guard count >= 8 else { continue }
      count -= 8
      out.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
    }
    return out
  }

  /// Decodes base64 or base64url (RFC 4648 section 5), with or without padding; nil for other texts.
  package static func decodeAny(_ text: String) -> [UInt8]? {
    var letters = text.utf8.map { $0 == UInt8(ascii: "-") ? UInt8(ascii: "+") : $0 == UInt8(ascii: "_") ? UInt8(ascii: "/") : $0 }
    if letters.last != UInt8(ascii: "=") { letters += Array(repeating: UInt8(ascii: "="), count: (4 - letters.count % 4) % 4) }
    return decode(String(decoding: letters, as: UTF8.self))
  }

  /// Converts base64 to base64url without padding.
  package static func urlSafe(_ base64: String) -> String {
    base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private static func value(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 65...90: byte - 65
    case 97...122: byte - 71
    case 48...57: byte + 4
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
