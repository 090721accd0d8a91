import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// A default without quotes that holds more than its value: the next parameter, its type, or quotes that are sent.
struct DefaultSlips {
  let cursor: Cursor
  let findings: Findings

  /// - Parameter sign: where `=` is.
  func check(_ part: Range<Int>, of parameter: ParameterDeclaration, from sign: Int, isBare: Bool) throws(ParseError) {
    if isBare, let end = cursor.bytes[part].firstIndex(of: UInt8(ascii: ";")), startsParameter(behind: end, in: part) {
      guard case .string? = parameter.shape?.shape.wrapped else {
        throw cursor.error(.parameterEnd(type: nil), from: sign, found: end..<(end + 1))
      }
      findings.warning(
        .parameterList, "the default contains ';'; to begin the next parameter, write ','", at: cursor.range(end..<(end + 1)),
        fix: "write ','", with: ",")
    }
    let text = cursor.text(part)
    if parameter.shape == nil, let slip = TypedDefault(text) {
      let range = cursor.range(sign..<part.upperBound)
      if slip.isCertain { throw cursor.error(.typeBeforeDefault(name: parameter.name), from: sign, found: sign..<part.upperBound) }
      slip.warn(of: parameter, quoted: cursor.literal(text), at: range, findings)
    } else if text.utf8.first == UInt8(ascii: "'") {
      warnOfSingleQuotes(text, around: part, of: parameter)
    }
  }

  /// Whether `; page Int` follows.
  private func startsParameter(behind sign: Int, in part: Range<Int>) -> Bool {
    let rest = cursor.bytes[(sign + 1)..<part.upperBound].drop(while: Cursor.isBlank)
    let name = rest.prefix(while: Name.isPart)
    let type = rest[name.endIndex...].drop { Cursor.isBlank($0) || $0 == UInt8(ascii: "?") }
    return Name.isValid(String(decoding: name, as: UTF8.self)) && type.startIndex > name.endIndex
      && type.first.map { $0 &- 0x41 < 26 || $0 == UInt8(ascii: "[") } ?? false
  }

  /// Warns of `= 'x'`, because only double quotes are quotes in a line.
  func warnOfSingleQuotes(_ text: String, around part: Range<Int>, of parameter: ParameterDeclaration) {
    switch parameter.shape?.shape.wrapped ?? .json {
    case .json, .string: break
    default: return
    }
    let inner = String(text.dropFirst().dropLast())
    guard text.utf8.count > 1, text.last == "'", !inner.utf8.contains(where: { "'\"\\".utf8.contains($0) }) else { return }
    let range = cursor.range(part)
    findings.warning(
      .sentLiterally, "single quotes are sent as part of the default; write \"\(inner)\"", at: range,
      fix: "use double quotes", with: cursor.literal(inner))
  }
}

/// A default that holds the type of its parameter: `days = 5 Int`, `days = Int 5`, `days = Int`, `sort = asc|desc`.
package struct TypedDefault {
  package let type: String
  /// The default without the type; nil if there is only a type.
  package let value: String?
  /// Whether it can be nothing else. Other texts are valid defaults.
  let isCertain: Bool
  /// Whether the type is a name that the spec may declare.
  private let isNamed: Bool

  /// Names of types that are hardly values. `URL`, `object` or `text` may be values.
  private static let words: Set = ["int", "int32", "int64", "integer", "str", "string", "bool", "boolean", "double", "float"]

  package init?(_ text: String) {
    guard let first = text.utf8.first, first != UInt8(ascii: "$") else { return nil }
    if let (type, value) = Self.alternatives(text) {
      (self.type, self.value, isCertain, isNamed) = (type, value, value != nil, false)
      return
    }
    let isBlank = { (letter: Character) in letter == " " || letter == "\t" || letter == "\n" }
    guard let blank = text.lastIndex(where: isBlank), let start = text.firstIndex(where: isBlank) else {
      guard let type = Self.type(text[...]) else { return nil }
      (self.type, value, isCertain, isNamed) = (type, nil, text.hasPrefix("["), false)
      return
    }
    let sides = [
      (type: text[text.index(after: blank)...], value: text[..<blank]), (type: text[..<start], value: text[text.index(after: start)...]),
    ]
    for (index, side) in sides.enumerated() {
      let value = String(side.value.drop(while: isBlank))
      let isJSON = (try? JSON(parsing: Array(value.utf8))) != nil
      if let type = Self.type(side.type), isJSON || Self.isWord(value) {
        (self.type, self.value, isCertain, isNamed) = (value == "null" && !type.hasSuffix("?") ? type + "?" : type, value, isJSON, false)
        return
      }
      if index == 0, isJSON || Self.isWord(value), let first = side.type.utf8.first, first &- 0x41 < 26 {
        (self.type, self.value, isCertain, isNamed) = (String(side.type), value, false, true)
        return
      }
    }
    return nil
  }

  /// Returns `asc | desc` for `asc|desc`, and its default in `asc | desc = asc`.
  private static func alternatives(_ text: String) -> (type: String, value: String?)? {
    guard text.utf8.contains(UInt8(ascii: "|")) else { return nil }
    let sides = text.split(separator: "=", maxSplits: 1).map(String.init)
    let words = sides[0].split(separator: "|", omittingEmptySubsequences: false).map { word in
      String(word.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
    guard words.count > 1, words.allSatisfy(Shape.isLiteral) else { return nil }
    return (words.joined(separator: " | "), sides.count == 2 ? String(sides[1].drop { $0 == " " }) : nil)
  }

  /// Returns the type that a word names, as it is written in Dial; nil if it may be a value.
  private static func type(_ word: Substring) -> String? {
    var name = word
    let mark = name.hasSuffix("?") ? "?" : ""
    if !mark.isEmpty { name.removeLast() }
    if name.hasPrefix("["), name.hasSuffix("]") { return Shape.type(meantBy: String(name.dropFirst().dropLast())).map { "[\($0)]\(mark)" } }
    if words.contains(String(name)) { return Shape.type(meantBy: String(name)).map { $0 + mark } }
    return Shape.builtin(String(name)) != nil && name.contains(where: \.isLowercase) ? "\(name)\(mark)" : nil
  }

  private static func isWord(_ text: String) -> Bool { text.utf8.allSatisfy(Name.isASCIIPart) && Name.isValid(text) }

  /// The declaration that was meant.
  package var meant: String { value.map { "\(type) = \($0)" } ?? type }

  /// - Parameters:
  ///   - quoted: the default in quotes.
  ///   - range: the default with its `=`.
  func warn(of parameter: ParameterDeclaration, quoted: String, at range: SourceRange, _ findings: Findings) {
    let name = parameter.name + (parameter.isOptional ? "?" : "")
    let what = value == nil ? "'\(type)' is read as the default" : "the type is read as part of the default"
    // A type would be before the wire name.
    let finding = Diagnostic.finding(
      .warning, .defaultValue, "\(what); write '\(name) \(meant)', or \(quoted) if it is a string", at: range,
      fix: "write the type first", with: parameter.wire == nil ? meant : nil)
    if isNamed {
      findings.add(Suspicion([type.hasSuffix("?") ? String(type.dropLast()) : type], ifKnown: finding))
    } else {
      findings.add(finding)
    }
  }
}
