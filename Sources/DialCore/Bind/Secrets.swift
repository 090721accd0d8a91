import DialJSON
package import HTTPTypes

/// What is secret in one request: texts that may not be printed, and the items that carry them.
package struct Secrets: Sendable {
  /// Header fields that are credentials (`Authorization`, the spec's key header…): dropped on another origin.
  package var headerNames: Set<HTTPField.Name> = []
  /// Query items that are credentials, by their encoded key: dropped on another origin.
  package var queryKeys: Set<String> = []
  /// Values that are masked wherever they would be shown, in every encoding that was made of them.
  package private(set) var values: Set<String> = []

  package static let mask = "‹redacted›"

  package init() {}

  /// Takes a secret text, with the encodings in which a request may carry it.
  package mutating func add(_ text: String) {
    guard !text.isEmpty else { return }
    values.insert(text)
    values.insert(PercentEncoding.encode(text))
    values.insert(PercentEncoding.encodeKeepingReserved(text))
    values.insert(FormCoding.component(text))
    values.insert(Secrets.escapedForJSON(text))
    values.insert(Base64.encode(Array(text.utf8)))
  }

  private static func escapedForJSON(_ text: String) -> String { String(JSONWriter.quote(text).dropFirst().dropLast()) }

  /// A text that may be shown.
  package func redact(_ text: String) -> String {
    guard !values.isEmpty else { return text }
    var shown = text
    for secret in values.sorted(by: { ($0.utf8.count, $0) > ($1.utf8.count, $1) }) { shown = Secrets.mask(secret, in: shown) }
    return shown
  }

  /// Short secrets are masked only where they stand by themselves, or they would mask half of the text.
  private static func mask(_ secret: String, in text: String) -> String {
    guard text.contains(secret) else { return text }
    if secret.utf8.count >= 4 { return text.replacing(secret, with: mask) }
    let bytes = Array(text.utf8)
    let wanted = Array(secret.utf8)
    var out: [UInt8] = []
    var at = 0
    while at < bytes.count {
      let end = at + wanted.count
      let stands = end <= bytes.count && bytes[at..<end].elementsEqual(wanted)
        && (at == 0 || !isWord(bytes[at - 1])) && (end == bytes.count || !isWord(bytes[end]))
      if stands {
        out += mask.utf8
        at = end
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte >= 128 || (Name.isASCIIPart(byte) && byte != UInt8(ascii: "-")) }
}

extension Secrets {
  /// Bytes that may be shown: text is redacted, bytes that hold no secret stay as they are.
  package func redact(_ bytes: [UInt8]) -> [UInt8] {
    guard !values.isEmpty, let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    return Array(redact(text).utf8)
  }
}

extension PreparedRequest {
  /// The request as text that may be shown.
  package var shown: CallError.SentRequest {
    CallError.SentRequest(
      method: method.rawValue, url: secrets.redact(url), headers: headers.map { [$0.name.canonicalName, secrets.redact($0.value)] })
  }
}
