package import HTTPTypes

/// Why a request got no complete response. `kind` decides the exit code and whether a retry can help.
public struct TransportError: Error, Sendable, Hashable {
  /// The kind of the error; the raw value is a stable word.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// The connection failed, or broke before a response (refused, reset, host not found).
    case connect
    /// The certificate, its host name or the handshake is invalid.
    case tls
    /// Connecting, reading or the whole call took too long.
    case timeout
    /// The response is not valid HTTP (RFC 9112).
    case `protocol`
    /// The response ended before its announced end.
    case truncated
    /// A limit was exceeded: the size of the head, the body or the decompressed body.
    case limit
    /// A redirect is not allowed, or there are too many.
    case redirect
    /// The content coding is unknown.
    case coding
    /// A proxy rejected the credentials, or requires some.
    case credentials
    /// A local file could not be read or written.
    case io
    /// The task was cancelled.
    case cancelled
  }

  /// The kind of the error.
  public var kind: Kind
  /// What happened, with the address or the numbers; in lowercase, without a full stop.
  public var message: String
  /// Whether the same request can succeed later.
  public var mayPass: Bool
  package var bytesSent: Int64 = 0
  /// Whether the server says that it did not process the request (RFC 9113 section 8.7), so it can be repeated.
  package var isUntouched = false
  /// Whether the transport has repeated the unprocessed request by itself, which counts as a retry.
  package var wasRepeated = false
  /// Not a byte of the request was written: another try cannot act twice, whatever the method.
  package var isUnsent = false
  /// Whether a retry would fail in the same way, because a recording has no other response.
  package var isLastKnown = false
  /// Whether a redirect to another origin has removed the Idempotency-Key.
  package var hasLostKey = false
  /// The URL that failed, after redirects.
  package var lastHop: String?
  package var culprit: FailureCause?
  /// What the caller can do; nil if nothing more is known than the kind.
  package var hint: String?
  /// The attempts before this one.
  package var tries = AttemptLog()
  /// The head of the response whose body broke off.
  package var head: Head?
  /// Where a redirect to another method had led before it failed.
  package var moved: MovedRequest?

  package struct Head: Sendable, Hashable {
    let status: HTTPResponse.Status
    let headers: HTTPFields

    package init(_ status: HTTPResponse.Status, _ headers: HTTPFields) { (self.status, self.headers) = (status, headers) }
  }

  /// Creates an error; the message is in lowercase, without a full stop. By default, errors of kind `connect`, `timeout` and `truncated`
  /// are temporary.
  public init(_ kind: Kind, _ message: String, mayPass: Bool? = nil) {
    self.kind = kind
    self.message = message
    self.mayPass = mayPass ?? TransientError.isPassing(kind)
  }

  /// Returns the error with the setting that caused it.
  package func about(_ culprit: FailureCause?) -> Self {
    var copy = self
    copy.culprit = culprit
    return copy
  }
}

/// The cause of an error, or the setting of the caller that caused it, for the code that knows how the caller set it.
package enum FailureCause: Sendable, Hashable {
  /// The base that the caller passed is not valid.
  case givenBase(String)
  /// The response body exceeds the limit in memory.
  case bodySize
  /// The request body, such as that of a pipe, can be read only once.
  case singleBody
  /// The file to write already exists.
  case existingFile(String)
  /// A file cannot be written.
  case unwritableFile
  /// The proxy, not the server.
  case proxy
  /// The address of a proxy is malformed.
  case proxyAddress
  /// A file that cannot be used: trusted certificates, client certificate, key.
  case trustFile, certificateFile, keyFile
  /// The client key is encrypted, and its password is missing: the value of this variable, if the spec names one.
  case keyPassword(variable: String?)
  /// The certificate of the server is not trusted.
  case trust
  /// The server requires a client certificate, or another one.
  case clientCertificate
  /// The server does not use TLS.
  case withoutTLS
  /// The process has too many open files.
  case openFiles
}
