import DialBuild
import DialModel
import DialSpec
import DialSyntax

/// What was meant by a text that is not a target: placeholders of other tools.
extension TextSlip {
  var targetAdvice: Diagnostic? {
    guard case .template(_, let field) = error.expected else { return hash }
    return doubleBraces(in: field) ?? braces(in: field)
  }

  /// `/users/#{id}`, a placeholder of Ruby.
  private var hash: Diagnostic? {
    guard let sign = found.first(where: { cursor.bytes[$0] == UInt8(ascii: "#") }), cursor.holds("{", at: sign + 1) else { return nil }
    return better(nil, "unexpected '#' before a placeholder", at: sign..<(sign + 1), fix: "remove '#'", with: "")
  }

  /// `/users/{{id}}`, which is `/users/{id}`, or `/${TENANT}` if a variable has that name.
  private func doubleBraces(in field: Range<Int>) -> Diagnostic? {
    guard let slip = DoubleBraces(in: cursor.bytes[field]) else { return nil }
    // Other tools write the base before each path.
    let isBase = slip.range.lowerBound == field.lowerBound && cursor.holds("/", at: slip.range.upperBound)
    return better(
      nil,
      "'\(text(slip.range))' is not a valid placeholder; "
        + (isBase ? "begin the target with '/', because 'base' has the URL before it" : "write '\(slip.meant)'"), at: slip.range,
      fix: isBase ? "remove it" : "write '\(slip.meant)'", with: isBase ? "" : slip.meant)
  }

  /// Returns `id Int` for the placeholders `{id: Int}`, `{id:int}` and `{id Int}`.
  private func typed(_ inside: String) -> String? {
    let words = inside.split { " :".contains($0) }.map(String.init)
    guard words.count == 2, Name.isValid(words[0]) else { return nil }
    let mark = words[1].hasSuffix("?") ? "?" : ""
    let name = String(words[1].dropLast(mark.count))
    let type = name.first?.isUppercase ?? false && Name.isValid(name) ? name : ForeignWords.type(meantBy: name)
    return type.map { "\(words[0]) \($0)\(mark)" }
  }

  /// `/files/{path...}` and others, whose braces are those of another tool.
  private func braces(in field: Range<Int>) -> Diagnostic? {
    let bytes = cursor.bytes
    guard let open = bytes[field.lowerBound...found.lowerBound].lastIndex(of: UInt8(ascii: "{")),
      let close = bytes[open..<field.upperBound].firstIndex(of: UInt8(ascii: "}")), close > found.lowerBound
    else { return nil }
    let (part, inside) = (open..<(close + 1), text((open + 1)..<close))
    if let word = GeneratedWord(rawValue: inside)?.rawValue {
      return better(
        nil, "a target cannot contain '\(word)'; declare a parameter with this default: (\(inside.dropFirst()) = \(word))", at: part)
    }
    if let fixed = typed(inside) {
      return better(nil, "a placeholder cannot contain a type; write the type after the target: '(\(fixed))'", at: found)
    }
    return ForeignPlaceholder.placeholder(inside).map {
      better(nil, "'\(text(part))' is not a valid placeholder; write '\($0)'", at: part, fix: "write '\($0)'", with: $0)
    }
  }
}
