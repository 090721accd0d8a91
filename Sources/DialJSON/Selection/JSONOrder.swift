/// The order of numbers (by value) and of strings (by Unicode scalars).
enum JSONOrder {
  /// Less than, equal to or greater than 0; nil unless both are numbers or both are strings.
  static func compare(_ a: JSON, _ b: JSON) -> Int? {
    if let x = a.asNumberText, let y = b.asNumberText {
      if let i = Int(x), let j = Int(y) { return i < j ? -1 : i == j ? 0 : 1 }
      let (p, q) = (NumberValue(x), NumberValue(y))
      return p < q ? -1 : p == q ? 0 : 1
    }
    guard let x = a.asString, let y = b.asString else { return nil }
    // UTF-8 keeps the order of the scalars.
    if x.utf8.lexicographicallyPrecedes(y.utf8) { return -1 }
    return x.utf8.elementsEqual(y.utf8) ? 0 : 1
  }

  /// Sorts the values by their keys (stable). Returns nil if the keys have different types.
  static func sorted(_ values: [(key: JSON, value: JSON)]) -> [JSON]? {
    guard let kind = values.first?.key.asKind else { return [] }
    guard kind == .number || kind == .string, values.allSatisfy({ $0.key.asKind == kind }) else { return nil }
    return values.enumerated().sorted { a, b in
      let order = compare(a.element.key, b.element.key) ?? 0
      return order != 0 ? order < 0 : a.offset < b.offset
    }.map(\.element.value)
  }

  /// The value with the least or greatest key, the first of several; absent if there are none. Nil as in `sorted`.
  static func extreme(_ values: [(key: JSON, value: JSON)], greatest: Bool) -> JSON? {
    guard let first = values.first else { return .null }
    guard first.key.asKind == .number || first.key.asKind == .string else { return nil }
    var best = first
    for value in values.dropFirst() {
      guard let order = compare(value.key, best.key) else { return nil }
      if greatest ? order > 0 : order < 0 { best = value }
    }
    return best.value
  }
}
