package import DialJSON
package import HTTPTypes

/// What is secret in one request: texts that may not be printed, and the items that carry them.
package struct Secrets: Sendable {
  /// Header fields that are credentials (`Authorization`, the spec's key header…): dropped on another origin.
  package var headerNames: Set<HTTPField.Name> = []
  /// Values that are masked wherever they would be shown.
  package private(set) var values: Set<String> = []

  package static let mask = "‹redacted›"

  package init() {}

  /// Takes a secret text; an empty one is none.
  package mutating func add(_ text: String) {
    if !text.isEmpty { values.insert(text) }
  }

  /// The values in every encoding in which a request or a reply may carry them, the longest first. Made only when something is
  /// shown, so that a call that succeeds does not pay for it.
  private var encodings: [String] {
    var all = values
    for text in values {
      all.insert(PercentEncoding.encode(text))
      all.insert(PercentEncoding.encodeKeepingReserved(text))
      all.insert(FormCoding.component(text))
      all.insert(Secrets.escapedForJSON(text))
      all.insert(Base64.encode(Array(text.utf8)))
      all.insert(text.lowercased())
    }
    return all.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  private static func escapedForJSON(_ text: String) -> String { String(JSONWriter.quote(text).dropFirst().dropLast()) }

  /// A text that may be shown.
  package func redact(_ text: String) -> String {
    guard !values.isEmpty else { return text }
    var shown = text
    for secret in encodings { shown = Secrets.mask(secret, in: shown) }
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
      let stands =
        end <= bytes.count && bytes[at..<end].elementsEqual(wanted)
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

  /// A URL that may be shown: short secrets are looked for behind its host.
  package func redact(url: String) -> String {
    guard let mark = url.firstRange(of: "://"), let end = url[mark.upperBound...].firstIndex(where: { "/?#".contains($0) }) else {
      return redact(url)
    }
    return longOnly.redact(String(url[..<end])) + redact(String(url[end...]))
  }

  private var longOnly: Secrets {
    var copy = self
    copy.values = values.filter { $0.utf8.count >= 4 }
    return copy
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte >= 128 || Name.isPart(byte) || byte == UInt8(ascii: ".") }
}

extension Secrets {
  /// Bytes that may be shown: where they are no text, secrets of four bytes and more are masked.
  package func redact(_ bytes: [UInt8]) -> [UInt8] {
    guard !values.isEmpty else { return bytes }
    if let text = String(validating: bytes, as: UTF8.self) { return Array(redact(text).utf8) }
    var shown = bytes
    for secret in encodings where secret.utf8.count >= 4 { shown.replace(Array(secret.utf8), with: Array(Secrets.mask.utf8)) }
    return shown
  }
}

extension Secrets {
  /// Field lines that may be shown.
  package func redact(_ fields: HTTPFields) -> HTTPFields {
    guard !values.isEmpty else { return fields }
    var shown = fields
    for index in shown.indices { shown[index].value = redact(shown[index].value) }
    return shown
  }

  /// A value that may be shown.
  package func redact(_ json: JSON) -> JSON {
    guard !values.isEmpty else { return json }
    let text = JSONWriter.text(json)
    let shown = redact(text)
    return shown == text ? json : (try? JSON(parsing: shown)) ?? .string(shown)
  }
}

extension PreparedRequest {
  /// The request as text that may be shown.
  package var shown: CallError.SentRequest {
    CallError.SentRequest(
      method: method.rawValue, url: secrets.redact(url: url), headers: headers.map { [$0.name.canonicalName, secrets.redact($0.value)] })
  }
}
