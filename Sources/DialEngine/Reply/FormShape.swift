import DialJSON
import DialModel

/// Converts the strings of a form response to the declared types: `id=7` becomes the number 7 if `id` is an Int.
///
/// A text that does not fit its type is unchanged, so that the shape check reports it. If an array is declared, a single item becomes an
/// array, because a form cannot express the difference.
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
