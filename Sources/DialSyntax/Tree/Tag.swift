/// The tags that are accepted, stored in one byte.
enum Tag: UInt8, Sendable, CaseIterable {
  case nonSpecific, string, int, float, bool, null, map, sequence

  /// The short form, such as `!!str`.
  var name: String {
    switch self {
    case .nonSpecific: "!"
    case .string: "!!str"
    case .int: "!!int"
    case .float: "!!float"
    case .bool: "!!bool"
    case .null: "!!null"
    case .map: "!!map"
    case .sequence: "!!seq"
    }
  }

  /// The tag of a short form (`!!str`) or a full one (`tag:yaml.org,2002:str`).
  init?(_ name: String) {
    let prefix = "tag:yaml.org,2002:"
    let short = name.hasPrefix(prefix) ? "!!" + name.dropFirst(prefix.count) : name
    guard let tag = Tag.allCases.first(where: { $0.name == short }) else { return nil }
    self = tag
  }

  /// True if a node of this kind may have the tag.
  func fits(_ content: Node.Content) -> Bool {
    switch (self, content) {
    case (.nonSpecific, _), (.map, .mapping), (.sequence, .sequence): true
    case (.string, .scalar), (.int, .scalar), (.float, .scalar), (.bool, .scalar), (.null, .scalar): true
    default: false
    }
  }
}
