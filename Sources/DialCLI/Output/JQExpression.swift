import Dial

/// An expression of jq and its equivalent in JMESPath: `.[].title` is `[*].title`, `.a | length` is `length(a)`.
struct JQExpression {
  /// The equivalent; nil if it is unknown.
  let jmespath: String?
  /// Set if the expression is also valid JMESPath with a different meaning: `a | length`.
  let namesFunction: String?

  private static let functions = [
    "length": "length(@)", "keys": "keys(@)", "values": "values(@)", "sort": "sort(@)", "reverse": "reverse(@)", "add": "sum(@)",
    "min": "min(@)", "max": "max(@)", "type": "type(@)", "first": "[0]", "last": "[-1]", "flatten": "[]", "tostring": "to_string(@)",
    "tonumber": "to_number(@)", "not": "!@",
  ]

  init(_ text: String) {
    let stages = Self.split(text, at: "|")
    var whole: String? = nil
    for (index, stage) in stages.enumerated() {
      guard let next = Self.stage(stage), let joined = index == 0 ? next : whole.flatMap({ Self.join($0, next) }) else {
        whole = nil
        break
      }
      whole = joined
    }
    jmespath = whole.flatMap { (try? JMESPath($0)) == nil ? nil : $0 }
    namesFunction = stages.count > 1 ? stages.dropFirst().first { Self.functions[$0] != nil } : nil
  }

  /// Appends a stage. A projection continues the path; a function takes it as its argument.
  private static func join(_ before: String, _ stage: String) -> String? {
    if stage == "@" { return before }
    if before == "@" { return stage }
    if stage.hasPrefix("[?") { return before.hasSuffix("[*]") ? before.dropLast(3) + stage : before + stage }
    if stage.hasPrefix("[") { return before + stage }
    if stage.contains("(@"), !before.contains("[*]"), !before.contains("[?") {
      return stage.replacing("@", with: before, maxReplacements: 1)
    }
    return before + "." + stage
  }

  private static func stage(_ text: String) -> String? {
    if let function = functions[text] { return function }
    if let inner = argument(of: "map", text) { return self.stage(inner).flatMap { join("[*]", $0) } }
    if let inner = argument(of: "select", text) { return condition(inner).map { "[?\($0)]" } }
    if let inner = argument(of: "sort_by", text) { return path(inner).map { "sort_by(@, &\($0))" } }
    if text.hasPrefix("{"), text.hasSuffix("}") {
      let members = split(String(text.dropFirst().dropLast()), at: ",").map { member -> String? in
        let parts = split(member, at: ":")
        return parts.count == 1 ? "\(parts[0]): \(parts[0])" : path(parts[1]).map { "\(parts[0]): \($0)" }
      }
      return members.contains(nil) ? nil : "{" + members.compactMap(\.self).joined(separator: ", ") + "}"
    }
    return path(text)
  }

  private static func argument(of function: String, _ text: String) -> String? {
    text.hasPrefix(function + "(") && text.hasSuffix(")") ? String(text.dropFirst(function.count + 1).dropLast()) : nil
  }

  /// Converts `.a[].b` to `a[*].b`.
  private static func path(_ text: String) -> String? {
    guard text.hasPrefix(".") else { return nil }
    if text == "." { return "@" }
    var rest = text.replacing("[]", with: "[*]").replacing("?", with: "").replacing(".[", with: "[")
    if rest.hasPrefix(".") { rest.removeFirst() }
    return rest.isEmpty ? nil : rest
  }

  /// Converts `.state == "done"` to `state == 'done'`; other JSON literals are in backquotes.
  private static func condition(_ text: String) -> String? {
    for (word, sign) in [(" and ", " && "), (" or ", " || ")] {
      guard let range = text.firstRange(of: word) else { continue }
      guard let left = condition(String(text[..<range.lowerBound])), let right = condition(String(text[range.upperBound...])) else {
        return nil
      }
      return left + sign + right
    }
    for sign in ["==", "!=", "<=", ">=", "<", ">"] {
      guard let range = text.firstRange(of: sign) else { continue }
      let sides = [text[..<range.lowerBound], text[range.upperBound...]].map { operand(String($0.trimmed)) }
      return sides.contains(nil) ? nil : sides.compactMap(\.self).joined(separator: " \(sign) ")
    }
    return path(String(text.trimmed))
  }

  private static func operand(_ text: String) -> String? {
    if text.hasPrefix(".") { return path(text) }
    guard let json = try? JSON(parsing: text) else { return nil }
    return json.asString.map { "'\($0.replacing("'", with: "\\'"))'" } ?? "`\(text)`"
  }

  /// Splits at a separator outside of quotes and brackets.
  private static func split(_ text: String, at sign: Character) -> [String] {
    var parts = [""]
    var (depth, isQuoted) = (0, false)
    for character in text {
      if character == "\"" { isQuoted.toggle() }
      if !isQuoted, "([{".contains(character) { depth += 1 }
      if !isQuoted, ")]}".contains(character) { depth -= 1 }
      if character == sign, depth == 0, !isQuoted { parts.append("") } else { parts[parts.count - 1].append(character) }
    }
    return parts.map { String($0.trimmed) }
  }
}
