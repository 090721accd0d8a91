import DialJSON
import DialModel

/// Gives the texts of a reply whose format has no kinds those that its shape declares: `id=7` becomes the number 7 where `id` is an Int.
///
/// A text that is no value of its type stays text, so that the check of the shape tells it. One item is a list of one where a list is
/// declared, as neither a form nor XML can tell the two apart.
struct FormShape {
  let types: TypeTable
  /// In XML an empty element is null, an empty list is nothing at all, and a text may have attributes.
  var isXML = false

  func value(_ value: JSON, as declared: Shape) -> JSON {
    let value = isXML ? plain(value, types.resolve(declared)) : value
    switch types.resolve(types.resolve(declared).wrapped) {
    case .record(let record):
      guard let members = value.asObject else { return value }
      return .object(
        members.map { member in
          let shape = record.members.first { $0.wire == member.name }?.shape ?? .json
          return (member.name, self.value(member.value, as: shape))
        } + (isXML ? emptyLists(of: record, beside: value) : []))
    case .dictionary(let item): return value.asObject.map { .object($0.map { ($0.name, self.value($0.value, as: item)) }) } ?? value
    case .array(let item): return .array((value.asArray.map(Array.init) ?? [value]).map { self.value($0, as: item) })
    case let shape: return value.asString.map { ArgumentText(types: types).value($0, as: shape) } ?? value
    }
  }

  /// What an element is where a type is declared: nothing but its text, an empty text or an object without members.
  private func plain(_ value: JSON, _ shape: Shape) -> JSON {
    switch types.resolve(shape.wrapped) {
    case .record, .dictionary: return value.isNull && !shape.isOptional ? .object([]) : value
    case .array, .json: return value
    case .string where value.isNull: return shape.isOptional ? value : .string("")
    default:
      let text = value[member: "#text"]
      return value.asObject != nil && text.asString != nil ? text : value
    }
  }

  private func emptyLists(of record: Shape.Record, beside value: JSON) -> [(String, JSON)] {
    record.members.compactMap { member in
      guard case .array = types.resolve(member.shape), value[member: member.wire].asKind == .absent else { return nil }
      return (member.wire, .array([]))
    }
  }
}
