import DialJSON
import DialModel

/// Turns the ways in which extensions name a part of a response into JMESPath.
enum RuntimePath {
  /// Reads `$.data.next`, `$response.body#/data/next` or `data.next`. Returns nil for anything else.
  static func path(_ text: String) -> String? {
    if let pointer = text.firstRange(of: "$response.body") {
      guard pointer.lowerBound == text.startIndex else { return nil }
      let rest = text[pointer.upperBound...]
      if rest.isEmpty { return "@" }
      guard rest.hasPrefix("#/") else { return nil }
      return joined(
        rest.dropFirst(2).split(separator: "/").map { step in
          let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
          return Int(name).map { "[\($0)]" } ?? member(name)
        })
    }
    if text.hasPrefix("$") { return jsonPath(text.dropFirst()) }
    guard !text.isEmpty, text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy({ Name.isASCII(String($0)) }) else {
      return nil
    }
    return joined(text.split(separator: ".").map { member(String($0)) })
  }

  /// Returns a name as a step of a path.
  static func member(_ name: String) -> String {
    let isPlain = name.utf8.allSatisfy { $0 != UInt8(ascii: "-") && Name.isASCIIPart($0) } && !(name.first?.isNumber ?? true)
    return isPlain ? name : JSONWriter.text(.string(name))
  }

  /// Returns a value as a literal of JMESPath.
  static func literal(_ value: JSON) -> String {
    if let text = value.asString { return "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'" }
    return "`\(JSONWriter.text(value))`"
  }

  private static func joined(_ steps: [String]) -> String {
    steps.reduce(into: "") { path, step in path += path.isEmpty || step.hasPrefix("[") ? step : "." + step }
  }

  /// Reads the part of JSONPath that names one value: members and indices.
  private static func jsonPath(_ text: Substring) -> String? {
    var (steps, rest): ([String], Substring) = ([], text)
    while let sign = rest.first {
      rest = rest.dropFirst()
      if sign == "." {
        let name = rest.prefix { $0 != "." && $0 != "[" }
        guard !name.isEmpty, Name.isValid(String(name)) else { return nil }
        steps.append(member(String(name)))
        rest = rest.dropFirst(name.count)
        continue
      }
      guard sign == "[", let end = rest.firstIndex(of: "]") else { return nil }
      let inner = rest[..<end]
      rest = rest[rest.index(after: end)...]
      if let index = Int(inner) {
        steps.append("[\(index)]")
      } else if inner.filter({ $0 != " " }) == "(@.length-1)" {
        // The last item, as a draft of JSONPath wrote it.
        steps.append("[-1]")
      } else if inner.count > 2, let quote = inner.first, "'\"".contains(quote), inner.last == quote {
        steps.append(member(String(inner.dropFirst().dropLast())))
      } else {
        return nil
      }
    }
    return steps.isEmpty ? "@" : joined(steps)
  }
}
