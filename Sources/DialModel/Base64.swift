/// Base64 (RFC 4648 section 4), with padding.
package enum Base64 {
  private static let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func isDigit(_ byte: UInt8) -> Bool { value(byte) != nil || byte == UInt8(ascii: "=") }

  package static func encode(_ bytes: some Collection<UInt8>) -> String {
    var out: [UInt8] = []
    out.reserveCapacity((bytes.count + 2) / 3 * 4)
    var iterator = bytes.makeIterator()
    while let first = iterator.next() {
      let second = iterator.next()
      let third = second == nil ? nil : iterator.next()
      out.append(digits[Int(first >> 2)])
      out.append(digits[Int((first & 3) << 4 | (second ?? 0) >> 4)])
      out.append(second == nil ? UInt8(ascii: "=") : digits[Int((second! & 15) << 2 | (third ?? 0) >> 6)])
      out.append(third.map { digits[Int($0 & 63)] } ?? UInt8(ascii: "="))
    }
    return String(decoding: out, as: UTF8.self)
  }

  package static func decode(_ text: String) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.count % 4 == 0 else { return nil }
    let padding = bytes.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard padding <= 2 else { return nil }
    var out: [UInt8] = []
    out.reserveCapacity(bytes.count / 4 * 3)
    var bits: UInt32 = 0
    for (index, byte) in bytes.enumerated() {
      if index < bytes.count - padding {
        guard let digit = value(byte) else { return nil }
        bits = bits << 6 | UInt32(digit)
      } else {
        bits <<= 6
      }
      if index % 4 == 3 {
        out += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 8), UInt8(truncatingIfNeeded: bits)]
        bits = 0
      }
    }
    out.removeLast(padding)
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
