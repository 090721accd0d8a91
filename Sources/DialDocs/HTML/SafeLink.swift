import Dial

/// The links that a text of a spec can have: absolute ones with `http` or `https`, without a user, in printable ASCII.
enum SafeLink {
  private static let refused = Set("<>\"`{}|\\^".utf8)

  static func isSafe(_ url: String) -> Bool {
    guard ["https://", "http://"].contains(where: url.lowercased().hasPrefix), let parts = AbsoluteURL(url) else { return false }
    return !parts.authority.isEmpty && !parts.authority.contains("@")
      && url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F && !refused.contains($0) }
  }

  static func write(_ url: String, to markup: inout Markup, content: (inout Markup) -> Void) {
    markup.element("a", ("href", url), ("rel", "noopener noreferrer nofollow"), content: content)
  }
}
