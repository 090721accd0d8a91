package import DialModel

/// The TLS rules of the spec for a call, including its redirects.
package final class TLSRules: Sendable {
  package let model: TLSModel
  /// The origin of the client certificate, which is a credential of `base`.
  private let home: ForeignRule

  package init(_ model: TLSModel, home: ForeignRule) {
    self.model = model
    self.home = home
  }

  /// Returns the client certificate for the server of a URL.
  package func client(for url: String) -> TLSModel.Client? {
    guard let client = model.client, !home.contains(url) else { return nil }
    return client
  }
}

extension TLSRules {
  /// Returns the rules of an endpoint, or of the whole service, for requests to a base; nil if there are none.
  package convenience init?(of endpoint: EndpointModel?, in service: ServiceModel, base: String) {
    guard let model = endpoint.map(\.policy.tls) ?? service.level.policy.tls else { return nil }
    self.init(model, home: ForeignRule(home: Origin(base), trustedHosts: []))
  }
}

extension PreparedRequest {
  private enum TLSKey: MessageContextKey { typealias Value = TLSRules }

  /// The TLS rules of the spec; nil if there are none.
  package var tls: TLSRules? {
    get { context[TLSKey.self] }
    set { context[TLSKey.self] = newValue }
  }
}
