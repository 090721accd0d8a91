/// Finds types that no value can satisfy, because they require each other.
extension TypeTable {
  /// Returns the cycles of types that require each other, as names in order, starting with the first in the file.
  package func endlessCircles() -> [[String]] {
    var endless = endlessNames()
    if endless.isEmpty { return [] }
    var circles: [[String]] = []
    for name in names where endless.contains(name) {
      var trail: [String] = []
      var places: [String: Int] = [:]
      var current = name
      var closes = true
      while places[current] == nil {
        places[current] = trail.count
        trail.append(current)
        guard let next = shapes[current]?.required.first(where: endless.contains) else {
          closes = false  // it leads into a circle that was found already
          break
        }
        current = next
      }
      endless.subtract(trail)
      if closes, let start = places[current] { circles.append(Array(trail[start...])) }
    }
    return circles
  }

  /// Returns the types without a value: those that remain after removing all that have one.
  private func endlessNames() -> Set<String> {
    var waiting: [String: Int] = [:]
    var users: [String: [String]] = [:]
    for (name, shape) in shapes where shape.requiresNames {
      let required = Set(shape.required).filter { shapes[$0] != nil }
      if required.isEmpty { continue }
      waiting[name] = required.count
      for other in required { users[other, default: []].append(name) }
    }
    // The types that require no other one, which are most of them.
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

extension Shape {
  /// The names that a value of this shape requires: not those in an array, a dictionary or an optional.
  fileprivate var required: [String] {
    switch self {
    case .named(let name): [name]
    case .record(let record): record.members.flatMap(\.shape.required)
    default: []
    }
  }

  /// Whether the shape requires any name.
  fileprivate var requiresNames: Bool {
    switch self {
    case .named: true
    case .record(let record): record.members.contains { $0.shape.requiresNames }
    default: false
    }
  }
}
