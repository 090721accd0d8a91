/// Finds tokens by their shape, whatever their name says: `ghp_…`, `sk-…`, a JWT, `Bearer …`, a private key.
package enum TokenShapes {
  private struct Shape {
    let prefix: [UInt8]
    /// How many characters follow at least.
    let least: Int
    var alphabet = Alphabet.word
    /// Whether one of them is a digit, as in no word of a language.
    var hasDigit = false

    init(_ prefix: String, _ least: Int, _ alphabet: Alphabet = .word, hasDigit: Bool = false) {
      (self.prefix, self.least, self.alphabet, self.hasDigit) = (Array(prefix.utf8), least, alphabet, hasDigit)
    }
  }

  private enum Alphabet {
    /// Letters, digits, `_` and `-`.
    case word
    case dotted
    case capitals
    /// Base64 of a header, also that of URLs.
    case base64

    func contains(_ byte: UInt8) -> Bool {
      switch self {
      case .word: Name.isASCIIPart(byte)
      case .dotted: Name.isASCIIPart(byte) || byte == UInt8(ascii: ".")
      case .capitals: (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
      case .base64: Name.isASCIIPart(byte) || "._~+/=".utf8.contains(byte)
      }
    }
  }

  private static let shapes: [Shape] =
    ["ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_", "glpat-", "glptt-", "gldt-"].map { Shape($0, 8) }
    + ["xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxe-", "xoxe.", "xoxo-", "xoxp-", "xoxr-", "xoxs-", "xapp-"].map { Shape($0, 8) }
    + ["sk_live_", "sk_test_", "rk_live_", "rk_test_", "whsec_", "shpat_", "shpss_", "shpca_", "dop_v1_", "lin_api_"].map { Shape($0, 8) }
    + ["AKIA", "ASIA"].map { Shape($0, 12, .capitals) }
    + [
      Shape("sk-", 8, hasDigit: true), Shape("npm_", 16), Shape("pypi-", 16), Shape("hf_", 16, hasDigit: true), Shape("AIza", 20),
      Shape("ya29.", 10, .dotted), Shape("SG.", 16, .dotted), Shape("eyJ", 12, .dotted),
    ]

  private static let schemes = ["bearer", "basic", "token", "apikey"]
  private static let (keyStart, keyEnd) = (Array("-----BEGIN ".utf8), Array("-----END ".utf8))

  package static func isIn(_ text: String) -> Bool { !ranges(in: text).isEmpty }

  /// Returns where the tokens of a text are, in their order. The word of a scheme is not part of its token.
  package static func ranges(in text: String) -> [Range<String.Index>] {
    let bytes = Array(text.utf8)
    var (found, at): ([Range<Int>], Int) = ([], 0)
    while at < bytes.count {
      let mayBegin = at == 0 || !isAlphanumeric(bytes[at - 1])
      guard mayBegin, let range = privateKey(bytes, at) ?? token(bytes, at) ?? credentials(bytes, at) else {
        at += 1
        continue
      }
      found.append(range)
      at = range.upperBound
    }
    func index(_ offset: Int) -> String.Index { text.utf8.index(text.startIndex, offsetBy: offset) }
    return found.map { index($0.lowerBound)..<index($0.upperBound) }
  }

  private static func isAlphanumeric(_ byte: UInt8) -> Bool { Name.isASCIIPart(byte) && !"_-".utf8.contains(byte) }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func token(_ bytes: [UInt8], _ start: Int) -> Range<Int>? {
    for shape in shapes where bytes[start...].starts(with: shape.prefix) {
      var rest = bytes[(start + shape.prefix.count)...].prefix(while: shape.alphabet.contains)
      // The end of a sentence.
      while rest.last == UInt8(ascii: ".") { rest.removeLast() }
      if rest.count < shape.least || shape.hasDigit && !rest.contains(where: isDigit) { continue }
      // A JWT has parts; base64 of JSON alone may be a cursor.
      if shape.prefix == Array("eyJ".utf8), !rest.contains(UInt8(ascii: ".")) { continue }
      return start..<rest.endIndex
    }
    return nil
  }

  /// `Bearer …` as the whole text, `Basic …` with a user and a password, or a scheme before something that is no word.
  private static func credentials(_ bytes: [UInt8], _ start: Int) -> Range<Int>? {
    for scheme in schemes {
      let rest = bytes[start...].dropFirst(scheme.utf8.count)
      guard rest.first == 0x20, zip(bytes[start...], scheme.utf8).allSatisfy({ $0 | 0x20 == $1 }) else { continue }
      let value = rest.drop { $0 == 0x20 }.prefix(while: Alphabet.base64.contains)
      if value.isEmpty { continue }
      let isWhole = scheme == "bearer" && start == 0 && value.endIndex == bytes.count
      let isPair = scheme == "basic" && Base64.decodeAny(String(decoding: value, as: UTF8.self))?.contains(UInt8(ascii: ":")) ?? false
      if isWhole || isPair || value.count >= 8 && value.contains(where: isDigit) { return value.startIndex..<value.endIndex }
    }
    return nil
  }

  /// The private key of a PEM file (RFC 7468).
  private static func privateKey(_ bytes: [UInt8], _ start: Int) -> Range<Int>? {
    guard bytes[start...].starts(with: keyStart),
      bytes[start...].prefix(60).firstRange(of: Array("PRIVATE KEY-----".utf8)) != nil
    else { return nil }
    guard let end = bytes[start...].firstRange(of: keyEnd) else { return start..<bytes.count }
    return start..<(bytes[end.upperBound...].firstRange(of: Array("-----".utf8))?.upperBound ?? bytes.count)
  }
}
