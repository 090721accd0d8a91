import DialSyntax

/// Endpoints with the name of a member of `Client`; in Swift, call them with `users["name"](…)`.
enum ShadowedNames {
  static let members: Set<String> = [
    "call", "prepare", "start", "download", "stream", "events", "bytes", "pages", "items", "poll", "connect", "endpoint", "send", "use",
    "on", "tokens", "renew",
    "codecs", "cache", "cookieJar", "cancelAll", "spec", "base", "variables",
  ]

  /// One bit for each first letter of these names, which excludes most others.
  private static let initials = members.reduce(into: UInt32(0)) { $0 |= bit(of: $1) }

  private static func bit(of name: String) -> UInt32 { 1 << UInt32((name.utf8.first ?? 0) & 31) }

  static func check(_ name: String, at range: SourceRange, _ findings: Findings) {
    guard initials & bit(of: name) != 0, members.contains(name) else { return }
    findings.note(.hiddenName, "in Swift a member of Client hides '\(name)': call it as users[\"\(name)\"](…)", at: range)
  }
}
