extension JSON: Hashable {
  /// Compares by value: numbers exactly (`1.0` equals `1e0`), strings by scalars, members in any order. A Bool never equals a number.
  /// Absent values equal each other and nothing else. Layouts are ignored.
  public static func == (a: JSON, b: JSON) -> Bool {
    var pending = [(a, b)]
    while let (a, b) = pending.popLast() {
      guard a.asKind == b.asKind else { return false }
      switch a.asKind {
      case .null, .absent: break
      case .bool: if a.asBool != b.asBool { return false }
      case .number: if !sameNumber(a, b) { return false }
      case .string: if !sameText(a.asString, b.asString) { return false }
      case .array:
        guard let x = a.asArray, let y = b.asArray, x.count == y.count else { return false }
        pending.append(contentsOf: zip(x, y))
      case .object:
        guard let x = a.asObject, let y = b.asObject, x.count == y.count else { return false }
        for (name, value) in x {
          guard let other = y[name] else { return false }
          pending.append((value, other))
        }
      }
    }
    return true
  }

  /// Hashes the value; of arrays and objects only the sizes below the fourth level.
  public func hash(into hasher: inout Hasher) { hash(into: &hasher, levels: 4) }

  private func hash(into hasher: inout Hasher, levels: Int) {
    hasher.combine(asKind)
    switch asKind {
    case .null, .absent: break
    case .bool: hasher.combine(asBool)
    case .number: hasher.combine(NumberValue(asNumberText ?? "0"))
    case .string: hasher.combine(ExactName(asString ?? ""))
    case .array:
      let elements = asArray ?? []
      hasher.combine(elements.count)
      if levels > 0 { for element in elements { element.hash(into: &hasher, levels: levels - 1) } }
    case .object:
      let members = asObject ?? [:]
      hasher.combine(members.count)
      guard levels > 0 else { break }
      var sum = 0
      for (name, value) in members {
        var inner = Hasher()
        inner.combine(ExactName(name))
        value.hash(into: &inner, levels: levels - 1)
        sum &+= inner.finalize()
      }
      hasher.combine(sum)
    }
  }

  private static func sameNumber(_ a: JSON, _ b: JSON) -> Bool {
    guard let x = a.asNumberText, let y = b.asNumberText else { return false }
    return x == y || NumberValue(x) == NumberValue(y)
  }

  private static func sameText(_ a: String?, _ b: String?) -> Bool {
    guard let a, let b else { return false }
    return a.utf8.elementsEqual(b.utf8)
  }
}
