/// Types that no value could ever fill, because each of them requires the next.
extension TypeTable {
  /// Circles of types that require each other, each as its names in order, the first of the file first.
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

  /// The types that have no value: found as those that are left when all that have one are taken away.
  private func endlessNames() -> Set<String> {
    var waiting: [String: Int] = [:]
    var users: [String: [String]] = [:]
    for (name, shape) in shapes where shape.requiresNames {
      let required = Set(shape.required).filter { shapes[$0] != nil }
      if required.isEmpty { continue }
      waiting[name] = required.count
      for other in required { users[other, default: []].append(name) }
    }
    // Those that require no other one: most of them.
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
  /// The names without which there is no value of this shape: not those in a list, a dictionary or an optional.
  fileprivate var required: [String] {
    switch self {
    case .named(let name): [name]
    case .record(let record): record.members.flatMap(\.shape.required)
    default: []
    }
  }

  /// Whether there are any such names.
  fileprivate var requiresNames: Bool {
    switch self {
    case .named: true
    case .record(let record): record.members.contains { $0.shape.requiresNames }
    default: false
    }
  }
}
