import DialJSON
import DialModel

/// Puts the element of each declared tuple of one element in the place of the tuple, in lists, dictionaries and optionals, too.
struct SoleElement {
  let types: TypeTable

  /// nil where the shape has no such tuple, or the value does not fit it.
  func value(_ value: JSON, _ shape: Shape) -> JSON? {
    switch types.resolve(shape) {
    case .optional(let inner): return value.isNull ? value : self.value(value, inner)
    case .array(let item):
      guard let items = value.asArray else { return Optional<JSON>.none }
      let elements = items.compactMap { self.value($0, item) }
      return elements.count == items.count ? .array(elements) : Optional<JSON>.none
    case .dictionary(let item):
      guard let members = value.asObject else { return Optional<JSON>.none }
      let elements = members.compactMap { member in self.value(member.value, item).map { (member.name, $0) } }
      return elements.count == members.count ? .object(elements) : Optional<JSON>.none
    case .record(let record):
      guard record.members.count == 1 else { return Optional<JSON>.none }
      let element = value.asArray == nil ? value[member: record.members[0].wire] : value[0]
      return element.asKind == .absent ? JSON.null : element
    default: return Optional<JSON>.none
    }
  }
}
