/// Why a text is not valid JSON, and where.
struct ParseFailure: Error {
  var reason: Reason
  var offset: Int

  /// The reasons; after `expected` follows what was found.
  enum Reason {
    case expected(StaticString)
    case stated(StaticString)
    case utf8, depth, size
  }

  /// Returns the error for the user: expected, found and position.
  func explained(_ text: ArraySlice<UInt8>, limits: JSONLimits) -> JSONError {
    let (kind, message) = sentence(text, limits: limits)
    let (line, column) = Self.place(text, offset)
    return JSONError(kind, message, offset: offset, line: line, column: column)
  }

  private func sentence(_ text: ArraySlice<UInt8>, limits: JSONLimits) -> (JSONError.Kind, String) {
    if !text.isEmpty, Self.looksLikeUTF16(text) {
      return (.encoding, "the text is not valid UTF-8; it looks like UTF-16 or UTF-32")
    }
    switch reason {
    case .expected(let what):
      return Self.badSequence(text, offset)
        ? (.encoding, "the text is not valid UTF-8") : (.syntax, "expected \(what), found \(Self.found(text, offset))")
    case .stated(let message): return (.syntax, "\(message)")
    case .utf8: return (.encoding, "the text is not valid UTF-8")
    case .depth: return (.depth, "nested deeper than \(limits.maxDepth) levels")
    case .size: return (.size, "a string is larger than 256 MiB")
    }
  }

  private static func looksLikeUTF16(_ text: ArraySlice<UInt8>) -> Bool {
    let head = Array(text.prefix(2))
    return head == [0xFE, 0xFF] || head == [0xFF, 0xFE] || head.count == 2 && head.contains(0)
  }

  private static func badSequence(_ text: ArraySlice<UInt8>, _ offset: Int) -> Bool {
    offset < text.endIndex && text[offset] >= 0x80 && scalar(text, offset) == nil
  }

  /// The character at `offset` as a message names it.
  private static func found(_ text: ArraySlice<UInt8>, _ offset: Int) -> String {
    guard offset < text.endIndex, let scalar = scalar(text, offset) else { return "the end of the text" }
    if scalar == "\u{FEFF}" { return "a byte order mark" }
    if scalar.value >= 0x20, !(0x7F..<0xA0).contains(scalar.value) { return "'\(scalar)'" }
    let hex = String(scalar.value, radix: 16, uppercase: true)
    return "U+" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex
  }

  private static func scalar(_ text: ArraySlice<UInt8>, _ offset: Int) -> Unicode.Scalar? {
    var decoder = UTF8()
    var bytes = text[offset...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return nil }
    return scalar
  }

  private static func place(_ text: ArraySlice<UInt8>, _ offset: Int) -> (line: Int, column: Int) {
    var (line, column) = (1, 1)
    for byte in text[..<min(offset, text.endIndex)] {
      if byte == 0x0A {
        (line, column) = (line + 1, 1)
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
    }
    return (line, column)
  }
}
