/// The types of a spec by name.
package struct TypeTable: Sendable {
  package var shapes: [String: Shape] = [:]
  /// The names in the order of the file.
  package var names: [String] = []

  package init() {}

  /// Returns the types that lead only to themselves through names and `?`, so that they mean nothing.
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
      // The chain ends in a type with a shape, or in one seen before.
      guard case .named(let end) = shape.wrapped, trail.contains(end) || empty.contains(end) else { continue }
      empty.formUnion(trail)
    }
    return empty
  }

  /// Whether a type is only another name of a type, with an optional `?`.
  private var holdsNames: Bool { shapes.values.contains { if case .named = $0.wrapped { true } else { false } } }

  /// Replaces every name by its shape, however long the chain of names is.
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

  /// The types that are only another name of a built-in type (`Photo: File`, `IDs: [Int]`, `Note: String?`). They are replaced wherever
  /// they are used, because locations, defaults and arguments depend on the built-in type.
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

  /// The maximum length of a chain of names, because each type follows its chain.
  private static let longestTrail = 8

  /// - Parameter trail: the names so far, to detect cycles.
  private func unaliased(_ shape: Shape, _ trail: [String]) -> Shape? {
    switch shape {
    case .named(let name):
      guard trail.count < Self.longestTrail, !trail.contains(name) else { return nil }
      return shapes[name].flatMap { unaliased($0, trail + [name]) }
    case .optional(let inner):
      if let plain = unaliased(inner, trail) { return .optional(plain.wrapped) }
      // `MaybeUser: User?` becomes `User?`, and a type that contains itself keeps its name.
      if case .named(let name) = inner.wrapped, !trail.contains(name), case .record? = shapes[name] { return .optional(inner.wrapped) }
      return nil
    case .array(let item): return unaliased(item, trail).map { .array($0) }
    case .dictionary(let value): return unaliased(value, trail).map { .dictionary($0) }
    case .record, .literals: return nil
    default: return shape
    }
  }

  /// Returns the shape of a name, or the shape itself. An unknown name, which is already reported, allows any JSON.
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
