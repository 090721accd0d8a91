/// The host of a URL as it can be asked for (RFC 3986 section 3.2.2): a name in ASCII, or an address.
package enum HostRule {
  /// Why a host is none.
  package static func message(_ host: String) -> String {
    "'\(host)' is not a valid host; " + (host.contains("{") ? "for the part that varies, use a variable such as ${TENANT}" : expected(host))
  }

  private static func expected(_ host: String) -> String {
    if host.contains("[") || host.contains("]") || host.contains(":") { return "write an IPv6 address in brackets, such as [::1]" }
    if !host.utf8.allSatisfy({ $0 < 0x80 }) { return "write an internationalized name in its ASCII form, xn--…" }
    if endsInNumber(Array(host.utf8)) { return "an IPv4 address has four numbers from 0 to 255" }
    return "use letters, digits, '-', '_' and '.'"
  }

  /// The host in `user@host:port` where it is none.
  package static func culprit(_ bytes: [UInt8], _ authority: Range<Int>) -> Range<Int>? {
    let host = place(bytes, authority)
    return host.isEmpty || isHost(bytes[host]) ? nil : host
  }

  /// The host in `user@host:port`. A bracket that is not closed takes all of it.
  static func place(_ bytes: [UInt8], _ authority: Range<Int>) -> Range<Int> {
    let start = bytes[authority].lastIndex(of: UInt8(ascii: "@")).map { $0 + 1 } ?? authority.lowerBound
    let rest = bytes[start..<authority.upperBound]
    let bracket = rest.lastIndex(of: UInt8(ascii: "]"))
    if rest.first == UInt8(ascii: "["), bracket == nil { return start..<authority.upperBound }
    return start..<(rest[(bracket ?? start)...].lastIndex(of: UInt8(ascii: ":")) ?? authority.upperBound)
  }

  package static func isHost(_ host: some Collection<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "[") { return isAddress(host.dropFirst()) }
    return host.allSatisfy { byte in
      switch byte {
      case 0x2D, 0x2E, 0x5F, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: false
      }
    } && (!endsInNumber(host) || isIPv4(host))
  }

  /// Whether the last label is a number: it is of an address then, as no domain has such a name (WHATWG URL section 3.5, RFC 1123).
  private static func endsInNumber(_ host: some Collection<UInt8>) -> Bool {
    // Parsed by hand, because it runs for each server that is called.
    var (digits, isNumber, wasNumber) = (0, true, false)
    for byte in host {
      if byte == UInt8(ascii: ".") {
        (wasNumber, digits, isNumber) = (digits > 0 && isNumber, 0, true)
      } else {
        (digits, isNumber) = (digits + 1, isNumber && (0x30...0x39).contains(byte))
      }
    }
    // A trailing dot is the root domain.
    return digits > 0 ? isNumber : wasNumber
  }

  /// Whether it is four numbers up to 255 without leading zeros, which some parsers read as octal (RFC 3986 section 3.2.2).
  private static func isIPv4(_ host: some Collection<UInt8>) -> Bool {
    var parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    if parts.count == 5, parts[4].isEmpty { parts.removeLast() }
    return parts.count == 4
      && parts.allSatisfy { part in
        guard (1...3).contains(part.count), part.count == 1 || part.first != 0x30 else { return false }
        return part.allSatisfy { (0x30...0x39).contains($0) } && part.reduce(0) { $0 * 10 + Int($1 - 0x30) } < 256
      }
  }

  /// Validates the text after the bracket.
  private static func isAddress(_ text: some Collection<UInt8>) -> Bool {
    var (count, last) = (0, UInt8(0))
    for byte in text {
      if last == UInt8(ascii: "]") { return false }
      (count, last) = (count + 1, byte)
      switch byte {
      case 0x2E, 0x3A, 0x5D, 0x30...0x39, 0x41...0x46, 0x61...0x66: continue
      default: return false
      }
    }
    return count > 2 && last == UInt8(ascii: "]")
  }
}

/// The rules for the port of a URL (RFC 3986 section 3.2.3), at most 65,535.
package enum PortRule {
  package static func message(_ port: String) -> String { "'\(port)' is not a valid port; use a number from 1 to 65535" }

  /// Returns the port of `host:port` if it is invalid; a placeholder is allowed.
  package static func culprit(_ bytes: [UInt8], _ authority: Range<Int>) -> Range<Int>? {
    let colon = HostRule.place(bytes, authority).upperBound
    guard colon < authority.upperBound else { return nil }
    let port = (colon + 1)..<authority.upperBound
    let digits = bytes[port]
    if digits.isEmpty || digits.contains(where: { "{}".utf8.contains($0) }) { return nil }
    let isPort = digits.allSatisfy { (48...57).contains($0) } && (UInt16(String(decoding: digits, as: UTF8.self)) ?? 0) > 0
    return isPort ? nil : port
  }
}
