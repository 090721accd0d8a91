import DialJSON

/// Reads a nested form (`a[k][0]=x`, `a.k.0=x`) back into a tree, for tests.
enum FormTree {
  private indirect enum Node {
    case text(String)
    case members([(String, Node)])

    mutating func set(_ text: String, at steps: ArraySlice<String>) {
      guard let step = steps.first else {
        self = .text(text)
        return
      }
      var members: [(String, Node)] = if case .members(let members) = self { members } else { [] }
      let index = members.firstIndex { $0.0 == step } ?? members.count
      if index == members.count { members.append((step, .members([]))) }
      members[index].1.set(text, at: steps.dropFirst())
      self = .members(members)
    }

    /// Members with consecutive numbers from 0 are an array.
    var json: JSON {
      switch self {
      case .text(let text): .string(text)
      case .members(let members) where members.map(\.0) == members.indices.map(String.init): .array(members.map(\.1.json))
      case .members(let members): .object(members.map { ($0.0, $0.1.json) })
      }
    }
  }

  static func read(_ pairs: [(String, String)], _ nesting: String) -> JSON {
    var root = Node.members([])
    for (name, value) in pairs {
      let plain = nesting == "dots" ? name : name.replacing("]", with: "").replacing("[", with: ".")
      root.set(value, at: plain.split(separator: ".").map(String.init)[...])
    }
    return root.json
  }
}
