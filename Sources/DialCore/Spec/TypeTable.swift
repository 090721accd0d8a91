/// The types of a spec by name.
package struct TypeTable: Sendable {
  package var shapes: [String: Shape] = [:]
  /// In the order of the file.
  package var names: [String] = []

  package init() {}

  /// The types that lead to themselves by names and `?` alone, so that no value could tell what they are.
  package func emptyNames() -> Set<String> {
    guard holdsNames else { return [] }
    var empty: Set<String> = []
    var seen: Set<String> = []
    for name in names {
      var trail: Set<String> = []
      var shape = Shape.named(name)
      while case .named(let name) = shape.wrapped, let next = shapes[name], seen.insert(name).inserted {
        trail.insert(name)
        shape = next
      }
      // it ends in a type that stands for something, or in one seen before
      guard case .named(let end) = shape.wrapped, trail.contains(end) || empty.contains(end) else { continue }
      empty.formUnion(trail)
    }
    return empty
  }

  /// Whether some type is nothing but the name of another one, maybe with `?`.
  private var holdsNames: Bool { shapes.values.contains { if case .named = $0.wrapped { true } else { false } } }

  /// Lets every name stand for its shape at once, however many names lead to it.
  package mutating func flatten() {
    guard holdsNames else { return }
    let empty = emptyNames()
    for name in names where !empty.contains(name) {
      var trail: [String] = []
      var current = name
      while case .named(let next)? = shapes[current] {
        trail.append(current)
        current = next
      }
      guard let end = shapes[current] else { continue }
      for passed in trail { shapes[passed] = end }
    }
  }

  /// The shape behind a name, or the shape itself; a name that is not there (already reported) stands for any JSON.
  package func resolve(_ shape: Shape) -> Shape {
    var current = shape
    var steps = 0
    while case .named(let name) = current {
      guard let next = shapes[name], steps < 64 else { return .json }
      current = next
      steps += 1
    }
    return current
  }
}
