extension JSONPath {
  /// Returns the paths of repeated names in objects of a parsed text, at most `limit`. Lookups return only the last value.
  package static func duplicates(in json: JSON, limit: Int = .max) -> [JSONPath] {
    switch json.storage {
    case .node(let document, let node): document.duplicates(below: node, limit: limit)
    case .array(let array): inside(array.elements.enumerated().lazy.map { (.index($0), $1) }, limit)
    case .object(let object): inside(zip(object.names, object.values).lazy.map { (.member($0), $1) }, limit)
    default: []
    }
  }

  /// Finds duplicates inside values built in code, which can contain parsed ones.
  private static func inside(_ parts: some Sequence<(Step, JSON)>, _ limit: Int) -> [JSONPath] {
    var found: [JSONPath] = []
    for (step, value) in parts where found.count < limit {
      found += duplicates(in: value, limit: limit - found.count).map { JSONPath(steps: [step] + $0.steps) }
    }
    return found
  }
}

extension JSONDocument {
  /// The paths from `top` to the names that come twice in an object, in the order of the text.
  fileprivate func duplicates(below top: Int, limit: Int) -> [JSONPath] {
    var found: [JSONPath] = []
    for node in top..<next(top) where word(node).is(.object) && !hasUniqueNames(node) {
      let object = path(to: node, from: top)
      for member in NameIndex(self, node).members where member.value != member.name + 1 {
        if found.count >= limit { return found }
        found.append(object + .member(text(Int(member.name))))
      }
    }
    return found
  }
}
