/// Sends a bound request to a server and returns the response.
///
/// A transport streams: it returns the head when it arrives, and
/// ``Response/body`` is read in pieces. Events, downloads and whole bodies use the same code. A transport does not follow redirects or retry, and decodes only the transfer and content coding. It should throw a ``TransportError``;
/// any other error is reported as that of a middleware.
///
/// ```swift
/// struct Canned: Transport {
///   func send(_ request: PreparedRequest) async throws -> Response {
///     Response(status: .ok, headers: [.contentType: "application/json"], body: .init([UInt8]("{}".utf8)))
///   }
/// }
/// ```
public protocol Transport: Sendable {
  /// Sends one request and returns its response, whatever the status, when the head has arrived. Throws if there is no response.
  func send(_ request: PreparedRequest) async throws -> Response
}

/// A transport that can present its own certificate to every server. The request does not contain it, but the cache needs it.
package protocol CertifiedTransport: Transport {
  /// The path of the certificate; nil if there is none.
  var clientCertificate: String? { get }
}

extension PreparedRequest {
  private enum CertificateKey: MessageContextKey { typealias Value = String }

  /// The path of the certificate that the transport presents to every server; nil if there is none.
  package var certificate: String? {
    get { context[CertificateKey.self] }
    set { context[CertificateKey.self] = newValue }
  }
}

/// A transport without a service, such as a mock: it issues no tokens, checks none, and needs no pauses.
package protocol OfflineTransport: Transport {
  /// Whether it can respond to the calls that fetch a token, as a recording may.
  var mayKnowTokens: Bool { get }
}

/// How policies apply if there is no service.
package enum Offline {
  /// Mocks are retried only on request: another attempt gets the next mock of the list.
  case mocks
  /// A recording is retried as long as it has another response, because its attempts were recorded, too.
  case recording

  package init?(_ transport: any Transport) {
    guard let transport = transport as? any OfflineTransport else { return nil }
    self = transport.mayKnowTokens ? .recording : .mocks
  }
}

extension Response {
  private enum LastKnownKey: MessageContextKey { typealias Value = Bool }

  /// Whether the recording has no other response, so a retry would get the same one.
  package var isLastKnown: Bool {
    get { context[LastKnownKey.self] ?? false }
    set { context[LastKnownKey.self] = newValue ? true : nil }
  }
}
