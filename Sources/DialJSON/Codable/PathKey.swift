/// A step as a coding key.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ step: JSONPath.Step) {
    switch step {
    case .member(let name): (stringValue, intValue) = (name, nil)
    case .index(let index): (stringValue, intValue) = (String(index), index)
    }
  }

  init(stringValue: String) { self.init(.member(stringValue)) }

  init(intValue: Int) { self.init(.index(intValue)) }
}

extension JSONPath {
  /// The steps of a coding path.
  init(_ keys: [any CodingKey]) {
    self.init(steps: keys.map { key in key.intValue.map { .index($0) } ?? .member(key.stringValue) })
  }

  var codingPath: [any CodingKey] { steps.map { PathKey($0) } }
}
