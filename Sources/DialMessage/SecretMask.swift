import DialModel

/// Replaces secrets by a mark, in every encoding in which a request or a response can contain them.
package struct SecretMask: Sendable {
  private let word: String
  /// Longest first, so that a secret within another one does not prevent its match.
  private let encodings: [String]
  private let longEncodings: [String]

  init(_ values: Set<String>, as word: String) {
    self.word = word
    encodings = Self.encodings(of: values)
    longEncodings = Self.encodings(of: values.filter { $0.utf8.count >= 4 })
  }

  private static func encodings(of values: Set<String>) -> [String] {
    values.reduce(into: Set<String>()) { $0.formUnion(SecretEncodings.all(of: $1)) }.sorted { ($0.utf8.count, $0) > ($1.utf8.count, $1) }
  }

  /// Returns the text without secrets.
  package func redact(_ text: String) -> String { redact(text[...], encodings) }

  /// Returns the URL without secrets. Short ones are replaced only after the host.
  package func redact(url: String) -> String {
    guard let mark = url.firstRange(of: "://"), let end = url[mark.upperBound...].firstIndex(where: { "/?#".contains($0) }) else {
      return redact(url)
    }
    return redact(url[..<end], longEncodings) + redact(url[end...], encodings)
  }

  /// Returns the bytes without secrets. If they are not text, only secrets of four bytes or more are replaced.
  package func redact(_ bytes: [UInt8]) -> [UInt8] {
    guard !encodings.isEmpty else { return bytes }
    if let text = String(validating: bytes, as: UTF8.self) { return Array(redact(text).utf8) }
    var shown = bytes
    for secret in encodings where secret.utf8.count >= 4 { shown.replace(Array(secret.utf8), with: Array(word.utf8)) }
    return shown
  }

  private func redact(_ text: Substring, _ encodings: [String]) -> String {
    maskedWhereCut(encodings.reduce(String(text)) { shown, secret in masked(secret, in: shown) })
  }

  /// Masks the beginning of a secret where a text was cut: `'abcd…'` or `'abcd'…`.
  private func maskedWhereCut(_ text: String) -> String {
    let mark: Character = "…"
    guard !longEncodings.isEmpty, text.contains(mark) else { return text }
    let pieces = text.split(separator: mark, omittingEmptySubsequences: false)
    return (pieces.dropLast().map(withoutBeginning) + [String(pieces[pieces.count - 1])]).joined(separator: String(mark))
  }

  private func withoutBeginning(_ piece: Substring) -> String {
    let end = piece.hasSuffix("'") ? "'" : ""
    let bytes = Array(piece.utf8.dropLast(end.utf8.count))
    var cut = 0
    for secret in longEncodings {
      let secret = Array(secret.utf8)
      let longest = min(secret.count - 1, bytes.count)
      guard longest >= 4, longest > cut else { continue }
      if let found = (4...longest).last(where: { bytes.suffix($0).elementsEqual(secret.prefix($0)) }) { cut = max(cut, found) }
    }
    return cut == 0 ? String(piece) : String(decoding: bytes.dropLast(cut), as: UTF8.self) + word + end
  }

  /// Masks a short secret only as a separate word; otherwise it would mask much of the text.
  private func masked(_ secret: String, in text: String) -> String {
    guard text.utf8.count >= secret.utf8.count, text.contains(secret) else { return text }
    if secret.utf8.count >= 4 { return text.replacing(secret, with: word) }
    let bytes = Array(text.utf8)
    let wanted = Array(secret.utf8)
    var out: [UInt8] = []
    var at = 0
    while at < bytes.count {
      let end = at + wanted.count
      let stands =
        end <= bytes.count && bytes[at..<end].elementsEqual(wanted)
        && (at == 0 || !Self.isWord(bytes[at - 1])) && (end == bytes.count || !Self.isWord(bytes[end]))
      if stands {
        out += word.utf8
        at = end
      } else {
        out.append(bytes[at])
        at += 1
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte >= 128 || Name.isPart(byte) || byte == UInt8(ascii: ".") }
}
