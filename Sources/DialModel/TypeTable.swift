import DialJSON

/// Types that are read when they are asked for: those of a document with many.
package protocol LateTypes: Sendable {
  /// The names, in the order of the document.
  var names: [String] { get }

  func shape(named name: String) -> Shape?
}

/// The types of a spec by name.
package struct TypeTable: Sendable {
  package var shapes: [String: Shape] = [:]
  /// The names in the order of the file.
  package var names: [String] = []
  /// More types, which are read when they are asked for.
  package var late: (any LateTypes)?

  package init() {}

  /// Returns the shape of a name; nil for an unknown name.
  package subscript(name: String) -> Shape? { shapes[name] ?? late?.shape(named: name) }

  /// Whether values of a shape are texts.
  package func takesText(_ shape: Shape) -> Bool {
    switch resolve(shape.wrapped) {
    case .string, .date, .day, .url, .uuid: true
    case .literals(let values): values.contains { $0.asKind == .string }
    case .union(let union): union.alternatives.contains { takesText($0) }
    default: false
    }
  }

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

  /// The types that are only another name of a built-in type (`IDs: [Int]`), by which they are replaced wherever they are used.
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
    case .record, .literals, .union: return nil
    default: return shape
    }
  }

  /// Whether a shape, or one inside of it, satisfies a condition. Each name is followed once.
  ///
  /// - Parameter typedOnly: whether members without a declared type are skipped.
  package func contains(_ shape: Shape, typedOnly: Bool = false, where isSuch: (Shape) -> Bool) -> Bool {
    var seen: Set<String> = []
    func holds(_ shape: Shape) -> Bool {
      if isSuch(shape) { return true }
      switch shape {
      case .array(let inner), .dictionary(let inner), .optional(let inner): return holds(inner)
      case .named(let name): return seen.insert(name).inserted && holds(resolve(shape))
      case .record(let record): return record.members.contains { (!typedOnly || $0.isTyped) && holds($0.shape) }
      case .union(let union): return union.alternatives.contains(where: holds)
      default: return false
      }
    }
    return holds(shape)
  }

  /// Returns the shape of a name, or the shape itself. An unknown name, which is already reported, allows any JSON.
  /// Returns the shape inside of every `?`, also of those behind names.
  package func unwrapped(_ shape: Shape) -> Shape {
    var inner = resolve(shape)
    while case .optional(let next) = inner { inner = resolve(next) }
    return inner
  }

  package func resolve(_ shape: Shape) -> Shape {
    var current = shape
    var steps = 0
    while case .named(let name) = current {
      guard steps < 64, let next = self[name] else { return .json }
      current = next
      steps += 1
    }
    return current
  }
}

/// Finds types that no value can satisfy, because they require each other.
extension TypeTable {
  /// Returns the cycles of types that require each other, as names in order, starting with the first in the file.
  package func endlessCycles() -> [[String]] {
    var endless = endlessNames()
    if endless.isEmpty { return [] }
    var cycles: [[String]] = []
    for name in names where endless.contains(name) {
      var trail: [String] = []
      var places: [String: Int] = [:]
      var current = name
      var closes = true
      while places[current] == nil {
        places[current] = trail.count
        trail.append(current)
        guard let next = shapes[current]?.required.first(where: endless.contains) else {
          closes = false  // it leads into a cycle that was found already
          break
        }
        current = next
      }
      endless.subtract(trail)
      if closes, let start = places[current] { cycles.append(Array(trail[start...])) }
    }
    return cycles
  }

  /// Returns the types without a value: those that remain after removing all that have one.
  private func endlessNames() -> Set<String> {
    var waiting: [String: Int] = [:]
    var users: [String: [String]] = [:]
    for (name, shape) in shapes {
      let required = Set(shape.required).filter { shapes[$0] != nil }
      if required.isEmpty { continue }
      waiting[name] = required.count
      for other in required { users[other, default: []].append(name) }
    }
    var ready = users.keys.filter { waiting[$0] == nil }
    while let name = ready.popLast() {
      waiting[name] = nil
      for user in users[name] ?? [] {
        guard let left = waiting[user] else { continue }
        waiting[user] = left - 1
        if left == 1 { ready.append(user) }
      }
    }
    return Set(waiting.keys)
  }
}
