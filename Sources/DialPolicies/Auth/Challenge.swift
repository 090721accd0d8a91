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
  private var reader: HeaderReader

  init(_ text: String) { reader = HeaderReader(text) }

  mutating func all() -> [Challenge] {
    var found: [Challenge] = []
    while true {
      reader.skip { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
      guard let name = token() else { return found }
      let blanks = reader.skipBlanks()
      if !found.isEmpty, found[found.count - 1].token68 == nil, reader.take("=") {
        reader.skipBlanks()
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

  private mutating func endsItem() -> Bool {
    reader.skipBlanks()
    return reader.next ?? UInt8(ascii: ",") == UInt8(ascii: ",")
  }

  private mutating func token() -> String? {
    let text = reader.text(while: HeaderRules.isTokenPart)
    return text.isEmpty ? nil : text
  }

  /// Reads a token68. A name followed by `=` and a value is a parameter instead.
  private mutating func token68() -> String? {
    let start = reader
    let text = reader.text { HeaderRules.isTokenPart($0) && !"!#$%&'*^`|".utf8.contains($0) || $0 == UInt8(ascii: "/") }
    let padding = reader.text { $0 == UInt8(ascii: "=") }
    if !text.isEmpty, endsItem() { return text + padding }
    reader = start
    return nil
  }

  private mutating func value() -> String? {
    guard reader.take("\"") else { return token() }
    let (text, isClosed) = reader.quoted()
    return isClosed ? text : nil
  }
}
