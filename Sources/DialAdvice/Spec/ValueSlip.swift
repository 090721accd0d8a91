import DialBuild
import DialModel
import DialSyntax

/// What was meant by a value that its key does not accept: another word or unit, a mapping around it, or a list.
struct ValueSlip {
  let node: Node
  let key: String
  let finding: Diagnostic

  /// Words of other tools, by key: those of `fetch`, and Booleans.
  static let words: [String: [String: String]] = [
    "cache": [
      "true": "standard", "false": "none", "no-store": "none", "no-cache": "revalidate", "force-cache": "prefer-cache",
      "only-if-cached": "only-cache", "default": "standard",
    ],
    "compress": ["true": "gzip", "false": "none"], "cookies": ["true": "session", "false": "none"], "retry": ["false": "none"],
    "redirects": ["false": "none"],
  ]

  private static let durations: [String: String] = [
    "ms": "ms", "msec": "ms", "msecs": "ms", "millis": "ms", "millisecond": "ms", "milliseconds": "ms",
    "s": "s", "sec": "s", "secs": "s", "second": "s", "seconds": "s",
    "m": "m", "min": "m", "mins": "m", "minute": "m", "minutes": "m",
    "h": "h", "hr": "h", "hrs": "h", "hour": "h", "hours": "h", "d": "d", "day": "d", "days": "d",
  ]

  private static let sizes = [
    "k": "KB", "kb": "KB", "m": "MB", "mb": "MB", "g": "GB", "gb": "GB", "kib": "KiB", "mib": "MiB", "gib": "GiB", "b": "B",
  ]

  var advice: Diagnostic? {
    let id = FindingID(rawValue: finding.id)
    guard let text = node.text else { return id == .shape && node.sequence != nil ? alternatives ?? list : mapping ?? braces ?? list }
    if node.scalar?.isPlain ?? false, let inner = TypographicQuotes.inner(of: text) {
      var better = Diagnostic.typographicQuote("'\(text.prefix(1))'", inner, at: node.range)
      better.hidesLine = finding.hidesLine
      return better
    }
    if let meant = Self.words[key]?[text] { return better(meant, "; did you mean '\(meant)'?") }
    switch id {
    case .auth: return CredentialSlip(text: text, node: node, finding: finding).advice
    case .invalidBase: return doubleBraces(in: text)
    case .sentLiterally: return argument
    case .expectedMapping: return line(text)
    case .duration: return duration(text).map { better($0, "; did you mean '\($0)'?") }
    case .size: return Self.quantity(text, Self.sizes).map { better($0) }
    case .statuses: return Self.statusClass(text).map { better($0) }
    // The number in `200 OK` or `3 times`.
    case .expectedNumber: return text.contains(" ") ? text.split(separator: " ").first.flatMap { Int($0) }.map { better("\($0)") } : nil
    case .expectedValue where key == "rate": return Self.rate(text).map { better($0, "; did you mean '\($0)'?") }
    default: return nil
    }
  }

  private var alternatives: Diagnostic? {
    guard let slip = Alternatives(node) else { return nil }
    var better = better(slip.written)
    (better.message, better.fixIts[0].message) = (slip.message, "write '|'")
    return better
  }

  /// `{id}` or `{{HOST}}` without quotes, which YAML reads as a mapping.
  private var braces: Diagnostic? {
    guard finding.id == FindingID.expectedText.rawValue || node.isKeyAlone else { return nil }
    let source = node.range.file.bytes[node.range.offsets]
    guard let first = source.first, "{[".utf8.contains(first) else { return nil }
    let double = DoubleBraces(in: source).flatMap { $0.range == source.indices ? $0.meant : nil }
    let text = node.range.text
    guard let meant = double ?? (node.isKeyAlone && text.utf8.count == (node.mapping?.first?.name.utf8.count ?? 0) + 2 ? text : nil) else {
      var hinted = finding
      if finding.id == FindingID.expectedText.rawValue { hinted.message += "; quote it if the braces or brackets are part of the string" }
      return hinted
    }
    var better = better("\"\(meant)\"")
    better.message =
      finding.id == FindingID.expectedText.rawValue
      ? "\(finding.message); write \"\(meant)\", because YAML reads '\(text)' as a mapping"
      : "YAML reads '\(text)' as a mapping; write \"\(meant)\""
    better.fixIts[0].message = finding.id == FindingID.expectedText.rawValue ? "quote the value" : "quote the placeholder"
    return better
  }

  /// `https://{{HOST}}/v1`.
  private func doubleBraces(in text: String) -> Diagnostic? {
    guard let slip = DoubleBraces(in: Array(text.utf8)[...]) else { return nil }
    var better = finding
    better.range = node.range(of: slip.range)
    better.message = "'\(better.range.text)' is not a valid placeholder; write '\(slip.meant)'"
    better.fixIts = [.init("write '\(slip.meant)'", range: better.range, replacement: slip.meant)]
    return better
  }

  /// `{{name}}` in a text, which is an argument or a variable.
  private var argument: Diagnostic? {
    let shown = finding.range.text
    guard let written = ForeignPlaceholder(shown) else { return nil }
    var better = finding
    if let name = written.variable {
      better.message = "'\(shown)' is not a valid variable; write '${\(name)}'"
      better.fixIts = [.init("make it a variable", range: finding.range, replacement: "${\(name)}")]
    } else if let name = written.name {
      better.message = finding.message.replacing("placeholder; ", with: "placeholder; for the argument, write '{\(name)}'; ")
      better.fixIts.append(.init("send the argument in braces", range: finding.range, replacement: "{{{\(name)}}"))
    }
    return better
  }

  /// `add POST /x`, `add:POST /x` and `add = POST /x`, an endpoint without `: `.
  private func line(_ text: String) -> Diagnostic? {
    guard let end = text.firstIndex(where: { " :=".contains($0) }), Name.isValid(String(text[..<end])) else { return nil }
    let rest = text[end...].drop { " :=".contains($0) }
    guard let method = rest.split(separator: " ").first, Methods.isMethod(String(method)) else { return nil }
    let fixed = "\(text[..<end]): \(rest)"
    var better = better(fixed)
    (better.message, better.fixIts[0].message) = ("missing ': ' after the name; write '\(fixed)'", "insert ': '")
    return better
  }

  /// - Parameter advice: the end of the message, instead of that after the semicolon.
  private func better(_ meant: String, _ advice: String? = nil) -> Diagnostic {
    var better = finding
    if let advice { better.message = (better.message.split(separator: ";").first ?? "") + advice }
    better.fixIts = [.init("replace with", range: node.range, replacement: meant)]
    return better
  }

  /// Returns the duration in a text such as `30 seconds`, or the range in `1s-10s`.
  private func duration(_ text: String) -> String? {
    if key == "backoff" {
      let sides = text.split(separator: "-").map { $0.filter { $0 != " " } }
      return sides.count == 2 && sides.allSatisfy { Values.duration($0) != nil } ? "\(sides[0])..\(sides[1])" : nil
    }
    if text.hasSuffix(","), Values.duration(String(text.dropLast())) != nil { return String(text.dropLast()) }
    return Self.quantity(text, Self.durations).flatMap { Values.duration($0) == nil ? nil : $0 }
  }

  /// Returns the number that a text begins with, and what the word behind it means.
  private static func quantity(_ text: String, _ units: [String: String]) -> String? {
    let number = text.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard Double(number) != nil else { return nil }
    return units[text[number.endIndex...].drop { $0 == " " }.lowercased()].map { number + $0 }
  }

  /// Returns `10/s` for `10 per second`.
  private static func rate(_ text: String) -> String? {
    let words = text.replacing(" per ", with: "/").split(separator: "/").map { $0.filter { $0 != " " } }
    guard words.count == 2, Int(words[0]) ?? 0 > 0, let unit = durations[words[1].lowercased()], ["s", "m", "h"].contains(unit) else {
      return nil
    }
    return "\(words[0])/\(unit)"
  }

  /// Returns `2xx` for `200-299`, `200..299`, `2**` and `20x`.
  private static func statusClass(_ word: String) -> String? {
    guard let first = word.first, ("1"..."5").contains(first) else { return nil }
    let ends = word.split { "-.".contains($0) }
    let isRange = ends.count == 2 && ends[0] == "\(first)00" && ends[1] == "\(first)99"
    return isRange || word.count == 3 && word.last.map { "xX*".contains($0) } ?? false ? "\(first)xx" : nil
  }

  /// `- NAME: value`, a list in the place of a mapping.
  private var list: Diagnostic? {
    guard let slip = ListSlip(node) else { return nil }
    var better = finding
    better.message = finding.id == FindingID.shape.rawValue ? "members are a mapping; \(slip.advice)" : "\(finding.message); \(slip.advice)"
    better.fixIts = slip.fixIts
    return better
  }

  /// `cache: {ttl: 5m}`, a mapping in the place of one value.
  private var mapping: Diagnostic? {
    guard let entries = node.mapping, let table = WordTable(rawValue: key) else { return nil }
    let values = entries.compactMap(\.value.text).filter { table.words.contains($0) || table == .cache && Values.duration($0) != nil }
    guard let value = values.first, values.count == 1 else { return nil }
    var better = finding
    (better.id, better.message) = (FindingID.expectedValue.rawValue, "'\(key)' must be one value; write '\(key): \(value)'")
    better.fixIts = entries.count == 1 ? [.init("replace with", range: node.range, replacement: value)] : []
    return better
  }
}
