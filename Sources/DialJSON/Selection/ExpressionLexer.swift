/// Cuts an expression into tokens (the grammar of https://jmespath.org/specification.html#grammar).
struct ExpressionLexer {
  private let text: [Unicode.Scalar]
  private var at = 0
  private var tokens: [ExpressionToken] = []

  /// The tokens of a text, the last of which is `end`.
  static func tokens(_ text: String) throws(JMESPathError) -> [ExpressionToken] {
    var lexer = ExpressionLexer(text: Array(text.unicodeScalars))
    while lexer.at < lexer.text.count { try lexer.token() }
    lexer.tokens.append(ExpressionToken(kind: .end, offset: lexer.text.count, text: ""))
    return lexer.tokens
  }

  private init(text: [Unicode.Scalar]) {
    self.text = text
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    at + distance < text.count ? text[at + distance] : nil
  }

  private mutating func add(_ kind: ExpressionToken.Kind, _ length: Int) { add(kind, length, written(at, at + length)) }

  private mutating func add(_ kind: ExpressionToken.Kind, _ length: Int, _ written: String) {
    tokens.append(ExpressionToken(kind: kind, offset: at, text: written))
    at += length
  }

  private func written(_ start: Int, _ end: Int) -> String {
    if end - start == 1 { return String(text[start]) }
    var bytes: [UInt8] = []
    for scalar in text[start..<min(end, text.count)] { bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter }
    return String(decoding: bytes, as: UTF8.self)
  }

  private mutating func token() throws(JMESPathError) {
    let scalar = text[at]
    switch scalar {
    case " ", "\t", "\n", "\r": at += 1
    case ".": add(.dot, 1)
    case "*": add(.star, 1)
    case ",": add(.comma, 1)
    case ":": add(.colon, 1)
    case "@": add(.current, 1)
    case "(": add(.leftParenthesis, 1)
    case ")": add(.rightParenthesis, 1)
    case "]": add(.rightBracket, 1)
    case "{": add(.leftBrace, 1)
    case "}": add(.rightBrace, 1)
    case "[":
      switch peek(1) {
      case "]": add(.flatten, 2)
      case "?": add(.filter, 2)
      default: add(.leftBracket, 1)
      }
    case "|": peek(1) == "|" ? add(.or, 2) : add(.pipe, 1)
    case "&": peek(1) == "&" ? add(.and, 2) : add(.reference, 1)
    case "!": peek(1) == "=" ? add(.compare(.unequal), 2) : add(.not, 1)
    case "<": peek(1) == "=" ? add(.compare(.lessOrEqual), 2) : add(.compare(.less), 1)
    case ">": peek(1) == "=" ? add(.compare(.greaterOrEqual), 2) : add(.compare(.greater), 1)
    case "=":
      guard peek(1) == "=" else { throw JMESPathError("'=' is not an operator; to compare, use '=='", offset: at) }
      add(.compare(.equal), 2)
    case "'": try raw()
    case "`": try literal()
    case "\"": try quoted()
    case "-", "0"..."9": try number()
    case "_", "a"..."z", "A"..."Z":
      var length = 1
      while let next = peek(length), JSONPath.isNamePart(next) { length += 1 }
      let name = written(at, at + length)
      add(.name(name), length, name)
    default: throw JMESPathError("unexpected character '\(scalar)'", offset: at)
    }
  }

  private mutating func number() throws(JMESPathError) {
    var length = 1
    while let next = peek(length), ("0"..."9").contains(next) { length += 1 }
    let digits = written(at, at + length)
    guard digits != "-" else { throw JMESPathError("expected a digit after '-'", offset: at) }
    guard let value = Int(digits) else { throw JMESPathError("'\(digits)' is out of range", offset: at) }
    add(.number(value), length)
  }

  /// Returns the length of the token up to its closing quote; a backslash escapes the next scalar.
  private func closing(_ quote: Unicode.Scalar, _ what: String) throws(JMESPathError) -> Int {
    var length = 1
    while let next = peek(length), next != quote { length += next == "\\" ? 2 : 1 }
    guard peek(length) == quote else { throw JMESPathError("\(what) is not closed", offset: at) }
    return length + 1
  }

  /// `'…'`: only `\'` is an escape; a backslash before another one is text, and so is that.
  private mutating func raw() throws(JMESPathError) {
    let length = try closing("'", "the string in single quotes")
    var value = String.UnicodeScalarView()
    var i = at + 1
    while i < at + length - 1 {
      if text[i] == "\\" {
        if text[i + 1] != "'" { value.append("\\") }
        i += 1
      }
      value.append(text[i])
      i += 1
    }
    add(.literal(.string(String(value))), length)
  }

  /// `"…"`: a JSON string as a name.
  private mutating func quoted() throws(JMESPathError) {
    let length = try closing("\"", "the name in double quotes")
    guard let name = (try? JSON(parsing: written(at, at + length)))?.asString else {
      throw JMESPathError("the name in double quotes is not a JSON string", offset: at)
    }
    add(.quoted(name), length)
  }

  /// `` `…` ``: a JSON value in which a backquote is escaped; the deprecated form without quotes is a string.
  private mutating func literal() throws(JMESPathError) {
    let length = try closing("`", "the literal in backquotes")
    var value = String.UnicodeScalarView()
    var i = at + 1
    while i < at + length - 1 {
      if text[i] == "\\", text[i + 1] == "`" { i += 1 }
      value.append(text[i])
      i += 1
    }
    let source = String(value)
    guard let json = (try? JSON(parsing: source)) ?? Self.bare(source) else {
      throw JMESPathError("the literal in backquotes is not valid JSON", offset: at)
    }
    add(.literal(json), length)
  }

  /// The deprecated literal: a string without its quotes.
  private static func bare(_ source: String) -> JSON? {
    let text = source.unicodeScalars.drop { $0 == " " || $0 == "\n" || $0 == "\t" || $0 == "\r" }
    guard let first = text.first, !["[", "{", "\""].contains(first) else { return nil }
    return try? JSON(parsing: "\"" + String(text) + "\"")
  }
}

extension JSONPath {
  static func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
    guard scalar.isASCII else { return false }
    let byte = UInt8(truncatingIfNeeded: scalar.value)
    return isStart(byte) || byte.isDigit
  }
}
