/// Reads a pattern: ECMA-262 section 22.2.1 with the flag `u`, and those parts of annex B.1.2 that have one meaning in all languages.
struct PatternParser {
  /// The maximum depth of groups.
  static let maxDepth = 100

  private let text: [Unicode.Scalar]
  private let syntax: PatternSyntax
  var at = 0
  private var depth = 0
  /// The sets of the characters.
  private(set) var sets: [ScalarSet] = []

  init(_ text: String, _ syntax: PatternSyntax) {
    self.text = Array(text.unicodeScalars)
    self.syntax = syntax
  }

  mutating func parse() throws(PatternError) -> PatternNode {
    if text.starts(with: "/^".unicodeScalars) || text.reversed().starts(with: "/$".unicodeScalars) {
      throw error("a pattern is written without the slashes of JavaScript", at: 0)
    }
    let node = try choice()
    guard peek() == nil else { throw error("')' without '('") }
    return node
  }

  // MARK: Characters

  func peek(_ distance: Int = 0) -> Unicode.Scalar? { at + distance < text.count ? text[at + distance] : nil }

  /// Takes the next character, if it is this one.
  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == scalar else { return false }
    at += 1
    return true
  }

  /// Takes the next characters, if they are these.
  private mutating func take(all word: String) -> Bool {
    guard text[at...].starts(with: word.unicodeScalars) else { return false }
    at += word.unicodeScalars.count
    return true
  }

  mutating func next() -> Unicode.Scalar? {
    guard let scalar = peek() else { return nil }
    at += 1
    return scalar
  }

  mutating func character(_ set: ScalarSet) -> PatternNode {
    sets.append(set)
    return .character(sets.count - 1)
  }

  func error(_ message: String, at offset: Int? = nil) -> PatternError {
    PatternError(message, offset: offset ?? at)
  }

  /// Takes characters up to a closing one, which is taken, too.
  mutating func name(until end: Unicode.Scalar) -> String? {
    guard let stop = text[at...].firstIndex(of: end) else { return nil }
    defer { at = stop + 1 }
    return String(String.UnicodeScalarView(text[at..<stop]))
  }

  // MARK: Structure

  private mutating func choice() throws(PatternError) -> PatternNode {
    depth += 1
    defer { depth -= 1 }
    if depth > Self.maxDepth { throw error("the pattern is nested too deeply") }
    var alternatives = [try sequence()]
    while take("|") { alternatives.append(try sequence()) }
    return alternatives.count == 1 ? alternatives[0] : .choice(alternatives)
  }

  private mutating func sequence() throws(PatternError) -> PatternNode {
    var terms: [PatternNode] = []
    while let scalar = peek(), scalar != "|", scalar != ")" { terms.append(try term()) }
    return terms.count == 1 ? terms[0] : .sequence(terms)
  }

  private mutating func term() throws(PatternError) -> PatternNode {
    let start = at
    let node = try atom()
    guard let (min, max) = try quantifier() else { return node }
    switch node {
    case .assertion, .look: throw error("nothing to repeat", at: start)
    case .character, .sequence, .choice, .loop: break
    }
    // What follows makes the quantifier lazy.
    _ = take("?")
    return .loop(node, min: min, max: max)
  }

  private mutating func atom() throws(PatternError) -> PatternNode {
    let start = at
    guard let scalar = next() else { throw error("the pattern ends too early") }
    switch scalar {
    case "^": return .assertion(.start)
    case "$": return .assertion(.end)
    case ".":
      let ends: [ClosedRange<UInt32>] = [0x0A...0x0A, 0x0D...0x0D]
      return character(ScalarSet([.ranges(syntax == .iRegexp ? ends : ends + [0x2028...0x2029])], isNegated: true))
    case "(": return try group(start)
    case "[": return character(try characterClass())
    case "\\": return try escape()
    case "*", "+", "?": throw error("nothing to repeat", at: start)
    case "{":
      at = start
      if try quantifier() != nil { throw error("nothing to repeat", at: start) }
      at = start + 1
      return character(ScalarSet([.scalar(scalar.value)]))
    default: return character(ScalarSet([.scalar(scalar.value)]))
    }
  }

  /// Reads a group after its parenthesis.
  private mutating func group(_ start: Int) throws(PatternError) -> PatternNode {
    var look: (isAhead: Bool, isNegated: Bool)?
    if take(all: "?=") {
      look = (true, false)
    } else if take(all: "?!") {
      look = (true, true)
    } else if take(all: "?<=") {
      look = (false, false)
    } else if take(all: "?<!") {
      look = (false, true)
    } else if take(all: "?<") {
      guard name(until: ">") != nil else { throw error("the name of the group is not closed", at: start) }
    } else if !take(all: "?:"), peek() == "?" {
      throw error("unknown kind of group", at: start)
    }
    let node = try choice()
    guard take(")") else { throw error("'(' is not closed", at: start) }
    guard let look else { return .sequence([node]) }
    return .look(node, isAhead: look.isAhead, isNegated: look.isNegated)
  }

  /// Reads a quantifier; nil if there is none. Braces with something else are literal, unless they look like a quantifier of another
  /// language.
  private mutating func quantifier() throws(PatternError) -> (min: Int, max: Int?)? {
    if take("*") { return (0, nil) }
    if take("+") { return (1, nil) }
    if take("?") { return (0, 1) }
    let start = at
    guard take("{") else { return nil }
    let min = number()
    var max = min
    if take(",") { max = number() }
    let isOpen = text[at - 1] == ","
    if let min, take("}") {
      if let max, max < min { throw error("the numbers of the quantifier are out of order", at: start) }
      return (min, isOpen ? nil : max)
    }
    at = start + 1
    let content = name(until: "}") ?? ""
    at = start
    if content.contains(where: \.isNumber), content.unicodeScalars.allSatisfy({ ", 0123456789".unicodeScalars.contains($0) }) {
      throw error("'{\(content)}' is not a quantifier of ECMA-262", at: start)
    }
    return nil
  }

  /// Reads digits, if there are any. A number that is too large for a program is not read exactly.
  private mutating func number() -> Int? {
    var value: Int?
    while let digit = peek().map({ Int($0.value) - 0x30 }), (0...9).contains(digit) {
      value = Swift.min((value ?? 0) * 10 + digit, 1_000_000)
      at += 1
    }
    return value
  }
}
