import Crypto

/// Turns what may be secret into something to compare: SHA-256 under the key of a store (HMAC, RFC 2104). Nobody who sees what is
/// kept can tell a URL, a credential or a header from it, nor try guesses without the key.
package struct CacheDigest: Sendable {
  private let key: SymmetricKey

  package init(key: [UInt8]) { self.key = SymmetricKey(data: key) }

  /// 64 hexadecimal digits.
  package func hex(_ text: String) -> String {
    var text = text
    return text.withUTF8 { bytes in Self.hex(HMAC<SHA256>.authenticationCode(for: UnsafeRawBufferPointer(bytes), using: key)) }
  }

  /// SHA-256 of bytes that are kept, to find out whether they still are what was written.
  package static func sum(_ bytes: [UInt8]) -> String { hex(SHA256.hash(data: bytes)) }

  /// A key for a store: 32 bytes that nobody can guess.
  package static func key() -> [UInt8] { SymmetricKey(size: .bits256).withUnsafeBytes { Array($0) } }

  private static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
