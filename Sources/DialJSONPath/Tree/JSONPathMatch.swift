/// A value that a query selects, and where it is.
package struct JSONPathMatch<Tree: JSONPathNode>: Sendable {
  /// The value.
  package let value: Tree
  /// Where it is in the tree.
  package let location: JSONPathLocation
}

/// The location of a value: the names and indices that lead to it. Values share the parts of their locations.
package struct JSONPathLocation: Sendable {
  /// A member or an element.
  package enum Step: Sendable, Hashable {
    case member(String)
    case index(Int)
  }

  private final class Link: Sendable {
    let outer: Link?
    let step: Step

    init(_ outer: Link?, _ step: Step) { (self.outer, self.step) = (outer, step) }
  }

  private let last: Link?

  /// The location of the root.
  init() { last = nil }

  private init(_ last: Link) { self.last = last }

  func appending(_ step: Step) -> JSONPathLocation { JSONPathLocation(Link(last, step)) }

  /// The steps from the root.
  package var steps: [Step] {
    var steps: [Step] = []
    var link = last
    while let current = link {
      steps.append(current.step)
      link = current.outer
    }
    return steps.reversed()
  }

  /// The normalized path (RFC 9535 section 2.7): `$['a'][0]`.
  package var normalizedPath: String {
    steps.reduce(into: "$") { path, step in
      switch step {
      case .index(let index): path += "[\(index)]"
      case .member(let name):
        path += "['"
        for scalar in name.unicodeScalars { path += Self.escaped(scalar) }
        path += "']"
      }
    }
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\u{8}": return "\\b"
    case "\t": return "\\t"
    case "\n": return "\\n"
    case "\u{C}": return "\\f"
    case "\r": return "\\r"
    case "'": return "\\'"
    case "\\": return "\\\\"
    case "\0"..<" ":
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    default: return String(scalar)
    }
  }
}
