import DialJSON
import DialMessage
import DialModel

/// The policies around the calls of a client, inside its own middlewares, outermost first.
///
/// Each is a middleware. A middleware that the program registers under the same name replaces it:
///
/// ```swift
/// users.use("retry") { request, next in try await next(request) }   // no retries
/// ```
package enum CallPolicy: String, CaseIterable, Sendable {
  case cache
  /// Adds credentials from a token store, a token server or a challenge.
  case auth
  /// Retries temporary failures. The policies below run again for each attempt.
  case retry
  case limit
  case redirects
  /// Stores cookies and sends them back, for each redirect.
  case cookies
  /// Compresses the body. Policies above see it uncompressed; a signature is made of what is sent.
  case compress

  /// Whether the handshake of a WebSocket uses it. A handshake is neither cached nor redirected.
  package var isForSockets: Bool {
    switch self {
    case .cache, .redirects, .compress: false
    case .auth, .retry, .limit, .cookies: true
    }
  }

  fileprivate func isGiven(_ endpoint: EndpointModel) -> Bool {
    switch self {
    case .cache, .auth, .cookies, .compress: true
    case .retry: endpoint.policy.retry != nil
    case .limit: endpoint.policy.limit != nil
    case .redirects: endpoint.policy.maxRedirects != nil || endpoint.policy.trustedHosts != nil
    }
  }

  /// Returns nil if the policy does nothing.
  fileprivate func text(_ endpoint: EndpointModel) -> String? {
    switch self {
    case .cache: endpoint.policy.cache.flatMap { $0 == "none" ? nil : endpoint.policy.cacheLifetime.map(DurationText.text) ?? $0 }
    case .auth: endpoint.auth.policyText
    case .retry: RetryRule(endpoint.policy.retry, accept: endpoint.policy.accept ?? .success).text(endpoint)
    case .limit: endpoint.policy.limit?.text
    case .redirects: redirects(endpoint.policy)
    case .cookies:
      endpoint.policy.keepsCookies ? "session" + (endpoint.policy.cookies?.domain.map { ", shared with all hosts in \($0)" } ?? "") : nil
    case .compress: endpoint.policy.compress == .gzip ? "gzip" : nil
    }
  }

  private func redirects(_ policy: PolicyModel) -> String {
    let maximum = policy.maxRedirects ?? PreparedRequest.Policy().maxRedirects
    guard maximum > 0 else { return "none" }
    let trusted = policy.trustedHosts ?? []
    return "\(maximum)" + (trusted.isEmpty ? "" : ", credentials are also sent to \(trusted.joined(separator: " "))")
  }
}

/// A description of one policy of an endpoint: `retry: 2, on 408 429 5xx network, 100ms..20s`.
package struct PolicyLine: Sendable, Hashable {
  package var name: String
  package var text: String
  /// Whether the spec sets it; otherwise it is the default.
  package var isGiven: Bool
}

extension EndpointModel {
  /// The policies of the endpoint, outermost first.
  package var policyLines: [PolicyLine] {
    CallPolicy.allCases.filter { !isSocket || $0.isForSockets }
      .compactMap { policy in policy.text(self).map { PolicyLine(name: policy.rawValue, text: $0, isGiven: policy.isGiven(self)) } }
  }

  /// Whether its requests have an Idempotency-Key, which the spec makes.
  package var hasIdempotencyKey: Bool {
    headers.contains { Self.isKey($0.name) } || parameters.contains { $0.place == .header && Self.isKey($0.wire) && $0.defaultValue != nil }
  }

  /// What the spec sends as Idempotency-Key, as it is written.
  package var idempotencyKeys: [String] {
    headers.filter { Self.isKey($0.name) }.map(\.value.spelling)
      + parameters.filter { $0.place == .header && Self.isKey($0.wire) }.map { parameter in
        switch parameter.defaultValue {
        case .json(let json)?: JSONWriter.text(json)
        case .text(let text)?: text.spelling
        case .generated(let word)?: word.rawValue
        case nil: ""
        }
      }
  }

  /// Whether the time is a part of the key, so that the same request has another key when it is made again.
  package var hasTimedIdempotencyKey: Bool {
    let isTimed = { (piece: Text.Piece) in if case .generated(let word) = piece { word != .uuid } else { false } }
    return headers.contains { Self.isKey($0.name) && $0.value.pieces.contains(where: isTimed) }
      || parameters.contains { parameter in
        guard parameter.place == .header, Self.isKey(parameter.wire) else { return false }
        return switch parameter.defaultValue {
        case .generated(let word)?: word != .uuid
        case .text(let text)?: text.pieces.contains(where: isTimed)
        default: false
        }
      }
  }

  private static func isKey(_ name: String) -> Bool { HeaderRules.lowered(name) == "idempotency-key" }
}

extension AuthModel {
  /// Returns nil if the binder has already added all credentials.
  fileprivate var policyText: String? {
    let texts = leaves.compactMap { credential in credential.authorizer.map { "\(credential.title), \($0.work(credential))" } }
    return texts.isEmpty ? nil : texts.distinct().joined(separator: "; ")
  }
}

extension RetryRule {
  fileprivate func text(_ endpoint: EndpointModel) -> String {
    guard max > 0 else { return "none" }
    let causes = [statuses?.text ?? "408 425 429 5xx", network ? "network" : ""].filter { !$0.isEmpty }.joined(separator: " ")
    let waits = "\(DurationText.text(backoff.first))..\(DurationText.text(backoff.maximum))"
    let isOnceOnly = !isUnsafe && !Methods.isIdempotent(endpoint.method) && !endpoint.hasIdempotencyKey
    return "\(max), on \(causes), \(waits)" + (isOnceOnly ? ", only with an Idempotency-Key header" : "")
  }
}

extension StatusSet {
  /// The statuses as text: `408 429 5xx`.
  package var text: String {
    isAny ? "any" : (codes.sorted().map(String.init) + classes.sorted().map { "\($0)xx" }).joined(separator: " ")
  }
}
