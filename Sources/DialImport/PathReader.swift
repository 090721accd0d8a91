import Dial
import DialTesting

/// Reads a path as a template. Segments that are numbers, UUIDs or long hexadecimal numbers are arguments, and so are names in
/// braces and variables of a shell; tokens are variables.
struct PathReader {
  private(set) var parts: [URITemplate.Part] = []
  private(set) var items: [RequestShape.Item] = []
  private(set) var secrets: SecretVariables
  private let written: RecordedRequest.WrittenPath
  private let hasGaps: Bool
  private var names: NameMaker
  private var literal = ""

  init(_ request: RecordedRequest, _ secrets: SecretVariables) {
    (written, hasGaps, self.secrets) = (request.path, request.hasGaps, secrets)
    names = NameMaker(taken: Set(written.values.keys))
  }

  mutating func read(_ path: Substring) {
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    var before = ""
    for (index, text) in segments.enumerated() {
      if index > 0 { literal += "/" }
      if let pieces = written.pieces(segments.count - 1 - index) {
        for piece in pieces { add(piece) }
      } else if hasGaps, let name = Self.placeholder(PercentEncoding.decode(text)) {
        let item = RequestShape.Item(name: names.name(name, fallback: "id"), location: .path, type: .string)
        flush()
        parts.append(.expression(.init(.simple, item.name)))
        items.append(item)
      } else if Self.isID(text) {
        let stem = NameMaker.made(before.hasSuffix("s") ? String(before.dropLast()) : before, fallback: "")
        let isOnly = items.isEmpty && index == segments.count - 1
        add(argument: names.name(isOnly ? "id" : stem.isEmpty ? "id" : stem + "Id", fallback: "id"), text)
      } else {
        add(segment: text)
        before = text
      }
    }
    flush()
  }

  private mutating func add(_ piece: URITemplate.Part) {
    switch piece {
    case .literal(let text): literal += text
    case .expression(let expression):
      for variable in expression.variables { add(argument: variable.name, written.values[variable.name] ?? "") }
    case .variable(let name):
      flush()
      parts.append(.variable(name))
    }
  }

  private mutating func add(argument name: String, _ text: String) {
    flush()
    parts.append(.expression(.init(.simple, name)))
    items.append(RequestShape.Item(name, text, .path, &secrets))
  }

  private mutating func add(segment text: String) {
    let plain = PercentEncoding.decode(text)
    guard let template = secrets.template(plain, escaped: PercentEncoding.encode) else { return literal += text }
    for piece in Text(template, range: RequestImport.range, arguments: false).pieces {
      switch piece {
      case .variable(let name): add(URITemplate.Part.variable(name))
      case .literal(let text): literal += text
      case .argument, .generated: break
      }
    }
  }

  private mutating func flush() {
    if !literal.isEmpty { parts.append(.literal(literal)) }
    literal = ""
  }

  /// Returns the name in a segment that documentation or a shell fills in: `{id}`, `$ID`, `${ID}`.
  private static func placeholder(_ text: String) -> String? {
    let name = text.drop { $0 == "$" }
    let inner = name.hasPrefix("{") && name.hasSuffix("}") ? name.dropFirst().dropLast() : name
    let isBraced = inner.count < name.count
    // `$metadata` and `$value` are names of OData, and variables of a shell are in capitals.
    let isVariable = text.hasPrefix("$") && !inner.contains(where: \.isLowercase)
    guard isBraced || isVariable, text.count - name.count < 2, Name.isValid(String(inner)) else { return nil }
    return String(inner)
  }

  private static func isID(_ text: String) -> Bool {
    if text.isEmpty { return false }
    if text.utf8.allSatisfy({ (48...57).contains($0) }) { return true }
    let hex = text.utf8.filter { $0 != UInt8(ascii: "-") }
    return hex.count >= 16 && hex.allSatisfy { (48...57).contains($0) || (97...102).contains($0 | 0x20) } && hex.contains { $0 < 58 }
  }
}

extension RequestShape.Item {
  /// Creates an item with a text. A secret becomes a variable: the whole text under a secret name, otherwise the tokens in it.
  ///
  /// - Parameter mayBeNumber: whether a text of digits is a number, as in a form.
  init(_ name: String, _ text: String, _ location: Place, _ secrets: inout SecretVariables, mayBeNumber: Bool = true) {
    self.init(name: name, location: location, value: .string(text), type: .string)
    if SecretNames.contains(name) {
      template = "${\(secrets.variable(name, text))}"
    } else if let found = secrets.template(text, escaped: { Text.escaped($0, arguments: false) }) {
      template = found
    } else if mayBeNumber {
      (value, type) = Self.value(of: text)
    }
  }

  /// Creates the item of a whole body of text.
  init(text: String, _ secrets: inout SecretVariables) {
    self.init(name: "_", location: .body, value: .string(text), type: .string)
    template = secrets.template(text, escaped: { Text.escaped($0, arguments: false) })
  }

  /// Returns the value and the type of a text: a number or a Boolean only if it would be sent as the same text.
  private static func value(of text: String) -> (json: JSON, type: Shape) {
    if let number = Int(text), String(number) == text { return (JSON(number), .int) }
    if let bool = Bool(text) { return (.bool(bool), .bool) }
    return (.string(text), .string)
  }
}
