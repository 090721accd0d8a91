/// Reads the value of a header from its front: texts, blanks and quoted strings (RFC 9110 section 5.6).
package struct HeaderReader {
  private let bytes: [UInt8]
  private var at = 0

  package init(_ value: String) { bytes = Array(value.utf8) }

  /// The next byte; nil at the end.
  package var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  /// Skips bytes and returns how many.
  @discardableResult
  package mutating func skip(_ skips: (UInt8) -> Bool) -> Int {
    let start = at
    while let next, skips(next) { at += 1 }
    return at - start
  }

  @discardableResult
  package mutating func skipBlanks() -> Int { skip { $0 == 0x20 || $0 == 0x09 } }

  /// Skips a sign. Returns false if something else comes next.
  package mutating func take(_ sign: Unicode.Scalar) -> Bool {
    guard next == UInt8(ascii: sign) else { return false }
    at += 1
    return true
  }

  package mutating func text(while belongs: (UInt8) -> Bool) -> String {
    let start = at
    skip(belongs)
    return String(decoding: bytes[start..<at], as: UTF8.self)
  }

  package mutating func text(upTo signs: String) -> String { text { !signs.utf8.contains($0) } }

  /// Reads the rest of a quoted string after its first quote.
  ///
  /// - Parameter isEscaped: whether a backslash before this byte is an escape, otherwise part of the text.
  package mutating func quoted(_ isEscaped: (UInt8) -> Bool = { _ in true }) -> (text: String, isClosed: Bool) {
    var text: [UInt8] = []
    while let byte = next {
      at += 1
      if byte == UInt8(ascii: "\"") { return (String(decoding: text, as: UTF8.self), true) }
      if byte == UInt8(ascii: "\\"), let escaped = next, isEscaped(escaped) {
        text.append(escaped)
        at += 1
      } else {
        text.append(byte)
      }
    }
    return (String(decoding: text, as: UTF8.self), false)
  }
}
