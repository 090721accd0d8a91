/// Why a request got no whole answer. `kind` decides the exit code and whether a retry may help.
public struct TransportError: Error, Sendable, Hashable {
  /// What went wrong; the raw value is a stable word.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// No connection, or it broke before an answer (refused, reset, name not found).
    case connect
    /// The certificate, its name or the handshake.
    case tls
    /// A timeout of connecting, reading or the whole call.
    case timeout
    /// The answer is not HTTP, or breaks its rules (RFC 9112).
    case `protocol`
    /// The answer ended before its announced end.
    case truncated
    /// A bound was passed: size of head, body or inflated body.
    case limit
    /// A redirect that may not be followed, or too many of them.
    case redirect
    /// A content coding that is not known.
    case coding
    /// A proxy wants other credentials than it got.
    case credentials
    /// A local file could not be read or written.
    case io
    /// The task that waited for the answer was cancelled.
    case cancelled
  }

  /// What went wrong.
  public var kind: Kind
  /// Lower case, no full stop: what happened, with the address or the numbers.
  public var message: String
  /// Whether the same request may well be answered when it is sent again.
  public var mayPass: Bool
  /// Bytes of the request's body that were sent all the same.
  package var bytesSent: Int64 = 0
  /// The server says that it did nothing of the request (RFC 9113 section 8.7): another try cannot act twice.
  package var isUntouched = false
  /// Another try would end in the same way: a recording has no other answer.
  package var isLastKnown = false
  /// A redirect to another origin has left the Idempotency-Key behind.
  package var hasLostKey = false
  /// The URL that failed, where redirects led to it.
  package var lastHop: String?
  /// What of the caller's choices it is about.
  package var culprit: FailureCause?
  /// The tries before this one.
  package var tries = AttemptLog()

  /// A failure; the message is lower case and has no full stop. Without `mayPass` the kind tells: a failure of kind `connect`, `timeout` or
  /// `truncated` may pass.
  public init(_ kind: Kind, _ message: String, mayPass: Bool? = nil) {
    self.kind = kind
    self.message = message
    self.mayPass = mayPass ?? TransientError.isPassing(kind)
  }

  /// The same, about one of the caller's choices.
  package func about(_ culprit: FailureCause?) -> Self {
    var copy = self
    copy.culprit = culprit
    return copy
  }
}

/// What of the caller's choices a failure of the transport is about, where it is about one: whoever knows where that was chosen says so.
package enum FailureCause: Sendable, Hashable {
  /// The proxy on the way to the server, and not the server.
  case proxy
  /// The text that names a proxy is malformed.
  case proxyAddress
  /// A file that cannot be used: of trusted certificates, of the client's certificate, of its key.
  case trustFile, certificateFile, keyFile
  /// The certificate of the server is not trusted.
  case trust
  /// The server wants a certificate of the client, or another one.
  case clientCertificate
}
