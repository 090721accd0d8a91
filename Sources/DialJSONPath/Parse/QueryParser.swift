import DialJSON

/// Reads a query. The grammar of RFC 9535 says where blanks are allowed, so the text is not cut into tokens first.
struct QueryParser {
  /// The maximum depth of filters and parentheses.
  static let maxDepth = 100

  private let text: [Unicode.Scalar]
  var at = 0
  private var depth = 0

  init(_ text: String) { self.text = Array(text.unicodeScalars) }

  mutating func parse() throws(JSONPathError) -> Query {
    if text.isEmpty { throw error("the query is empty") }
    guard take("$") else { throw unexpected("'$'") }
    let segments = try segments()
    guard peek() == nil else { throw unexpected("'.', '[' or the end of the query") }
    return Query(isAbsolute: true, segments: segments)
  }

  // MARK: Characters

  func peek(_ distance: Int = 0) -> Unicode.Scalar? { at + distance < text.count ? text[at + distance] : nil }

  /// Takes the next characters, if they are these.
  mutating func take(_ word: String) -> Bool {
    guard text[at...].starts(with: word.unicodeScalars) else { return false }
    at += word.unicodeScalars.count
    return true
  }

  mutating func require(_ word: String) throws(JSONPathError) {
    if !take(word) { throw unexpected("'\(word)'") }
  }

  /// Takes the characters that satisfy a condition.
  mutating func take(while isPart: (Unicode.Scalar) -> Bool) -> String {
    let start = at
    while let scalar = peek(), isPart(scalar) { at += 1 }
    return String(String.UnicodeScalarView(text[start..<at]))
  }

  mutating func skipBlanks() {
    while let scalar = peek(), scalar == " " || scalar == "\t" || scalar == "\n" || scalar == "\r" { at += 1 }
  }

  func error(_ message: String, at offset: Int? = nil) -> JSONPathError { JSONPathError(message, offset: offset ?? at) }

  func unexpected(_ wanted: String) -> JSONPathError {
    error("expected \(wanted), found \(peek().map { "'\($0)'" } ?? "the end of the query")")
  }

  /// Counts a level of filters and parentheses; ``shallower()`` leaves it.
  mutating func deeper() throws(JSONPathError) {
    depth += 1
    if depth > Self.maxDepth { throw error("the query is nested too deeply") }
  }

  mutating func shallower() { depth -= 1 }

  // MARK: Segments

  mutating func segments() throws(JSONPathError) -> [Segment] {
    var segments: [Segment] = []
    while true {
      let start = at
      skipBlanks()
      switch peek() {
      case "[": segments.append(Segment(isDescendant: false, selectors: try bracketed()))
      case ".":
        at += 1
        let isDescendant = take(".")
        segments.append(Segment(isDescendant: isDescendant, selectors: try dotted(isDescendant)))
      default:
        // Blanks are allowed only before a segment.
        at = start
        return segments
      }
    }
  }

  /// Reads what follows `.` or `..`.
  private mutating func dotted(_ isDescendant: Bool) throws(JSONPathError) -> [Selector] {
    if take("*") { return [.wildcard] }
    if isDescendant, peek() == "[" { return try bracketed() }
    guard let first = peek(), Self.isNameStart(first) else {
      throw unexpected(isDescendant ? "a name, '*' or '[' after '..'" : "a name or '*' after '.'")
    }
    let start = at
    let name = take(while: Self.isNamePart)
    if peek() == "-" {
      let rest = take { Self.isNamePart($0) || $0 == "-" }
      throw error("a name with '-' must be in brackets and quotes: ['\(name)\(rest)']", at: start)
    }
    return [.name(name)]
  }

  private static func isNamePart(_ scalar: Unicode.Scalar) -> Bool { isNameStart(scalar) || ("0"..."9").contains(scalar) }

  private static func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "_" || ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar.value >= 0x80
  }

  private mutating func bracketed() throws(JSONPathError) -> [Selector] {
    at += 1
    var selectors: [Selector] = []
    repeat {
      skipBlanks()
      selectors.append(try selector())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw unexpected("',' or ']'") }
    return selectors
  }

  private mutating func selector() throws(JSONPathError) -> Selector {
    switch peek() {
    case "'", "\"": return .name(try string())
    case "*":
      at += 1
      return .wildcard
    case "?":
      at += 1
      skipBlanks()
      return .filter(try filter())
    case ":", "-", .some("0"..."9"): return try slice()
    default: throw unexpected("a name in quotes, an index, a slice, '*' or '?'")
    }
  }

  /// Reads an index or a slice.
  private mutating func slice() throws(JSONPathError) -> Selector {
    var parts: [Int?] = [peek() == ":" ? nil : try integer()]
    let end = at
    skipBlanks()
    while parts.count < 3, take(":") {
      skipBlanks()
      let hasNumber = peek() == "-" || peek().map { ("0"..."9").contains($0) } == true
      parts.append(hasNumber ? try integer() : nil)
      skipBlanks()
    }
    if parts.count == 1, let index = parts[0] {
      at = end
      return .index(index)
    }
    return .slice(start: parts[0], end: parts[1], step: parts.count == 3 ? parts[2] ?? 1 : 1)
  }

  /// Reads an integer of I-JSON without leading zeros.
  private mutating func integer() throws(JSONPathError) -> Int {
    let start = at
    let sign = take("-") ? "-" : ""
    let digits = take { ("0"..."9").contains($0) }
    guard !digits.isEmpty else { throw unexpected("a digit") }
    if digits.hasPrefix("0"), digits != "0" || sign == "-" { throw error("'\(sign)\(digits)' is not a valid integer", at: start) }
    guard let value = Int(sign + digits), value.magnitude < 1 << 53 else { throw error("'\(sign)\(digits)' is out of range", at: start) }
    return value
  }
}
