package import DialSyntax

/// What `cookies` says: whether the cookies of servers are kept, and which domain's hosts may share them.
package struct CookieModel: Sendable, Hashable {
  package var isKept: Bool
  /// In lower case; nil where each cookie stays with its host.
  package var domain: String?
  /// Where the spec names the domain.
  package var range: SourceRange?

  package init(isKept: Bool, domain: String? = nil, range: SourceRange? = nil) {
    self.isKept = isKept
    self.domain = domain
    self.range = range
  }

  /// Whether a host is the domain itself or below it.
  package static func covers(_ domain: String, _ host: String) -> Bool { host == domain || host.hasSuffix("." + domain) }

  /// What is wrong with a domain, or nil. A name of one label belongs to a registry, and an address has no hosts below it.
  package static func fault(ofDomain text: String) -> String? {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
    }
    guard isName, let last = labels.last, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return "expected a domain such as 'example.com', found '\(text)'"
    }
    return labels.count > 1
      ? nil : "'\(text)' must have at least two parts; write a domain such as 'example.com'"
  }
}
