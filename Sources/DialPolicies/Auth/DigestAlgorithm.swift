import Crypto

/// The algorithms of digest authentication (RFC 7616 section 6.1). With `-sess`, the key is computed once for each challenge.
enum DigestAlgorithm: String, CaseIterable, Sendable {
  case md5 = "MD5"
  case sha256 = "SHA-256"
  case sha512Half = "SHA-512-256"

  /// Returns nil if the algorithm is not supported.
  init?(_ name: String) {
    let plain = name.uppercased().hasSuffix("-SESS") ? String(name.dropLast(5)) : name
    guard let found = Self.allCases.first(where: { $0.rawValue == plain.uppercased() }) else { return nil }
    self = found
  }

  /// Returns the digest in hexadecimal.
  func hash(_ bytes: [UInt8]) -> String {
    switch self {
    case .md5: Self.hex(Insecure.MD5.hash(data: bytes))
    case .sha256: Self.hex(SHA256.hash(data: bytes))
    case .sha512Half: Self.hex(SHA512Truncated256.hash(bytes))
    }
  }

  func hash(_ text: String) -> String { hash(Array(text.utf8)) }

  static func hex(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
