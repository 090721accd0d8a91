import Crypto

/// Hashes secrets for comparison: HMAC-SHA-256 with the key of a store (RFC 2104). Without the key, nobody can derive or guess a URL, a
/// credential or a header.
package struct CacheDigest: Sendable {
  private let key: SymmetricKey

  package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

  /// Returns 64 hexadecimal digits.
  package func hex(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in Self.hex(HMAC<SHA256>.authenticationCode(for: UnsafeRawBufferPointer(bytes), using: key)) }
  }

  /// Returns the SHA-256 of stored bytes, to detect damage.
  package static func sum(_ bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

  /// Returns a random key of 32 bytes.
  package static func key() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
