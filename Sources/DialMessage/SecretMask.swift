import DialJSON
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

  /// Masks the beginning of a secret at the end of a truncated text: `'abcd…'` or `'abcd'…`.
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

/// The forms in which a secret can occur in a request or a response: unchanged, in a URL, in JSON and in base64.
enum SecretEncodings {
  static func all(of secret: String) -> Set<String> {
    var all: Set = [secret, secret.lowercased()]
    for text in [PercentEncoding.encode(secret), PercentEncoding.encodeKeepingReserved(secret), FormCoding.component(secret)] {
      all.insert(text)
      all.insert(withLowerEscapes(text))
    }
    let base64 = Base64.encode(Array(secret.utf8))
    for text in [base64, base64.replacing("+", with: "-").replacing("/", with: "_")] {
      all.insert(text)
      all.insert(text.replacing("=", with: ""))
    }
    for dialect in Dialect.all { all.insert(dialect.text(secret)) }
    return all
  }

  /// Returns the text with `%2f` instead of `%2F`.
  private static func withLowerEscapes(_ text: String) -> String {
    var bytes = Array(text.utf8)
    for percent in bytes.indices where bytes[percent] == UInt8(ascii: "%") {
      for index in bytes.indices[(percent + 1)...].prefix(2) where (0x41...0x46).contains(bytes[index]) { bytes[index] |= 0x20 }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The optional escapes of a JSON writer.
  private struct Dialect {
    /// Characters that it writes as `\u0026`.
    var marked = ""
    /// Whether it escapes all non-ASCII characters.
    var isASCII = false
    var isUpper = false
    /// Whether it writes `/` as `\/`.
    var escapesSlash = false

    /// The writers of Dial, Go, Gson, Python, PHP (with and without `\u`) and .NET.
    static let all = [
      Dialect(), Dialect(marked: "&<>"), Dialect(marked: "&<>'="), Dialect(isASCII: true), Dialect(isASCII: true, escapesSlash: true),
      Dialect(escapesSlash: true), Dialect(marked: "\"&'+<>`", isASCII: true, isUpper: true),
    ]

    func text(_ secret: String) -> String { secret.unicodeScalars.map(written).joined() }

    private func written(_ scalar: Unicode.Scalar) -> String {
      if marked.unicodeScalars.contains(scalar) || isASCII && !scalar.isASCII { return UTF16.encode(scalar)!.map(escape).joined() }
      if scalar == "/", escapesSlash { return "\\/" }
      return String(JSONWriter.quote(String(scalar)).dropFirst().dropLast())
    }

    private func escape(_ unit: UInt16) -> String {
      let digits = String(unit, radix: 16, uppercase: isUpper)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
  }
}
