import DialBuild
import DialJSON
import DialModel
import DialPattern
import DialSyntax

/// Reads the constraints of an argument from its schema, with the keywords of all drafts (JSON Schema 2020-12 Validation section 6).
///
/// A keyword that cannot be read, or that no value follows, is left out with a note: it must not stop a call.
struct ConstraintReader {
  /// The maximum number of schemas inside of each other that are read for one argument.
  private static let maxDepth = 2
  /// The maximum number of schemas that are read for one argument.
  private static let maxSchemas = 200

  private let document: OpenAPIDocument
  private let note = DiagnosticList()
  private var count = 0

  private init(_ document: OpenAPIDocument) { self.document = document }

  /// Returns the constraints of an argument with its type; nil stands for any type.
  static func constraints(
    _ schema: Schema, _ shape: Shape?, named name: String, in document: OpenAPIDocument, note: (Diagnostic) -> Void
  ) -> [Constraint] {
    // Bytes are no text.
    if schema.isBinary { return [] }
    var reader = ConstraintReader(document)
    let all = reader.read(schema, shape, name, depth: 0)
    for found in reader.note.all { note(found) }
    return all
  }

  private mutating func read(_ schema: Schema, _ shape: Shape?, _ name: String, depth: Int) -> [Constraint] {
    count += 1
    guard count < Self.maxSchemas else { return [] }
    var all: [Constraint] = []
    for entries in schema.rules { all += constraints(entries, schema, shape) }
    if let rule = kind(of: schema) { all.append(rule) }
    if let (first, second) = all.contradiction {
      note(ConstraintRules.contradiction(.warning, first, second, of: name))
      all.removeAll { $0.range == first.range || $0.range == second.range }
    }
    guard depth < Self.maxDepth else { return all }
    if schema.isArray, let items = schema.items {
      let item = document.schema(items)
      let inner = read(item, item.shape(in: document), "\(name)[]", depth: depth + 1)
      if !inner.isEmpty { all.append(Constraint(.each(inner), at: items.range)) }
    }
    for property in schema.properties where schema.isObject {
      let member = document.schema(property.node)
      let inner = read(member, member.shape(in: document), "\(name).\(property.name)", depth: depth + 1)
      if !inner.isEmpty { all.append(Constraint(.member(property.name, inner), at: property.node.range)) }
    }
    return all
  }

  /// The rule that only an object fits. Without members, `type: object` often stands for any value.
  private func kind(of schema: Schema) -> Constraint? {
    guard schema.types == ["object"], !schema.isUnion, let first = schema.properties.first else { return nil }
    return Constraint(.object, at: first.node.range)
  }

  /// Reads the keywords of one schema.
  private func constraints(_ entries: [Entry], _ schema: Schema, _ shape: Shape?) -> [Constraint] {
    // A rule about text or numbers says nothing about arrays.
    let isScalar = !schema.types.contains("array") && !schema.isArray
    return entries.compactMap { entry in
      let rule: Constraint.Rule? =
        switch entry.name {
        case "minimum" where isScalar: number(entry).map { .number(isExclusive("exclusiveMinimum", entries) ? .above : .min, $0) }
        case "maximum" where isScalar: number(entry).map { .number(isExclusive("exclusiveMaximum", entries) ? .below : .max, $0) }
        case "exclusiveMinimum" where isScalar && !isBoolean(entry.value): number(entry).map { .number(.above, $0) }
        case "exclusiveMaximum" where isScalar && !isBoolean(entry.value): number(entry).map { .number(.below, $0) }
        case "multipleOf" where isScalar: number(entry).flatMap { isPositive($0, entry) ? .number(.multiple, $0) : nil }
        case "minLength" where isScalar: limit(entry).map { .length(.min, $0) }
        case "maxLength" where isScalar: limit(entry).map { .length(.max, $0) }
        case "pattern" where isScalar: pattern(entry.value).map { .pattern($0) }
        case "minItems": limit(entry).map { .items(.min, $0) }
        case "maxItems": limit(entry).map { .items(.max, $0) }
        case "uniqueItems": entry.value.isTrue && (schema.isArray || schema.types.isEmpty) ? .unique : nil
        case "enum" where schema.isArray && entry.value.sequence?.contains { $0.sequence != nil } == false: unchecked(enum: entry)
        case "enum": values(entry.value.sequence ?? [], shape)
        case "const": values([entry.value], shape)
        default: nil
        }
      return rule.map { Constraint($0, at: entry.key.range) }
    }
  }

  /// Says that a list of texts is one for the items of an array, and not for the array.
  private func unchecked(enum entry: Entry) -> Constraint.Rule? {
    note(
      .warning(
        .documentConstraint, "'\(entry.name)' lists no array, so it is not checked; does it belong to 'items'?", at: entry.value.range))
    return nil
  }

  private func isBoolean(_ node: Node) -> Bool { ["true", "false"].contains(node.text) }

  /// Whether a Boolean of draft 4 makes a bound exclusive.
  private func isExclusive(_ key: String, _ entries: [Entry]) -> Bool { entries.last { $0.name == key }?.value.isTrue ?? false }

  private func number(_ entry: Entry) -> JSON? {
    let value = Literal.json(entry.value)
    if value.asKind == .number { return value }
    if let number = value.asString.flatMap(JSON.number) { return number }
    leaveOut(entry, "a number")
    return nil
  }

  private func isPositive(_ value: JSON, _ entry: Entry) -> Bool {
    if JSON(0).isLess(than: value) { return true }
    leaveOut(entry, "greater than 0")
    return false
  }

  private func limit(_ entry: Entry) -> Int? {
    let value = Literal.json(entry.value)
    if let count = value.asInt, count >= 0 { return count }
    // A limit beyond all counts is none.
    if value.asKind == .number, !value.isLess(than: 0), value.asInt64 == nil, JSON(Int.max).isLess(than: value) { return Int.max }
    leaveOut(entry, "an integer of at least 0")
    return nil
  }

  private func leaveOut(_ entry: Entry, _ expected: String) {
    note(.warning(.documentConstraint, "'\(entry.name)' must be \(expected), so it is not checked", at: entry.value.range))
  }

  private func pattern(_ node: Node) -> Pattern? {
    guard let text = node.text else { return nil }
    let pattern = Pattern(text)
    guard let error = pattern.error else { return pattern }
    note(
      .warning(
        .documentConstraint, "the pattern '\(text.prefix(80))' is not understood, so it is not checked: \(error)", at: node.range))
    return nil
  }

  /// The allowed values as their type is written. Null is allowed where no value is.
  private func values(_ nodes: [Node], _ shape: Shape?) -> Constraint.Rule? {
    let values = nodes.filter { !$0.isNullText }.map { Literal.json($0, as: shape) }
    return values.isEmpty ? nil : .values(values)
  }
}
