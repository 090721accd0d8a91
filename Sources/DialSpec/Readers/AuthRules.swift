import DialModel
import DialSyntax

/// The rules of `auth:` that need other endpoints: those that fetch and renew a token are there, and can be called without it.
struct AuthRules {
  let findings: Findings

  func check(_ service: ServiceModel) {
    checkBase(service)
    let tokens = Self.distinct(service)
    if tokens.isEmpty { return }
    let endpoints = service.endpoints
    let shared = Self.shared(service)
    for token in tokens {
      for (key, call) in [("login", token.login), ("refresh", token.refresh)] {
        guard let call else { continue }
        NamedCallRules(findings: findings, id: .auth, key: key).check(call, among: endpoints, service)
        if let called = endpoints[call.endpoint] { check(called, key, call, of: token, endpoints, shared) }
      }
    }
  }

  /// A token, and the answer to a challenge, belong to one host.
  private func checkBase(_ service: ServiceModel) {
    guard service.baseTarget != nil else { return }
    var seen: Set<SourceRange> = []
    for endpoint in service.endpoints {
      switch endpoint.auth {
      case .token, .digest:
        guard let range = endpoint.auth.range, seen.insert(range).inserted else { continue }
        findings.error(
          .auth, "these credentials require a fixed host, but the host of 'base' contains arguments; use variables such as ${TENANT} instead",
          at: range)
      default: break
      }
    }
  }

  /// What fetches a token goes without it where a level gave it; one that asks for it by itself, or for one that asks for it, never starts.
  private func check(
    _ called: EndpointModel, _ key: String, _ call: NamedCall, of token: TokenModel, _ endpoints: Endpoints,
    _ shared: Set<SourceRange>
  ) {
    for needed in called.auth.tokens {
      if needed.isSame(as: token) {
        if shared.contains(needed.range) { continue }
        findings.error(.auth, "'\(key)' calls '\(called.name)', which requires the same token; set 'auth: none' on '\(called.name)'", at: call.range)
      } else if reaches(token, from: needed, endpoints) {
        findings.error(
          .auth, "'\(key)' calls '\(called.name)', whose token is fetched with this token; set 'auth: none' on '\(called.name)'", at: call.range,
          notes: [.init("its token is declared here", range: needed.range)])
      }
    }
  }

  private func reaches(_ goal: TokenModel, from start: TokenModel, _ endpoints: Endpoints) -> Bool {
    var seen: Set<SourceRange> = []
    var waiting = [start]
    while let token = waiting.popLast() {
      guard seen.insert(token.range).inserted else { continue }
      for needed in token.endpoints.flatMap({ endpoints[$0]?.auth.tokens ?? [] }) where !needed.isSame(as: token) {
        if needed.isSame(as: goal) { return true }
        waiting.append(needed)
      }
    }
    return false
  }

  private static func distinct(_ service: ServiceModel) -> [TokenModel] {
    var seen: Set<SourceRange> = []
    return service.endpoints.flatMap(\.auth.tokens).filter { seen.insert($0.range).inserted }
  }

  /// Those that a level hands down: more than one endpoint has them, or the service.
  private static func shared(_ service: ServiceModel) -> Set<SourceRange> {
    var counts: [SourceRange: Int] = [:]
    for token in service.endpoints.flatMap(\.auth.tokens) { counts[token.range, default: 0] += 1 }
    var shared = Set(counts.filter { $0.value > 1 }.keys)
    shared.formUnion(service.level.auth.tokens.map(\.range))
    return shared
  }
}
