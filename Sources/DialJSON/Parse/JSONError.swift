/// What went wrong with a JSON text or value: the facts apart from the sentence.
///
/// ```swift
/// do { _ = try JSON(parsing: "[1,]") } catch { error.message }   // "expected a value, found ']'"
/// ```
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
    /// A member or element is not there.
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
  public init(
    _ kind: Kind, _ message: String, offset: Int? = nil, line: Int? = nil, column: Int? = nil, path: String? = nil
  ) {
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

/// How much a text may ask of the parser.
///
/// ```swift
/// let json = try JSON(parsing: bytes, limits: JSONLimits(maxDepth: 32))
/// ```
public struct JSONLimits: Sendable, Hashable {
  /// The greatest number of arrays and objects inside of each other. `[[1]]` is two deep. 512 by default.
  public var maxDepth: Int

  /// Limits with the given depth.
  public init(maxDepth: Int = 512) {
    self.maxDepth = maxDepth
  }
}
