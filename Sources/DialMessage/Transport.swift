/// What carries a bound request to a server and brings back its answer.
///
/// A transport streams: the head is returned as soon as it is there, and ``Response/body`` is read piece by piece, so that
/// events, downloads and whole bodies share one way. It follows no redirect, retries nothing and decodes no content but its
/// transfer and content coding. What it throws is best a ``TransportError``; any other error counts as a
/// middleware's.
///
/// ```swift
/// struct Canned: Transport {
///   func send(_ request: PreparedRequest) async throws -> Response {
///     Response(status: .ok, headers: [.contentType: "application/json"], body: .init([UInt8]("{}".utf8)))
///   }
/// }
/// ```
public protocol Transport: Sendable {
  /// Sends one request and gives its answer, whatever the status, once the head is there. Throws where no answer comes.
  func send(_ request: PreparedRequest) async throws -> Response
}

/// A transport that may show a certificate of its own to every server: nothing else of a request tells whose answers it gets then.
package protocol CertifiedTransport: Transport {
  /// The file of the certificate; nil where it shows none.
  var clientCertificate: String? { get }
}

extension PreparedRequest {
  private enum CertificateKey: MessageContextKey { typealias Value = String }

  /// The file of the certificate that the transport shows to every server; nil where it shows none, or where nobody asks.
  package var certificate: String? {
    get { context[CertificateKey.self] }
    set { context[CertificateKey.self] = newValue }
  }
}

/// A transport behind which there is no service: it neither gives tokens nor asks for one, and nothing has to be waited for.
package protocol OfflineTransport: Transport {
  /// Whether it may have answers to the calls that fetch a token, as a recording has.
  var mayKnowTokens: Bool { get }
}

/// What of the policies is left where there is no service.
package enum Offline {
  /// A mock is asked again only where somebody asks for retries: another try is answered by the next one of its list.
  case mocks
  /// A recording is asked again for as long as it has another answer: its tries were recorded, too.
  case recording

  package init?(_ transport: any Transport) {
    guard let transport = transport as? any OfflineTransport else { return nil }
    self = transport.mayKnowTokens ? .recording : .mocks
  }
}

extension Response {
  private enum LastKnownKey: MessageContextKey { typealias Value = Bool }

  /// Another try would be answered in the same way: a recording has no other answer.
  package var isLastKnown: Bool {
    get { context[LastKnownKey.self] ?? false }
    set { context[LastKnownKey.self] = newValue ? true : nil }
  }
}
