import DialJSON
import DialModel
import DialPattern
import DialSyntax

/// Reads the keys of a parameter that restrict its values (Parameters.md#Constraints).
enum ConstraintReader {
  /// Whether the key is one of these. `max` is also the size of a file, which has a unit.
  static func reads(_ entry: Entry, of shape: Shape) -> Bool {
    switch entry.name {
    case "max": !shape.holdsFile && !shape.holdsData && (isNumber(entry.value) || isNumeric(shape.wrapped) && !isSize(entry.value))
    case "min", "above", "below", "multiple", "length", "pattern", "items", "unique": true
    default: false
    }
  }

  private static func isNumeric(_ shape: Shape) -> Bool { shape.isNumeric && !shape.isUntyped }

  private static func isNumber(_ node: Node) -> Bool { node.text.flatMap(JSON.number) != nil }

  private static func isSize(_ node: Node) -> Bool {
    guard let text = node.text else { return false }
    return text.last == "B" && Values.size(node, "max", Findings()) != nil
  }

  static func read(_ entry: Entry, _ findings: Findings) -> [Constraint] {
    let node = entry.value
    if let bound = Constraint.Bound(rawValue: entry.name) {
      return number(entry, bound, findings).map { [Constraint(.number(bound, $0), at: entry.key.range)] } ?? []
    }
    switch entry.name {
    case "length": return limits(entry, findings) { .length($0, $1) }
    case "items": return limits(entry, findings) { .items($0, $1) }
    case "unique":
      return Values.bool(node, "unique", findings) == true ? [Constraint(.unique, at: entry.key.range)] : []
    case "pattern": return pattern(entry, findings).map { [Constraint(.pattern($0), at: entry.key.range)] } ?? []
    default: return []
    }
  }

  private static func number(_ entry: Entry, _ bound: Constraint.Bound, _ findings: Findings) -> JSON? {
    let node = entry.value
    guard let number = node.text.flatMap(JSON.number) else {
      let shown = node.text.map { "'\($0)'" } ?? node.kindName
      return findings.fail(
        .expectedNumber, "'\(entry.name)' must be a number, but is \(shown)", value: node, of: entry.name)
    }
    if bound == .multiple, !JSON(0).isLess(than: number) {
      return findings.fail(
        .expectedNumber, "'multiple' must be greater than 0, but is '\(node.text ?? "")'", value: node, of: entry.name)
    }
    return number
  }

  /// Reads a count, or a mapping with `min` and `max`.
  private static func limits(_ entry: Entry, _ findings: Findings, _ rule: (Constraint.Limit, Int) -> Constraint.Rule) -> [Constraint] {
    guard let entries = entry.value.mapping else {
      guard let count = Values.integer(entry.value, entry.name, findings) else { return [] }
      return [Constraint(rule(.min, count), at: entry.key.range), Constraint(rule(.max, count), at: entry.key.range)]
    }
    return entries.compactMap { inner in
      if inner.name.hasPrefix("x-") { return nil }
      guard let limit = Constraint.Limit(rawValue: inner.name) else {
        _ = findings.unknown(inner, of: "'\(entry.name)'", .bounds)
        return nil
      }
      return Values.integer(inner.value, "\(entry.name).\(inner.name)", findings).map { Constraint(rule(limit, $0), at: inner.key.range) }
    }
  }

  private static func pattern(_ entry: Entry, _ findings: Findings) -> Pattern? {
    let node = entry.value
    guard let text = Values.text(node, "a pattern", findings) else { return nil }
    let pattern = Pattern(text)
    guard let error = pattern.error else { return pattern }
    // The offset counts Unicode scalars.
    let start = text.unicodeScalars.prefix(error.offset).reduce(0) { $0 + UTF8.width($1) }
    let isInside = start < text.utf8.count
    let range = isInside ? ScalarText(node, text: text).range(start..<text.utf8.count) : node.range
    return findings.fail(.constraint, "'\(text)' is not a pattern that Dial understands: \(error.message)", at: range)
  }
}

extension Shape {
  /// Whether values are bytes, or lists of them, whose size can be limited.
  var holdsData: Bool {
    switch wrapped {
    case .data: true
    case .array(let item): item.wrapped.isBytes
    default: false
    }
  }

  private var isBytes: Bool { if case .data = self { true } else { false } }
}
