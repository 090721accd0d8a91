import DialSyntax

/// Endpoints that a member of `Client` hides in Swift; they are called as `users["name"](…)`.
enum ShadowedNames {
  static let members: Set<String> = [
    "call", "prepare", "start", "download", "stream", "events", "bytes", "pages", "items", "poll", "connect", "endpoint", "send", "use",
    "on", "tokens", "renew",
    "codecs", "cache", "cookieJar", "cancelAll", "spec", "base", "variables",
  ]

  /// A bit for each letter that one of them begins with, which rules most other names out.
  private static let initials = members.reduce(into: UInt32(0)) { $0 |= bit(of: $1) }

  private static func bit(of name: String) -> UInt32 { 1 << UInt32((name.utf8.first ?? 0) & 31) }

  static func check(_ name: String, at range: SourceRange, _ findings: Findings) {
    guard initials & bit(of: name) != 0, members.contains(name) else { return }
    let client = variable(for: findings.service)
    findings.note(.hiddenName, "in Swift, '\(name)' is hidden by a member of Client; call it as \(client)[\"\(name)\"](…)", at: range)
  }

  /// What a program may call the client of a service: `authTokens` for `auth-tokens`.
  private static func variable(for service: String) -> String {
    let words = service.split { !$0.isASCII || !$0.isLetter && !$0.isNumber }
    let name = words.enumerated().map { index, word -> String in
      let first = word.prefix(1)
      return (index == 0 ? first.lowercased() : first.uppercased()) + word.dropFirst()
    }
    return words.first?.first?.isLetter ?? false ? name.joined() : "client"
  }
}
