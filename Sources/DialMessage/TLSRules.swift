package import DialModel

/// What the spec asks of the TLS connections of a call, on every hop of it.
package final class TLSRules: Sendable {
  package let model: TLSModel
  /// A client certificate is a credential: it belongs to the origin of `base`.
  private let home: ForeignRule

  package init(_ model: TLSModel, home: ForeignRule) {
    self.model = model
    self.home = home
  }

  /// The client certificate that the server of a URL may see.
  package func client(for url: String) -> TLSModel.Client? {
    guard let client = model.client, !home.contains(url) else { return nil }
    return client
  }
}

extension TLSRules {
  /// Those of an endpoint, or of the whole service where there is none, for requests to a base; nil where the spec asks for nothing.
  package convenience init?(of endpoint: EndpointModel?, in service: ServiceModel, base: String) {
    guard let model = endpoint.map(\.policy.tls) ?? service.level.policy.tls else { return nil }
    self.init(model, home: ForeignRule(home: Origin(base), trustedHosts: []))
  }
}

extension PreparedRequest {
  private enum TLSKey: MessageContextKey { typealias Value = TLSRules }

  /// What the spec asks of TLS; nil where it asks for nothing.
  package var tls: TLSRules? {
    get { context[TLSKey.self] }
    set { context[TLSKey.self] = newValue }
  }
}
