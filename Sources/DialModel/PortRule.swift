/// The port of a URL (RFC 3986 section 3.2.3; TCP has 65,535 of them).
package enum PortRule {
  package static func message(_ port: String) -> String { "'\(port)' is no port: a port is a number from 1 to 65535" }

  /// The port of `host:port` where it is none; a placeholder may be one.
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
