import DialModel
import DialSyntax

/// Checks that the credentials in `auth` can be sent: to a known host, and by at least one endpoint.
struct CredentialReach {
  private let service: ServiceModel
  private let endpoints: [EndpointModel]
  /// Whether there are more endpoints, which inherit the credentials of the service.
  private let hasMore: Bool
  private let findings: Findings

  init(_ service: ServiceModel, of endpoints: [EndpointModel], hasMore: Bool = false, findings: Findings) {
    (self.service, self.endpoints, self.hasMore, self.findings) = (service, endpoints, hasMore, findings)
  }

  func check() {
    checkHost()
    checkTargets()
  }

  /// A stored token belongs to one host.
  private func checkHost() {
    guard service.baseTarget?.hasArgumentInHost ?? false else { return }
    var seen: Set<SourceRange> = []
    for endpoint in endpoints where !endpoint.auth.tokens.isEmpty {
      guard let range = endpoint.auth.range, seen.insert(range).inserted else { continue }
      findings.error(
        .auth,
        "a stored token requires a fixed host, but the host of 'base' contains arguments; use variables such as ${TENANT} instead",
        at: range)
    }
  }

  /// Credentials are never sent if all endpoints with them have a target at another origin than that of the base.
  private func checkTargets() {
    // In most specs, all endpoints are at the base.
    guard endpoints.contains(where: { foreignHost($0) != nil }) else { return }
    var order: [SourceRange] = []
    var hosts: [SourceRange: String?] = [:]
    for endpoint in endpoints {
      guard let range = endpoint.auth.range, !hasMore || range != service.level.auth.range else { continue }
      let host = foreignHost(endpoint)
      if hosts[range] == nil { order.append(range) }
      hosts[range] = .some(hosts[range].map { $0 == nil ? nil : host } ?? host)
    }
    for range in order {
      guard case .some(.some(let host)) = hosts[range] else { continue }
      let reason = service.base == nil ? "the spec has no 'base'" : "no endpoint with them is at the origin of 'base'"
      findings.warning(
        .noEffect, "the credentials in 'auth' are never sent, because \(reason); to allow it, add 'redirects: {trust: [\(host)]}'",
        at: range)
    }
  }

  /// Returns the host of an absolute target that does not get credentials; nil if it does, or if its host is not known.
  private func foreignHost(_ endpoint: EndpointModel) -> String? {
    guard let there = endpoint.target.fixedOrigin else { return nil }
    var own: Origin?
    if let base = service.base {
      if let target = service.baseTarget {
        own = target.fixedOrigin
      } else {
        guard let text = base.literal, let origin = Origin(text) else { return nil }
        own = origin
      }
    }
    let foreign = CrossOriginRule(origin: own, trustedHosts: endpoint.policy.trustedHosts ?? [])
    return foreign.contains("\(there.text)/") ? there.host : nil
  }
}
