import DialModel

/// The placeholders of other tools: `:id`, `$id`, `<int:id>`, `[id]`, `{path...}`.
package enum ForeignPlaceholder {
  /// The converters of Flask and Django, which are before the name.
  private static let converters: Set = ["int", "string", "str", "float", "number", "path", "uuid", "guid", "slug", "any", "default"]

  package static func begins(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ":"), UInt8(ascii: "<"), UInt8(ascii: "["), UInt8(ascii: "*"), UInt8(ascii: "$"), UInt8(ascii: "\\"): true
    default: false
    }
  }

  /// Returns `{id}` for a whole segment of a path; nil if it is text.
  package static func whole(_ segment: String) -> String? {
    switch segment.utf8.first {
    case UInt8(ascii: "<"): segment.hasSuffix(">") ? meant(by: String(segment.dropFirst().dropLast()), mayHaveType: true) : nil
    case UInt8(ascii: "["):
      segment.hasSuffix("]") && !segment.contains(":") ? meant(by: String(segment.drop { $0 == "[" }.prefix { $0 != "]" })) : nil
    case UInt8(ascii: "*"): segment.utf8.count > 1 ? meant(by: segment) : nil
    case UInt8(ascii: "$") where segment.hasPrefix("${"): segment.hasSuffix("}") ? meant(by: String(segment.dropFirst(2).dropLast())) : nil
    case UInt8(ascii: "\\"): segment.hasPrefix("\\(") && segment.hasSuffix(")") ? meant(by: String(segment.dropFirst(2).dropLast())) : nil
    default: meant(by: segment.dropFirst().contains(":") ? "" : segment)
    }
  }

  /// Returns `{id}` for a text in brackets, such as `int:id`, or `{*path}` for the rest of a path; nil if it is not clear.
  package static func meant(by text: String, mayHaveType: Bool = false) -> String? {
    var name = text.drop { $0 == " " }
    while name.last == " " { name.removeLast() }
    var isRest = false
    if let colon = name.firstIndex(of: ":"), colon > name.startIndex {
      let (before, after) = (name[..<colon], name[name.index(after: colon)...].drop { $0 == " " })
      if after.allSatisfy(\.isNumber) { return nil }
      let isConverter = converters.contains(String(before)) && Name.isValid(String(after))
      // The type of `{id:int}` belongs into the parameter list.
      if !isConverter, !mayHaveType, Shape.type(meantBy: String(after)) != nil { return nil }
      isRest = (isConverter ? before : after) == "path" || after.hasPrefix(".*") || after.hasPrefix(".+")
      name = isConverter ? after : before
    } else {
      if let first = name.first, ":$@".contains(first) { name.removeFirst() }
      if let sign = ["...", "**", "*"].first(where: name.hasPrefix) {
        (name, isRest) = (name.dropFirst(sign.count), true)
      } else if let sign = ["...", "*", "+"].first(where: name.hasSuffix) {
        (name, isRest) = (name.dropLast(sign.count), true)
      }
    }
    return Name.isValid(String(name)) ? "{\(isRest ? "*" : "")\(name)}" : nil
  }

  /// Returns the name in `/id`, `id?`, `id*` or `id=3`, the content of braces that are a placeholder only in a target; otherwise nil.
  package static func name(inOperators content: ArraySlice<UInt8>) -> String? {
    guard let first = content.first else { return nil }
    let isMarked = "+*#./;?&".utf8.contains(first)
    let text = content.dropFirst(isMarked ? 1 : 0)
    let name = text.prefix { Name.isPart($0) }
    let isPlain = name.endIndex == text.endIndex
    guard isPlain ? isMarked && first != UInt8(ascii: "+") && first != UInt8(ascii: "*") : isModifier(text[name.endIndex...]) else {
      return nil
    }
    let found = String(decoding: name, as: UTF8.self)
    return Name.isValid(found) ? found : nil
  }

  /// Whether a text after a name is `?`, `*`, `=3` or the length `:3`.
  private static func isModifier(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == UInt8(ascii: ":") else { return text.first.map("?*=".utf8.contains) ?? false }
    return (2...5).contains(text.count) && text.dropFirst().allSatisfy { (48...57).contains($0) }
  }

  /// Returns the name in a whole value such as `:id`, `$id`, `<id>`, `[id]`, `%id%` or `{id?}`.
  package static func name(in value: String) -> String? {
    if value.hasPrefix("{"), value.hasSuffix("}") {
      return name(inOperators: Array(value.utf8.dropFirst().dropLast())[...])
    }
    for (open, close) in [(":", ""), ("$", ""), ("@", ""), ("<", ">"), ("[", "]"), ("%", "%")]
    where value.hasPrefix(open) && value.hasSuffix(close) {
      let name = String(value.dropFirst(open.count).dropLast(close.count))
      if Name.isValid(name) { return name }
    }
    return nil
  }
}
