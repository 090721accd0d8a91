/// Parses a URI template. Targets also allow `{x=3}`, `{x?}`, `-` in names, and `${NAME}`.
struct TemplateParser {
  private let bytes: [UInt8]
  private let isTarget: Bool
  private var at = 0
  /// The start of the current literal.
  private var literal = 0
  private var parts: [URITemplate.Part] = []

  static func parse(_ text: String, isTarget: Bool) throws(URITemplateError) -> [URITemplate.Part] {
    var parser = TemplateParser(bytes: Array(text.utf8), isTarget: isTarget)
    try parser.run()
    return parser.parts
  }

  private init(bytes: [UInt8], isTarget: Bool) {
    self.bytes = bytes
    self.isTarget = isTarget
  }

  private mutating func run() throws(URITemplateError) {
    while at < bytes.count {
      switch bytes[at] {
      case UInt8(ascii: "{"): try expression()
      case UInt8(ascii: "}"):
        throw URITemplateError("unexpected '}' without '{'", at: at)
      case UInt8(ascii: "$") where isTarget && bytes[at...].starts(with: "$${".utf8):
        throw URITemplateError("a target cannot contain a literal '${'; write %24%7B", at: at)
      case UInt8(ascii: "$") where isTarget && bytes[at...].starts(with: "${".utf8): try variable()
      default: at += 1
      }
    }
    flush()
  }

  /// Adds the literal between the last placeholder and here.
  private mutating func flush() {
    guard at > literal else { return }
    parts.append(.literal(PercentEncoding.encodeKeepingReserved(bytes[literal..<at])))
  }

  private func closing(from start: Int) throws(URITemplateError) -> Int {
    guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "}")) else {
      throw URITemplateError("the placeholder is not closed; add '}'", at: start - 1)
    }
    return end
  }

  private mutating func variable() throws(URITemplateError) {
    let end = try closing(from: at + 2)
    let name = String(decoding: bytes[(at + 2)..<end], as: UTF8.self)
    guard Name.isValid(name) else {
      throw URITemplateError(name.isEmpty ? "missing variable name; write ${NAME}" : "'\(name)' is not a valid variable name", at: at + 2)
    }
    flush()
    parts.append(.variable(name))
    at = end + 1
    literal = at
  }

  private mutating func expression() throws(URITemplateError) {
    let start = at + 1
    let end = try closing(from: start)
    guard end > start else {
      throw URITemplateError("the placeholder is empty; write the name of the argument between '{' and '}'", at: at)
    }
    var operation = URITemplate.Operator.simple
    var first = start
    if !Name.isPart(bytes[first]) && bytes[first] != UInt8(ascii: "%") {
      let sign = Character(UnicodeScalar(bytes[first]))
      guard sign != " ", let known = URITemplate.Operator(rawValue: sign) else {
        throw URITemplateError("a placeholder cannot start with '\(sign)'", at: first)
      }
      operation = known
      first += 1
    }
    var variables: [URITemplate.Variable] = []
    if isTarget, let equals = bytes[first..<end].firstIndex(of: UInt8(ascii: "=")) {
      guard operation == .simple else {
        throw URITemplateError("'{name=…}' does not accept '\(operation.rawValue)' before the name", at: first - 1)
      }
      variables.append(try self.withDefault(from: first, equals: equals, end: end))
    } else if isTarget, bytes[end - 1] == UInt8(ascii: "?"), end - 1 > first || operation == .simple {
      variables.append(try self.optional(operation, bytes[first..<(end - 1)], at: first))
    } else {
      var rest = bytes[first..<end]
      while let comma = rest.firstIndex(of: UInt8(ascii: ",")) {
        variables.append(try specification(rest[..<comma], at: rest.startIndex))
        rest = rest[(comma + 1)...]
      }
      variables.append(try specification(rest, at: rest.startIndex))
    }
    flush()
    parts.append(.expression(.init(operation: operation, variables: variables)))
    at = end + 1
    literal = at
  }

  /// Parses `{id=3}`, which contains one variable and ends at `}`.
  private func withDefault(from: Int, equals: Int, end: Int) throws(URITemplateError) -> URITemplate.Variable {
    var variable = try alone(bytes[from..<equals], at: from)
    variable.defaultText = String(decoding: bytes[(equals + 1)..<end], as: UTF8.self)
    return variable
  }

  /// Parses `{id?}`, which contains one variable.
  private func optional(_ operation: URITemplate.Operator, _ piece: ArraySlice<UInt8>, at offset: Int) throws(URITemplateError)
    -> URITemplate.Variable
  {
    guard operation == .simple else {
      throw URITemplateError(
        "'{name?}' does not accept '\(operation.rawValue)' before the name; '{\(operation.rawValue)…}' is already optional", at: offset - 1)
    }
    var variable = try alone(piece, at: offset)
    variable.isOptional = true
    return variable
  }

  private func alone(_ piece: ArraySlice<UInt8>, at offset: Int) throws(URITemplateError) -> URITemplate.Variable {
    let name = String(decoding: piece, as: UTF8.self)
    guard Name.isValid(name) else { throw URITemplateError("'\(name)' is not a valid argument name", at: offset) }
    return URITemplate.Variable(name: name)
  }

  private func specification(_ piece: ArraySlice<UInt8>, at offset: Int) throws(URITemplateError) -> URITemplate.Variable {
    var rest = piece
    var variable = URITemplate.Variable(name: "")
    if rest.last == UInt8(ascii: "*") {
      variable.explode = true
      rest = rest.dropLast()
    } else if let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
      let digits = rest[(colon + 1)...]
      guard (1...4).contains(digits.count), digits.first != UInt8(ascii: "0"), let length = Int(String(decoding: digits, as: UTF8.self)),
        digits.allSatisfy({ (48...57).contains($0) })
      else {
        let type = String(decoding: digits.drop { $0 == UInt8(ascii: " ") }, as: UTF8.self)
        if isTarget, let type = Self.type(type) { throw Self.typed(String(decoding: rest[..<colon], as: UTF8.self), type, at: offset) }
        throw URITemplateError("a prefix must be a number from 1 to 9999", at: offset)
      }
      variable.prefix = length
      rest = rest[..<colon]
    }
    variable.name = String(decoding: rest, as: UTF8.self)
    guard isTarget ? Name.isValid(variable.name) : Self.isVariableName(rest) else {
      let words = variable.name.split(separator: " ").map(String.init)
      if isTarget, words.count == 2, Name.isValid(words[0]), let type = Self.type(words[1]) { throw Self.typed(words[0], type, at: offset) }
      throw URITemplateError("'\(String(decoding: piece, as: UTF8.self))' is not a valid argument name", at: offset)
    }
    return variable
  }

  /// Returns the error for a type as in other languages: `{id: Int}`, `{id:int}` and `{id Int}`.
  private static func typed(_ name: String, _ type: String, at offset: Int) -> URITemplateError {
    URITemplateError("a placeholder cannot contain a type; write the type after the target: '(\(name) \(type))'", at: offset)
  }

  /// Returns the type that a word means, here or in another language.
  private static func type(_ text: String) -> String? {
    let name = text.hasSuffix("?") ? String(text.dropLast()) : text
    if name.utf8.first.map({ $0 &- 0x41 < 26 }) ?? false, Name.isValid(name) { return text }
    return Shape.type(meantBy: name).map { text.hasSuffix("?") ? $0 + "?" : $0 }
  }

  /// Whether it is a variable name of RFC 6570 section 2.3: letters, digits, `_` and `%XX`, with single dots between.
  private static func isVariableName(_ bytes: ArraySlice<UInt8>) -> Bool {
    var previousWasDot = true
    var index = bytes.startIndex
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "."):
        if previousWasDot { return false }
        previousWasDot = true
      case UInt8(ascii: "%"):
        guard index + 2 < bytes.endIndex, PercentEncoding.isHex(bytes[index + 1]), PercentEncoding.isHex(bytes[index + 2])
        else { return false }
        index += 2
        previousWasDot = false
      case let byte where Name.isASCIIPart(byte) && byte != UInt8(ascii: "-"): previousWasDot = false
      default: return false
      }
      index += 1
    }
    return !previousWasDot
  }
}
