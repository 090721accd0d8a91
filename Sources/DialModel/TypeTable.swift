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

  /// The types that are another name of a type of the language (`Photo: File`, `IDs: [Int]`, `Note: String?`) by their names: these stand
  /// for it at once wherever they are used, as a place, a default and an argument depend on it.
  package var aliases: [String: Shape] {
    var flat = self
    flat.flatten()
    var aliases: [String: Shape] = [:]
    for (name, shape) in flat.shapes {
      // Most are records.
      if case .record = shape { continue }
      aliases[name] = flat.unaliased(shape, [name])
    }
    return aliases
  }

  /// So many names may lead to a type, and each is looked at with each type.
  private static let longestTrail = 8

  /// - Parameter trail: the names on the way, of which none may come again.
  private func unaliased(_ shape: Shape, _ trail: [String]) -> Shape? {
    switch shape {
    case .named(let name):
      guard trail.count < Self.longestTrail, !trail.contains(name) else { return nil }
      return shapes[name].flatMap { unaliased($0, trail + [name]) }
    case .optional(let inner):
      if let plain = unaliased(inner, trail) { return .optional(plain.wrapped) }
      // `MaybeUser: User?` is `User?`, and a type that holds itself keeps its name.
      if case .named(let name) = inner.wrapped, !trail.contains(name), case .record? = shapes[name] { return .optional(inner.wrapped) }
      return nil
    case .array(let item): return unaliased(item, trail).map { .array($0) }
    case .dictionary(let value): return unaliased(value, trail).map { .dictionary($0) }
    case .record, .literals: return nil
    default: return shape
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
