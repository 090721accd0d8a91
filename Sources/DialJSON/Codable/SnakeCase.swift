/// The names of snake case.
enum SnakeCase {
  /// `push_reply_me` as `pushReplyMe`. Underscores at the ends stay, as does a name without one inside.
  static func camel(_ name: String) -> String {
    let isBlank: (Character) -> Bool = { $0 == "_" }
    guard let start = name.firstIndex(where: { !isBlank($0) }), let end = name.lastIndex(where: { !isBlank($0) }) else {
      return name
    }
    let words = name[start...end].split(separator: "_")
    guard words.count > 1, let first = words.first else { return name }
    let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst().lowercased() }
    return name[..<start] + first.lowercased() + rest.joined() + name[name.index(after: end)...]
  }
}
