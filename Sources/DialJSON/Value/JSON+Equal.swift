extension JSON: Hashable {
  /// Compares by value: numbers exactly (`1.0` equals `1e0`), members in any order. Absent values equal each other only.
  public static func == (a: JSON, b: JSON) -> Bool {
    var pending = [(a, b)]
    while let (a, b) = pending.popLast() {
      guard a.asKind == b.asKind else { return false }
      switch a.asKind {
      case .null, .absent: break
      case .bool: if a.asBool != b.asBool { return false }
      case .number: if !sameNumber(a, b) { return false }
      case .string: if ExactName(a.asString ?? "") != ExactName(b.asString ?? "") { return false }
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
}

/// The approximate size of a value in memory and in text, which can be huge, because values built in code share their parts.
extension JSON {
  static let slot = 32

  /// The approximate number of bytes of the value, at most the largest integer.
  package var weight: Int {
    switch storage {
    case .null, .bool, .absent: 4
    case .number(let text), .string(let text): 4 + text.utf8.count
    case .array(let array): array.weight
    case .object(let object): object.weight
    case .node(let document, let node): document.weight(node)
    }
  }

  /// Returns the weight of an array or object of these parts.
  static func weight(of parts: some Collection<JSON>) -> Int {
    parts.reduce(slot * (parts.count + 1)) { sum($0, $1.weight) }
  }

  /// Returns the sum of two weights, at most the largest integer.
  static func sum(_ a: Int, _ b: Int) -> Int {
    let (sum, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : sum
  }
}

extension JSONDocument {
  /// Returns the weight of a node: two bytes for each node, `[]` or `1,`, and the text from the first scalar to the last.
  fileprivate func weight(_ node: Int) -> Int {
    let end = next(node)
    // Empty arrays and objects have no place in the text, so a few of them are skipped.
    let first = (node..<end).prefix(64).first { !word($0).isContainer }
    let last = (node..<end).suffix(64).last { !word($0).isContainer }
    let text = first.flatMap { first in last.map { word($0).offset + word($0).length - word(first).offset } } ?? 0
    return 2 * (end - node) + max(0, text)
  }
}
