package import DialSyntax

/// What `cookies` says: whether the cookies of servers are kept, and which domain may have them in common.
package struct CookieModel: Sendable, Hashable {
  package var isKept: Bool
  /// In lower case; nil where each cookie stays with the host that set it.
  package var domain: String?
  /// Where the spec names the domain.
  package var range: SourceRange?

  package init(isKept: Bool, domain: String? = nil, range: SourceRange? = nil) {
    self.isKept = isKept
    self.domain = domain
    self.range = range
  }

  /// Whether the domain takes in a host: it is its name, or stands above it.
  package static func covers(_ domain: String, _ host: String) -> Bool { host == domain || host.hasSuffix("." + domain) }

  /// Why a text is no domain that hosts may share, or nil: a name of one label is that of a registry, and an address has nothing below it.
  package static func fault(ofDomain text: String) -> String? {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    let isName = labels.allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x5F }
    }
    guard isName, let last = labels.last, !last.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return "'\(text)' is no domain such as example.com"
    }
    return labels.count > 1
      ? nil : "'\(text)' is a name of one label, and no service owns what is below it: name a domain such as example.com"
  }
}
