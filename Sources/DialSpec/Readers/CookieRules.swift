import DialModel
import DialSyntax

/// Whether the domain that `cookies` names is one of the service.
struct CookieRules {
  let findings: Findings

  func check(_ service: ServiceModel) {
    guard let base = service.base, let literal = base.literal, let home = Origin(literal) else { return }
    var seen: Set<SourceRange> = []
    for endpoint in service.endpoints where !endpoint.target.isAbsolute {
      guard let cookies = endpoint.policy.cookies, let domain = cookies.domain, let range = cookies.range,
        !CookieModel.covers(domain, home.host), seen.insert(range).inserted
      else { continue }
      findings.warning(
        .noEffect, "'\(domain)' has no effect, because the host of 'base', '\(home.host)', is not in this domain", at: range,
        notes: [.init("the host is declared here", range: base.range)])
    }
  }
}
