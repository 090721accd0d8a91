import DialSyntax

/// A file of another format, told as a whole: its keys one by one would say nothing.
enum ForeignDocument {
  private static let marks: [(key: String, name: String)] = [
    ("openapi", "an OpenAPI document"), ("swagger", "an OpenAPI document"), ("asyncapi", "an AsyncAPI document"),
  ]

  /// Whether the file is one, which is a finding.
  static func isFound(_ entries: [Entry], _ findings: Findings) -> Bool {
    guard !entries.contains(where: { ["endpoints", "groups", "overlay"].contains($0.name) }),
      let (entry, name) = entries.lazy.compactMap({ entry in marks.first { $0.key == entry.name }.map { (entry, $0.name) } }).first
    else { return false }
    findings.error(
      .unknownKey, "this file is \(name), not a Dial spec; a spec has 'endpoints:' with lines such as 'list: GET /users'",
      at: entry.key.range)
    return true
  }
}
