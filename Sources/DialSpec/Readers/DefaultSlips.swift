import DialBuild
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
