import DialSyntax

/// Endpoints that a member of `Client` hides in Swift; they are called as `users["name"](…)`.
enum HiddenNames {
  static let members: Set<String> = [
    "call", "prepare", "start", "download", "stream", "events", "bytes", "pages", "items", "poll", "connect", "endpoint", "send", "use",
    "on", "tokens",
    "codecs", "cache", "cookieJar", "cancelAll", "spec", "base", "variables",
  ]

  static func check(_ name: String, at range: SourceRange, _ findings: Findings) {
    guard members.contains(name) else { return }
    findings.note(.hiddenName, "in Swift a member of Client hides '\(name)': call it as users[\"\(name)\"](…)", at: range)
  }
}
