import DialModel
package import HTTPTypes

/// One challenge of WWW-Authenticate (RFC 9110 section 11.6.1).
package struct Challenge: Sendable, Equatable {
  package var scheme: String
  /// Letters and digits instead of parameters, as in `Negotiate`.
  package var token68: String?
  /// The parameters by name in lowercase, without quotes and escapes. Of equal names, the first one.
  package var parameters: [String: String] = [:]

  /// Returns the challenges of all header fields, in order. An invalid challenge ends its field.
  package static func list(_ fields: HTTPFields) -> [Challenge] {
    fields.filter { $0.name == .wwwAuthenticate }.flatMap { list($0.value) }
  }

  /// Parses `Basic realm="a, b", Digest realm="x", nonce=y`.
  package static func list(_ text: String) -> [Challenge] {
    var scanner = ChallengeScanner(text)
    return scanner.all()
  }
}

/// Splits a list of challenges. Commas separate both challenges and parameters; the text after a name decides.
private struct ChallengeScanner {
  private let bytes: [UInt8]
  private var at = 0

  init(_ text: String) { bytes = Array(text.utf8) }

  mutating func all() -> [Challenge] {
    var found: [Challenge] = []
    while true {
      skip { $0.isBlank || $0 == UInt8(ascii: ",") }
      guard let name = token() else { return found }
      let blanks = skip(\.isBlank)
      if peek == UInt8(ascii: "="), !found.isEmpty, found[found.count - 1].token68 == nil {
        at += 1
        skip(\.isBlank)
        guard let value = value() else { return found }
        let key = name.lowercased()
        if found[found.count - 1].parameters[key] == nil { found[found.count - 1].parameters[key] = value }
        guard endsItem() else { return found }
      } else {
        found.append(Challenge(scheme: name.lowercased()))
        if blanks > 0, let text = token68() { found[found.count - 1].token68 = text }
      }
    }
  }

  private var peek: UInt8? { at < bytes.count ? bytes[at] : nil }

  @discardableResult
  private mutating func skip(_ skips: (UInt8) -> Bool) -> Int {
    let start = at
    while let byte = peek, skips(byte) { at += 1 }
    return at - start
  }

  private mutating func endsItem() -> Bool {
    skip(\.isBlank)
    return peek == nil || peek == UInt8(ascii: ",")
  }

  private mutating func token() -> String? {
    let start = at
    skip(HeaderRules.isTokenPart)
    return start == at ? nil : String(decoding: bytes[start..<at], as: UTF8.self)
  }

  /// Reads a token68. A name followed by `=` and a value is a parameter instead.
  private mutating func token68() -> String? {
    let start = at
    skip { HeaderRules.isTokenPart($0) && !"!#$%&'*^`|".utf8.contains($0) || $0 == UInt8(ascii: "/") }
    let isSome = at > start
    skip { $0 == UInt8(ascii: "=") }
    let end = at
    if isSome, endsItem() { return String(decoding: bytes[start..<end], as: UTF8.self) }
    at = start
    return nil
  }

  private mutating func value() -> String? {
    guard peek == UInt8(ascii: "\"") else { return token() }
    at += 1
    var text: [UInt8] = []
    while let byte = peek {
      at += 1
      if byte == UInt8(ascii: "\"") { return String(decoding: text, as: UTF8.self) }
      if byte == UInt8(ascii: "\\"), let escaped = peek {
        text.append(escaped)
        at += 1
      } else {
        text.append(byte)
      }
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isBlank: Bool { self == 0x20 || self == 0x09 }
}
