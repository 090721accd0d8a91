/// Limits the memory and the time of one selection.
package final class SelectionBudget {
  /// The maximum size of a value: 192 MiB, three times the largest body.
  private let largest: Int
  /// The remaining size of all intermediate values, each without its contents.
  private var left: Int

  package init(largest: Int = 192 << 20, total: Int = 512 << 20) {
    self.largest = largest
    left = total
  }

  /// An array that an expression made.
  func array(_ values: [JSON]) throws(JSONError) -> JSON {
    try check(JSON.weight(of: values), own: values.count * JSON.slot)
    return .array(values)
  }

  /// An object that an expression made.
  func object(_ members: [(String, JSON)]) throws(JSONError) -> JSON {
    try check(JSON.weight(of: members.lazy.map(\.1)), own: members.count * JSON.slot)
    return .object(members)
  }

  /// Counts the result of a function.
  func take(_ value: JSON) throws(JSONError) -> JSON {
    switch value.storage {
    case .array(let array): try check(array.weight, own: array.elements.count * JSON.slot)
    case .object(let object): try check(object.weight, own: object.names.count * JSON.slot)
    default: try check(value.weight, own: value.asKind == .string ? value.weight : 0)
    }
    return value
  }

  /// Refuses an array that is being made of so many values.
  func check(count: Int) throws(JSONError) {
    if count * JSON.slot > min(largest, left) { throw tooMuch }
  }

  private func check(_ weight: Int, own: Int) throws(JSONError) {
    left -= own
    if weight > largest || left < 0 { throw tooMuch }
  }

  private var tooMuch: JSONError { JSONError(.selection, "the result of the expression is larger than \(largest >> 20) MiB") }
}
