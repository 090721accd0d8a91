import DialJSON
import DialModel

/// Gives the texts of a form reply the kinds that its shape declares: `id=7` becomes the number 7 where `id` is an Int.
///
/// A text that is no value of its type stays text, so that the check of the shape tells it. One item is a list of one where a list is
/// declared, as a form cannot tell the two apart.
struct FormShape {
  let types: TypeTable

  func value(_ value: JSON, as declared: Shape) -> JSON {
    switch types.resolve(types.resolve(declared).wrapped) {
    case .record(let record):
      guard let members = value.asObject else { return value }
      return .object(
        members.map { member in
          let shape = record.members.first { $0.wire == member.name }?.shape ?? .json
          return (member.name, self.value(member.value, as: shape))
        })
    case .dictionary(let item): return value.asObject.map { .object($0.map { ($0.name, self.value($0.value, as: item)) }) } ?? value
    case .array(let item): return .array((value.asArray.map(Array.init) ?? [value]).map { self.value($0, as: item) })
    case let shape: return value.asString.map { ArgumentText(types: types).value($0, as: shape) } ?? value
    }
  }
}
