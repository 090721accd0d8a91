package import DialJSON
import DialModel
package import DialSyntax

/// Reads values of a spec: text, numbers, durations, sizes, JSON (SpecFile.md#Text-stays-text).
package enum Values {
  static func shown(_ node: Node) -> String { node.text.map { "'\($0)'" } ?? node.kindName }

  /// Reads a text for people.
  static func prose(_ node: Node, _ findings: Findings) -> String? { text(node, "a string", findings) }

  /// Reads a text, even if it looks like a number or a Boolean.
  ///
  /// - Parameter key: the key of the text, for advice.
  package static func text(_ node: Node, _ what: @autoclosure () -> String, of key: String = "", _ findings: Findings) -> String? {
    if let text = node.text { return text }
    findings.add(
      .finding(.error, .expectedText, "expected \(what()), found \(node.kindName)", at: node.range), about: .value(node, key: key))
    return nil
  }

  package static func mapping(_ node: Node, _ what: @autoclosure () -> String, _ findings: Findings) -> [Entry]? {
    if let entries = node.mapping { return entries }
    let found = node.text == "" ? "empty" : node.kindName
    // The entries of a list are not read, so no one knows which of them are secrets.
    let hidesEntries = node.sequence?.contains { $0.text.map { $0.contains(":") } ?? true } ?? false
    findings.add(
      .finding(
        .error, .expectedMapping, "\(what()) must be a mapping, but is \(found)", at: node.range, hidesLine: hidesEntries),
      about: .value(node, key: ""))
    return nil
  }

  package static func sequence(_ node: Node, _ what: String, _ findings: Findings) -> [Node]? {
    if let items = node.sequence { return items }
    return findings.fail(.expectedList, "\(what) must be a list, but is \(node.kindName)", at: node.range)
  }

  /// Reads one text, or a list of texts.
  static func texts(_ node: Node, _ what: String, _ findings: Findings) -> [String]? {
    if let text = node.text { return text.isEmpty ? [] : [text] }
    return sequence(node, "'\(what)'", findings)?.compactMap { Values.text($0, "a string in '\(what)'", findings) }
  }

  static func bool(_ node: Node, _ what: String, _ findings: Findings) -> Bool? {
    if case .bool(let value)? = CoreSchema.value(of: node) { return value }
    return findings.fail(.expectedValue, "'\(what)' must be true or false, but is \(Self.shown(node))", at: node.range)
  }

  static func integer(_ node: Node, _ what: String, minimum: Int = 0, maximum: Int? = nil, _ findings: Findings) -> Int? {
    if let text = node.text, let value = Int(text), value >= minimum, value <= maximum ?? .max { return value }
    let range = maximum.map { "from \(minimum) to \($0)" } ?? "of at least \(minimum)"
    return findings.fail(
      .expectedNumber, "'\(what)' must be an integer \(range), but is \(Self.shown(node))", value: node, of: what)
  }

  static func duration(_ node: Node, _ what: String, _ findings: Findings) -> Duration? {
    guard let text = node.text else {
      return findings.fail(.duration, "'\(what)' must be a duration such as 30s, but is \(node.kindName)", at: node.range)
    }
    if let duration = duration(text) { return duration }
    return findings.fail(.duration, "'\(text)' is not a valid duration; \(durationHint(text))", value: node, of: what)
  }

  /// Reads a duration that is longer than zero.
  static func time(
    _ node: Node, _ what: String, or advice: String = "set a longer time, or remove the key", _ findings: Findings
  ) -> Duration? {
    guard let duration = Values.duration(node, what, findings) else { return nil }
    if duration > .zero { return duration }
    return findings.fail(.duration, "'\(what)' must be longer than zero, but is '\(node.text ?? "")'; \(advice)", at: node.range)
  }

  package static func durationHint(_ text: String) -> String {
    if Double(text) != nil, duration("\(text)s") != nil { return "add a unit, such as \(text)s" }
    return milliseconds(of: text) != nil ? "the maximum is 36500d" : "write a number with ms, s, m, h or d, such as 30s"
  }

  /// Reads a duration of at most a century, because nanoseconds overflow after three.
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
      // Each unit occurs once, larger ones first: 1m30s.
      guard let factor = milliseconds[String(Substring(unit))], factor < last, number.first != UInt8(ascii: "."),
        let value = Double(Substring(number))
      else { return nil }
      sum += value * factor
      last = factor
      rest = rest[unit.endIndex...]
    } while !rest.isEmpty
    return sum
  }

  private static func isNumberPart(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || byte == UInt8(ascii: ".") }

  private static let milliseconds: [String: Double] = ["ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000, "d": 86_400_000]

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
    return findings.fail(.size, "'\(what)' must be a size such as 10MB, but is \(Self.shown(node))", value: node, of: what)
  }

  /// Reads the value of a parameter. If its type is sent as text, a scalar stays text.
  static func json(_ node: Node, of shape: Shape, _ findings: Findings) -> JSON? {
    guard let text = node.text else { return json(node, findings) }
    return shape.wrapped.isText || shape.isFile ? .string(text) : json(node, findings)
  }

  /// Reads a JSON value by the YAML 1.2 core schema; quoted scalars are strings.
  package static func json(_ node: Node, _ findings: Findings) -> JSON? {
    switch node.content {
    case .scalar:
      switch CoreSchema.value(of: node) {
      case .null?: return .null
      case .bool(let value)?: return .bool(value)
      case .number(let digits)?: return JSON.number(digits) ?? .string(digits)
      case .string(let text)?: return .string(text)
      case .notFinite(let text)?:
        return findings.fail(.jsonValue, "'\(text)' is not a valid JSON number; quote it to make it a string", at: node.range)
      case nil:
        return findings.fail(.jsonValue, "'\(node.text ?? "")' does not match its tag; remove the tag", at: node.range)
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

  /// Reports `{a:1}`, which is a mapping with the key `a:1` and no value.
  @discardableResult
  package static func swallowed(_ entry: Entry, _ findings: Findings) -> Bool {
    guard entry.value.text == "", let scalar = entry.key.scalar, scalar.isPlain,
      let colon = scalar.text.utf8.firstIndex(of: UInt8(ascii: ":")), Name.isValid(String(scalar.text[..<colon]))
    else { return false }
    let fixed = scalar.text[..<colon] + ": " + scalar.text[scalar.text.index(after: colon)...]
    return findings.refuse(
      .expectedValue, "YAML reads '\(scalar.text)' as a key without a value; insert a space after ':'", at: entry.key.range,
      fix: "insert a space", with: String(fixed))
  }
}

extension Node {
  /// Whether it is `{name}`, a mapping with a key and no value.
  package var isKeyAlone: Bool {
    guard let entry = mapping?.first, mapping?.count == 1 else { return false }
    return entry.value.scalar == Scalar(text: "") && range.file.byte(at: range.start) == UInt8(ascii: "{")
  }

  /// Whether a comma of a flow mapping or sequence ends the text.
  package var endsAtComma: Bool { scalar?.isPlain ?? false && range.file.byte(behind: range.end) == UInt8(ascii: ",") }
}

extension Entry {
  /// Whether the key is the rest of a text with an open bracket, which YAML ends at a comma: `r)` in `{GET: /x (q, r)}`.
  package func isRest(of text: Node) -> Bool {
    guard value.text == "", text.endsAtComma, let bytes = text.text?.utf8 else { return false }
    func count(_ signs: String) -> Int { bytes.count { signs.utf8.contains($0) } }
    return count("([") > count(")]")
  }
}

/// Files that a spec names must be below its folder (language section 6).
package enum Paths {
  static func inside(_ node: Node, _ what: String, _ findings: Findings) -> String? {
    guard let path = Values.text(node, "a path for '\(what)'", findings) else { return nil }
    let steps = path.split(separator: "/", omittingEmptySubsequences: false)
    if path.isEmpty || path.hasPrefix("/") || path.hasPrefix("~") || steps.contains("..") || path.utf8.contains(0) {
      return findings.fail(.fileOutside, "'\(path)' is outside the folder of the spec; use a file inside it", at: node.range)
    }
    return path
  }

  package static func stem(of path: String) -> String {
    let file = path.split(separator: "/").last.map(String.init) ?? path
    return file.split(separator: ".").first.map(String.init) ?? file
  }
}
