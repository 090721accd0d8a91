/// An error of a JSON text or value.
public struct JSONError: Error, Sendable, Hashable {
  /// The kinds of failure.
  public enum Kind: String, Sendable, Hashable {
    /// The text is not RFC 8259 JSON.
    case syntax
    /// The text is nested deeper than ``JSONLimits/maxDepth``.
    case depth
    /// The text, or one string in it, is too large for the parser (512 MiB, 256 MiB).
    case size
    /// The text is not UTF-8.
    case encoding
    /// A member or element is absent.
    case missing
    /// A value is of another kind than the wanted one.
    case type
    /// A number does not fit the type, or a text is not a valid date, base64, UUID or URL.
    case range
    /// An expression cannot be read, or failed on this value.
    case selection
    /// A Swift type refused the value, or the order of a tuple is not known.
    case value
  }

  /// The kind of the error.
  public var kind: Kind
  /// The sentence: lower case, tokens in 'single quotes', no full stop.
  public var message: String
  /// The place in the text, in bytes from 0.
  public var offset: Int?
  /// The line of the place, from 1.
  public var line: Int?
  /// The column of the place, from 1, in Unicode scalars.
  public var column: Int?
  /// The path in the value, such as `data.list[0].name`; nil or empty for the whole value.
  public var path: String?

  /// An error with these facts.
  public init(_ kind: Kind, _ message: String, offset: Int? = nil, line: Int? = nil, column: Int? = nil, path: String? = nil) {
    self.kind = kind
    self.message = message
    self.offset = offset
    self.line = line
    self.column = column
    self.path = path
  }
}

extension JSONError: CustomStringConvertible {
  /// The message, after line and column if known: `1:4: expected a value, found ']'`.
  public var description: String {
    if let line, let column { return "\(line):\(column): \(message)" }
    return message
  }
}

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
