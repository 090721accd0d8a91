extension TargetModel {
  /// The target below the prefixes of its groups; an absolute one stands for itself.
  package func under(_ prefix: String) -> TargetModel {
    guard !isAbsolute, !prefix.isEmpty, let outer = try? URITemplate(target: prefix) else { return self }
    var target = self
    let path = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
    let isApart = text.isEmpty || text.hasPrefix("/") || text.hasPrefix("?") || text.hasPrefix("{?") || text.hasPrefix("{/")
    let head = path == prefix ? outer : (try? URITemplate(target: path)) ?? outer
    target.template.parts = head.parts + (isApart ? [] : [.literal("/")]) + template.parts
    target.text = path + (isApart ? "" : "/") + text
    return target
  }

}
