import DialSyntax

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Parsers of small texts: forms, media types, charsets, redirects, base64, text for terminals.
enum TextFuzz {
  static func take(_ bytes: [UInt8]) {
    let (line, rest) = cut(bytes)
    address(line, rest)
    charset(line, rest)
    claim(Base64.decode(Base64.encode(bytes)) == bytes, "base64 gives other bytes")
    guard let text = text(bytes) else { return }
    form(text)
    mediaType(text)
    let safe = TerminalText.safe(text)
    claim(safe.unicodeScalars.allSatisfy { !TerminalText.isUnsafe($0) }, "text that a terminal obeys: \(safe.debugDescription)")
    _ = PercentEncoding.decode(text)
    claim(PercentEncoding.decode(PercentEncoding.encode(text)) == text, "percent-encoding gives another text")
    if let decoded = Base64.decode(text) { claim(Base64.decode(Base64.encode(decoded)) == decoded, "base64 gives other bytes") }
  }

  private static func form(_ text: String) {
    let pairs = FormCoding.decode(text)
    let encoded = FormCoding.encode(pairs)
    claim(encoded.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "a form holds what must be encoded: \(encoded.debugDescription)")
    let again = FormCoding.decode(encoded)
    claim(again.elementsEqual(pairs) { $0.0 == $1.0 && $0.1 == $1.1 }, "a form reads back as another: \(encoded)")
  }

  private static func mediaType(_ text: String) {
    guard let type = MediaType(text) else { return }
    guard let again = MediaType(type.text) else { fatalError("a media type cannot be read: \(type.text.debugDescription)") }
    claim(again == type && again.text == type.text, "a media type reads back as another: \(type.text)")
  }

  private static func charset(_ line: [UInt8], _ rest: [UInt8]) {
    for label in [nil, "utf-8", "latin1", "utf-16be", "utf-16", text(line)] { _ = try? Charset.decode(rest, label: label) }
  }

  private static func address(_ base: [UInt8], _ location: [UInt8]) {
    resolved(location, against: "https://api.test/a/b?q")
    if let text = text(base), BaseURL.fault(text) == nil { _ = RedirectTarget.resolve(location, against: text) }
  }

  /// A URL that can be requested, and does not change when it is resolved again.
  private static func resolved(_ location: [UInt8], against base: String) {
    guard let url = RedirectTarget.resolve(location, against: base), url.hasPrefix("http://") || url.hasPrefix("https://") else { return }
    claim(Origin(url) != nil, "an address without origin: \(url)")
    claim(url.utf8.allSatisfy { (0x21...0x7E).contains($0) }, "an address holds what must be encoded: \(url.debugDescription)")
    // after the scheme and the host
    let path = url.prefix { $0 != "?" }.split(separator: "/").dropFirst(2)
    claim(!path.contains { $0 == "." || $0 == ".." }, "an address with dot segments: \(url)")
    claim(RedirectTarget.resolve(Array(url.utf8), against: base) == url, "an address resolves to another: \(url)")
  }
}
