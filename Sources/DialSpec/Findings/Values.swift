package import DialJSON
import DialModel
package import DialSyntax

/// Values of the spec by the place where they stand: text, numbers, durations, sizes, JSON (language section 11).
package enum Values {
  /// A text; what looks like a number or a Boolean is text here.
  static func text(_ node: Node, _ what: @autoclosure () -> String, _ findings: Findings) -> String? {
    if let text = node.text { return text }
    var fixIts: [Diagnostic.FixIt] = []
    var hint = ""
    if let entries = node.mapping, let first = entries.first, entries.count == 1, first.value.text == "" {
      hint = ": YAML reads '{\(first.name)}' as a mapping, quote it"
      fixIts = [.init("quote it", range: node.range, replacement: "\"{\(first.name)}\"")]
    } else if node.mapping != nil || node.sequence != nil {
      hint = ": quote it where braces or brackets are part of the text"
    }
    findings.error(.expectedText, "expected \(what()), found \(node.kindName)\(hint)", at: node.range, fixIts: fixIts)
    return nil
  }

  static func mapping(_ node: Node, _ what: @autoclosure () -> String, _ findings: Findings) -> [Entry]? {
    if let entries = node.mapping { return entries }
    let found = node.text == "" ? "nothing" : node.kindName
    findings.error(.expectedMapping, "\(what()) is a mapping, found \(found)", at: node.range)
    return nil
  }

  static func sequence(_ node: Node, _ what: String, _ findings: Findings) -> [Node]? {
    if let items = node.sequence { return items }
    findings.error(.expectedList, "\(what) is a list, found \(node.kindName)", at: node.range)
    return nil
  }

  static func bool(_ node: Node, _ what: String, _ findings: Findings) -> Bool? {
    if case .bool(let value)? = CoreSchema.value(of: node) { return value }
    findings.error(.expectedValue, "'\(what)' is true or false, found '\(node.text ?? node.kindName)'", at: node.range)
    return nil
  }

  static func integer(_ node: Node, _ what: String, minimum: Int = 0, maximum: Int? = nil, _ findings: Findings) -> Int? {
    if let text = node.text, let value = Int(text), value >= minimum, value <= maximum ?? .max { return value }
    let range = maximum.map { "from \(minimum) to \($0)" } ?? "from \(minimum) on"
    findings.error(.expectedNumber, "'\(what)' is a whole number \(range), found '\(node.text ?? node.kindName)'", at: node.range)
    return nil
  }

  /// `500ms`, `30s`, `1.5m`, `2h`, `1d`, `1m30s`.
  static func duration(_ node: Node, _ what: String, _ findings: Findings) -> Duration? {
    guard let text = node.text else {
      findings.error(.duration, "'\(what)' is a duration such as 30s, found \(node.kindName)", at: node.range)
      return nil
    }
    if let duration = duration(text) { return duration }
    findings.error(.duration, "'\(text)' is no duration: \(durationHint(text))", at: node.range)
    return nil
  }

  /// What a text lacks that is no duration.
  package static func durationHint(_ text: String) -> String {
    if Double(text) != nil, duration("\(text)s") != nil { return "a unit is missing, such as \(text)s" }
    return milliseconds(of: text) != nil ? "the longest is 36500d" : "a number with ms, s, m, h or d, such as 30s"
  }

  /// A century at most: what counts in nanoseconds holds no more than three of them.
  package static func duration(_ text: String) -> Duration? {
    guard let milliseconds = milliseconds(of: text), milliseconds <= 36_500 * 86_400_000 else { return nil }
    return .microseconds(Int64(milliseconds * 1000))
  }

  private static func milliseconds(of text: String) -> Double? {
    var rest = text.utf8[...]
    var sum = 0.0
    var last = Double.infinity
    repeat {
      let number = rest.prefix { isNumberPart($0) }
      let unit = rest[number.endIndex...].prefix { !isNumberPart($0) }
      // Each unit once, the larger ones first: 1m30s.
      guard let factor = milliseconds(in: Substring(unit)), factor < last, number.first != UInt8(ascii: "."),
        let value = Double(Substring(number))
      else { return nil }
      sum += value * factor
      last = factor
      rest = rest[unit.endIndex...]
    } while !rest.isEmpty
    return sum
  }

  /// Whether a byte belongs to a number without sign.
  private static func isNumberPart(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte == UInt8(ascii: ".") }

  private static func milliseconds(in unit: Substring) -> Double? {
    switch unit {
    case "ms": 1
    case "s": 1000
    case "m": 60_000
    case "h": 3_600_000
    case "d": 86_400_000
    default: nil
    }
  }

  /// `512B`, `10KB`, `1.5MB`, `2GB` (decimal), `64KiB`, `1MiB`, `1GiB` (binary).
  static func size(_ node: Node, _ what: String, _ findings: Findings) -> Int64? {
    let units: [(String, Double)] = [
      ("KiB", 1024), ("MiB", 1_048_576), ("GiB", 1_073_741_824), ("KB", 1000), ("MB", 1e6), ("GB", 1e9), ("B", 1),
    ]
    if let text = node.text {
      for (unit, factor) in units where text.hasSuffix(unit) {
        let number = text.dropLast(unit.count)
        if let value = Double(number), value >= 0, value <= 1e9, number.utf8.allSatisfy({ (48...57).contains($0) || $0 == 46 }) {
          return Int64(value * factor)
        }
      }
    }
    findings.error(.size, "'\(what)' is a size such as 10MB, found '\(node.text ?? node.kindName)'", at: node.range)
    return nil
  }

  /// The value of a parameter: where its type is written as text, a scalar stays the text that it is.
  static func json(_ node: Node, of shape: Shape, _ findings: Findings) -> JSON? {
    guard let text = node.text else { return json(node, findings) }
    switch shape.wrapped {
    case .string, .literals, .date, .day, .url, .uuid, .data, .file: return .string(text)
    default: return json(node, findings)
    }
  }

  /// The JSON value of a JSON place: YAML 1.2 core schema, quoted is text.
  package static func json(_ node: Node, _ findings: Findings) -> JSON? {
    switch node.content {
    case .scalar:
      switch CoreSchema.value(of: node) {
      case .null?: return .null
      case .bool(let value)?: return .bool(value)
      case .number(let digits)?: return JSON.number(digits) ?? .string(digits)
      case .string(let text)?: return .string(text)
      case .notFinite(let text)?:
        findings.error(.jsonValue, "JSON has no number '\(text)': quote it to make it text", at: node.range)
        return nil
      case nil:
        findings.error(.jsonValue, "'\(node.text ?? "")' does not fit its tag", at: node.range)
        return nil
      }
    case .sequence(let items):
      var values: [JSON] = []
      for item in items {
        guard let value = json(item, findings) else { return nil }
        values.append(value)
      }
      return .array(values)
    case .mapping(let entries):
      var members: [(String, JSON)] = []
      for entry in entries {
        swallowed(entry, findings)
        guard let value = json(entry.value, findings) else { return nil }
        members.append((entry.name, value))
      }
      return .object(members)
    }
  }

  /// `{a:1}` is a mapping of the key `a:1` to nothing.
  @discardableResult
  static func swallowed(_ entry: Entry, _ findings: Findings) -> Bool {
    guard entry.value.text == "", let scalar = entry.key.scalar, scalar.isPlain,
      let colon = scalar.text.utf8.firstIndex(of: UInt8(ascii: ":")), Name.isValid(String(scalar.text[..<colon]))
    else { return false }
    let fixed = scalar.text[..<colon] + ": " + scalar.text[scalar.text.index(after: colon)...]
    findings.error(
      .expectedValue, "the key '\(scalar.text)' swallowed its colon: a blank belongs after ':'", at: entry.key.range,
      fixIts: [.init("insert a blank", range: entry.key.range, replacement: String(fixed))])
    return true
  }
}
