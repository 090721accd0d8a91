/// The elements of an array built in code.
///
/// Values built in code nest at most ``maxDepth`` deep. Deeper ones are written and parsed, because a document is released, compared and
/// printed without recursion.
final class BuiltArray: Sendable {
  static let maxDepth = 400

  let elements: [JSON]
  let depth: Int
  /// See ``JSON/weight``.
  let weight: Int

  private init(_ elements: [JSON], depth: Int) {
    self.elements = elements
    self.depth = depth
    weight = JSON.weight(of: elements)
  }

  static func json(_ elements: [JSON]) -> JSON {
    let depth = 1 + (elements.lazy.map(\.builtDepth).max() ?? 0)
    let isWhole = elements.allSatisfy { !$0.isAbsent }
    let array = BuiltArray(isWhole ? elements : elements.map { $0.isAbsent ? .null : $0 }, depth: depth)
    return JSON(.array(array)).flattened(depth)
  }
}

/// The members of an object built in code: unique names in order.
final class BuiltObject: Sendable {
  let names: [String]
  let values: [JSON]
  let depth: Int
  /// See ``JSON/weight``.
  let weight: Int
  /// The places of the names of a wide object.
  private let index: [ExactName: Int]

  private init(_ names: [String], _ values: [JSON], _ index: [ExactName: Int], depth: Int) {
    self.names = names
    self.values = values
    self.index = index
    self.depth = depth
    weight = names.reduce(JSON.weight(of: values)) { sum, name in
      let (sum, overflow) = sum.addingReportingOverflow(name.utf8.count)
      return overflow ? .max : sum
    }
  }

  static func json(_ members: [(String, JSON)]) -> JSON {
    var names: [String] = []
    var values: [JSON] = []
    var index: [ExactName: Int] = [:]
    names.reserveCapacity(members.count)
    values.reserveCapacity(members.count)
    var depth = 0
    for (name, member) in members {
      let value = member.isAbsent ? .null : member
      depth = max(depth, value.builtDepth)
      let place: Int?
      if members.count > 16 {
        place = index[ExactName(name)]
        if place == nil { index[ExactName(name)] = names.count }
      } else {
        place = names.firstIndex { $0.utf8.elementsEqual(name.utf8) }
      }
      if let place {
        values[place] = value
      } else {
        names.append(name)
        values.append(value)
      }
    }
    return JSON(.object(BuiltObject(names, values, index, depth: depth + 1))).flattened(depth + 1)
  }

  subscript(name: String) -> JSON? {
    if !index.isEmpty { return index[ExactName(name)].map { values[$0] } }
    return names.firstIndex { $0.utf8.elementsEqual(name.utf8) }.map { values[$0] }
  }
}

extension JSON {
  /// How deep arrays and objects built in code nest here.
  var builtDepth: Int {
    switch storage {
    case .array(let array): array.depth
    case .object(let object): object.depth
    default: 0
    }
  }

  /// Whether a value inside this one has its own layout.
  var hasInnerLayout: Bool {
    switch storage {
    case .array(let array): array.elements.contains { $0.layout != nil || $0.hasInnerLayout }
    case .object(let object): object.values.contains { $0.layout != nil || $0.hasInnerLayout }
    default: false
    }
  }

  fileprivate func flattened(_ depth: Int) -> JSON {
    guard depth > BuiltArray.maxDepth else { return self }
    let document = try? JSONDocument(JSONWriter.bytes(self), limits: JSONLimits(maxDepth: .max))
    return document.map { JSON(.node($0, 0)) } ?? self
  }
}
