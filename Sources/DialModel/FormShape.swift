package import DialJSON

/// Converts the texts of a format without types to the declared types: `id=7` becomes the number 7 if `id` is an Int.
///
/// A text that does not fit stays text, so that the check of the shape reports it. A single item becomes an array if one is declared,
/// because neither a form nor XML can distinguish them. With `style: {single: list}`, this also applies to JSON, whose other values stay.
package struct FormShape {
  package enum Kind: Sendable { case form, xml, json }

  private let types: TypeTable
  private let kind: Kind
  /// In XML, an empty element is null, an empty array has no element, and a text may have attributes. A single empty element is one empty
  /// text in a list of texts, and no element in other lists, because nothing else can be empty.
  private var isXML: Bool { kind == .xml }

  package init(types: TypeTable, _ kind: Kind) { (self.types, self.kind) = (types, kind) }

  package func value(_ value: JSON, as declared: Shape) -> JSON {
    let value = isXML ? plain(value, types.resolve(declared)) : value
    switch types.unwrapped(declared) {
    case .record(let record):
      guard let members = value.asObject else { return value }
      let written = isXML ? names(of: record, in: value) : [:]
      let named = members.map { member in
        let name = written[member.name] ?? member.name
        return (name, self.value(member.value, as: record.members.first { $0.wire == name }?.shape ?? .json))
      }
      return .object(named + (isXML ? emptyLists(of: record, beside: value, written) : []))
    case .dictionary(let item): return value.asObject.map { .object($0.map { ($0.name, self.value($0.value, as: item)) }) } ?? value
    case .array where value.isNull && (kind == .json || types.resolve(declared).isOptional): return value
    case .array(let item):
      let items = value.asArray.map(Array.init) ?? (isXML && isNothing(value, as: item) ? [] : [value])
      return .array(items.map { self.value($0, as: item) })
    case .union(let union):
      let values = union.alternatives.lazy.map { self.value(value, as: $0) }
      let check = ShapeCheck(types: types, names: .wires)
      return zip(values, union.alternatives).first { check.fits($0, $1) }?.0 ?? value
    case _ where kind == .json: return value
    case let shape: return value.asString.map { scalar($0, as: shape) } ?? value
    }
  }

  /// Returns a text as a value of its type. XML Schema collapses the white space of all types but texts, and has two more words for Booleans
  /// (part 2 sections 3.2.2 and 4.3.6).
  private func scalar(_ text: String, as shape: Shape) -> JSON {
    guard isXML, !shape.isText else { return ArgumentText(types: types).value(text, as: shape) }
    let trimmed = text.trimmingPrefix(while: \.isWhitespace)
    let word = String(trimmed[..<(trimmed.lastIndex { !$0.isWhitespace }.map(trimmed.index(after:)) ?? trimmed.startIndex)])
    if case .bool = shape, let bool = ["1": true, "0": false][word] { return .bool(bool) }
    let value = ArgumentText(types: types).value(word, as: shape)
    return value.asKind == .string ? .string(text) : value
  }

  /// Whether a single element is no item of a list: it is empty, has no attribute of the item, and is not an empty text.
  private func isNothing(_ value: JSON, as item: Shape) -> Bool {
    switch types.unwrapped(item) {
    case .string: return false
    case .json, .dictionary: return value.isNull
    case .record(let record):
      return isEmpty(value) && !record.members.contains { value[member: $0.wire].asKind != .absent }
    default: return isEmpty(value)
    }
  }

  /// Whether an element has neither text nor elements.
  private func isEmpty(_ value: JSON) -> Bool { value.isNull || value.asObject?.allSatisfy { $0.name.hasPrefix("@") } == true }

  /// Returns the value of an element with a declared type: its text, which may be empty, or an empty object.
  private func plain(_ value: JSON, _ shape: Shape) -> JSON {
    switch types.resolve(shape.wrapped) {
    case .record, .dictionary: return value.isNull && !shape.isOptional ? .object([]) : value
    case .array, .json: return value
    case .string where isEmpty(value): return shape.isOptional ? .null : .string("")
    default:
      let text = value[member: "#text"]
      return value.asObject != nil && text.asString != nil ? text : value
    }
  }

  /// Returns the declared names of elements that a document writes with a prefix.
  private func names(of record: Shape.Record, in value: JSON) -> [String: String] {
    let found = record.members.compactMap { member in XMLName.full(member.wire, in: value).map { ($0, member.wire) } }
    return Dictionary(found) { first, _ in first }
  }

  private func emptyLists(of record: Shape.Record, beside value: JSON, _ written: [String: String]) -> [(String, JSON)] {
    record.members.compactMap { member in
      guard case .array = types.resolve(member.shape), value[member: member.wire].asKind == .absent,
        !written.values.contains(member.wire)
      else { return nil }
      return (member.wire, .array([]))
    }
  }
}
