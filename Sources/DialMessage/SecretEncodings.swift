import DialJSON
import DialModel

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
