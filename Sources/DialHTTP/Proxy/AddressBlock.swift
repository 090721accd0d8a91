#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A block of addresses: `10.0.0.0/8`, `fd00::/8` (RFC 4632 section 3.1, RFC 4291 section 2.3).
struct AddressBlock {
  private let address: [UInt8]
  private let bits: Int

  /// Returns nil if the text is not a block.
  init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let bits = Int(parts[1]), let address = Self.bytes(String(parts[0])) else { return nil }
    guard parts[1].utf8.allSatisfy({ $0 &- 0x30 < 10 }), bits <= address.count * 8 else { return nil }
    (self.address, self.bits) = (address, bits)
  }

  /// Whether a host is an address in the block.
  func contains(_ host: String) -> Bool {
    guard let other = Self.bytes(host), other.count == address.count else { return false }
    return (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit & 7)
      return address[bit >> 3] & mask == other[bit >> 3] & mask
    }
  }

  private static func bytes(_ text: String) -> [UInt8]? {
    for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
      var bytes = [UInt8](repeating: 0, count: count)
      if inet_pton(family, text, &bytes) == 1 { return bytes }
    }
    return nil
  }
}
