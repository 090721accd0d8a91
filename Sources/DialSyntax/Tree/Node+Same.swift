extension Node {
  /// Whether another node holds the same, written at the same places.
  ///
  /// - Parameter isCut: whether a value may be missing in `other`, its key given; ranges around it end where they like then.
  package func isSame(as other: Node, except isCut: (Entry) -> Bool = { _ in false }) -> Bool {
    guard storedTag == other.storedTag, range.start == other.range.start else { return false }
    switch (content, other.content) {
    case (.scalar(let a), .scalar(let b)): return a == b && range.end == other.range.end
    case (.sequence(let a), .sequence(let b)):
      return range.end == other.range.end && a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1) }
    case (.mapping(let a), .mapping(let b)): return a.count == b.count && zip(a, b).allSatisfy { $0.isSame(as: $1, except: isCut) }
    default: return false
    }
  }
}

extension Entry {
  /// Whether another entry holds the same, written at the same places.
  package func isSame(as other: Entry, except isCut: (Entry) -> Bool = { _ in false }) -> Bool {
    guard key.isSame(as: other.key) else { return false }
    return value.isSame(as: other.value, except: isCut) || isCut(self) && other.value.text == ""
  }
}
