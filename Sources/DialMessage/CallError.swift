public import DialJSON
package import DialModel
public import DialSyntax
public import HTTPTypes

/// The error of a call: what happened, its place in the spec, what was sent and what came back. It never contains secrets.
///
/// ```swift
/// do { try await users.getUser(id: 7) } catch {
///   if error.code == .status, error.status?.code == 404 { … }
/// }
/// ```
public struct CallError: Error, Sendable, CustomStringConvertible {
  /// The kind of an error; stable text for scripts.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word itself, such as `unknown-endpoint`.
    public let rawValue: String
    /// Creates a code with this word. A middleware can have its own codes.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The word itself.
    public var description: String { rawValue }

    /// Arguments are missing, unknown or invalid; nothing was sent.
    public static let arguments = Code(rawValue: "arguments")
    /// The spec has no endpoint of this name, or it is a group; nothing was sent.
    public static let unknownEndpoint = Code(rawValue: "unknown-endpoint")
    /// The signature of a request, or the types of an endpoint, are invalid; nothing was sent.
    public static let spec = Code(rawValue: "spec")
    /// A variable of the spec has no value.
    public static let variable = Code(rawValue: "variable")
    /// Credentials are missing.
    public static let credentials = Code(rawValue: "credentials")
    /// The status is not accepted.
    public static let status = Code(rawValue: "status")
    /// The connection failed, or broke before a response (refused, reset, host not found).
    public static let connect = Code(rawValue: "connect")
    /// TLS failed: the certificate, its name or the handshake.
    public static let tls = Code(rawValue: "tls")
    /// Connecting, reading or the whole call took too long.
    public static let timeout = Code(rawValue: "timeout")
    /// The response is not valid HTTP.
    public static let `protocol` = Code(rawValue: "protocol")
    /// The response ended too early.
    public static let truncated = Code(rawValue: "truncated")
    /// A redirect is not allowed, or there are too many (RFC 9110 section 15.4).
    public static let redirect = Code(rawValue: "redirect")
    /// A limit was exceeded: a size or a depth; pages that repeat or lead to another origin.
    public static let limit = Code(rawValue: "limit")
    /// The response does not fit its media type or its shape.
    public static let decoding = Code(rawValue: "decoding")
    /// The response differs from its declaration, and ``ResponseCheck/error`` is set.
    public static let contract = Code(rawValue: "contract")
    /// A codec could not write the body; nothing was sent.
    public static let encoding = Code(rawValue: "encoding")
    /// The selection of the result finds nothing.
    public static let selection = Code(rawValue: "selection")
    /// A wait timed out, or would before the next poll.
    public static let deadline = Code(rawValue: "deadline")
    /// The job that was waited for failed.
    public static let failed = Code(rawValue: "failed")
    /// The task of the call was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The web socket was closed by the program, or by the server with an error code.
    public static let closed = Code(rawValue: "closed")
    /// A file could not be read or written.
    public static let io = Code(rawValue: "io")
    /// A middleware threw its own error.
    public static let middleware = Code(rawValue: "middleware")
    /// The spec uses a feature that is not supported.
    public static let unsupported = Code(rawValue: "unsupported")
    /// There is no usable cached response, and the server must not be asked; nothing was sent.
    public static let cacheMiss = Code(rawValue: "cache-miss")
    /// A recording has no response to the request.
    public static let replay = Code(rawValue: "replay")
  }

  /// The kind of the error.
  public var code: Code
  /// The name of the endpoint with its groups, such as `admin.ban`.
  public var endpoint: String
  /// One sentence or, for arguments, one per line; in lowercase, without a full stop.
  public var message: String
  /// What to do. Setting it discards the hint of the command.
  public var hint: String? { didSet { commandHint = nil } }
  /// The hint of the command; ``hint`` names the API of Swift.
  package var commandHint: String?
  /// The place of the endpoint in the spec.
  public var location: SourceRange?
  /// The request that was sent, without secrets; nil if there was none.
  public var request: SentRequest?
  /// The status of a response that was rejected or could not be decoded (RFC 9110 section 15); otherwise nil.
  public var status: HTTPResponse.Status?
  /// The headers of a response that was rejected or could not be decoded; otherwise nil.
  public var headers: HTTPFields?
  /// The unchanged body of a response that was rejected or could not be decoded.
  public var body: [UInt8]?
  /// The body as the failure shape of the endpoint (`! APIError`); nil if none is declared or the body does not fit.
  public var failure: JSON?
  /// The wrong arguments; empty if something was sent.
  public var faults: [ArgumentFault] = []
  /// The differences between the response and its declaration, if a ``ResponseCheck`` asks for them; otherwise empty.
  public var contract: [ContractFault] = []
  /// The body, decoded by its media type; nil if it is empty, binary or invalid.
  package var content: JSON?
  /// The item of a list that is not what the spec declares.
  package var misfit: JSON?
  /// The number of attempts.
  public var attempts: Int
  /// The attempts before the last one, in order; empty if there was only one.
  public package(set) var earlier: [Attempt] = []
  /// The URL that failed, if redirects led to it from ``request``; without secrets.
  package var lastHop: String?
  /// The setting of the caller that caused the error.
  package var culprit: FailureCause?
  /// The body bytes that were sent.
  package var bytesSent: Int64 = 0
  /// Whether text from the server or the caller is already masked in the message and the hint. The rest is text of Dial, which contains
  /// no secret even if a password is a common word.
  package var isMasked = false
  /// What the transport set as ``mayPass``; nil if nothing.
  var wasPassing: Bool?

  /// A request as text that is safe to print.
  public struct SentRequest: Sendable, Hashable {
    /// The method, such as `GET`.
    public var method: String
    /// The absolute URL without secrets.
    public var url: String
    /// One `[name, value]` per header field, in the order sent, without secrets.
    public var headers: [[String]]
  }

  /// Creates an error for a middleware or a transport. The call fills in an empty endpoint and a missing location.
  public init(
    _ code: Code, _ message: String, endpoint: String = "", hint: String? = nil, location: SourceRange? = nil, attempts: Int = 0
  ) {
    self.code = code
    self.message = message
    self.endpoint = endpoint
    self.hint = hint
    self.location = location
    self.attempts = attempts
  }

  /// An error with a hint for programs and one for the command.
  package init(
    _ code: Code, _ message: String, endpoint: String = "", hint: String?, commandHint: String?, location: SourceRange? = nil,
    attempts: Int = 0
  ) {
    self.init(code, message, endpoint: endpoint, hint: hint, location: location, attempts: attempts)
    self.commandHint = commandHint
  }

  /// `file:line:column: error: message [code]`, followed by the hint.
  public var description: String {
    var text = "error: \(message) [\(code.rawValue)]"
    if let location { text = "\(location.file.name):\(location.start.line):\(location.start.column): \(text)" }
    if let hint { text += "\n  \(hint)" }
    return text
  }
}

extension CallError {
  /// Converts the error of a transport.
  package init(_ fault: TransportError, endpoint: EndpointModel, attempts: Int) {
    self.init(Code(fault.kind), fault.message, endpoint: endpoint.name, location: endpoint.range, attempts: attempts)
    wasPassing = fault.mayPass
    let isFree = fault.isUntouched && fault.tries.givenUp == nil
    hint = isFree ? "call again; the server did not process the request" : Self.advice(fault.kind)
    bytesSent = fault.bytesSent
    (lastHop, culprit) = (fault.lastHop, fault.culprit)
    add(fault.tries)
  }

  /// Returns the hint for a kind of error.
  private static func advice(_ kind: TransportError.Kind) -> String? {
    switch kind {
    case .credentials: "put them into the URL of the proxy: http://USER:PASSWORD@HOST:PORT"
    case .coding: "to receive the encoded bytes, set an Accept-Encoding header that names this coding"
    default: nil
    }
  }
}

extension CallError.Code {
  /// Converts the kind of a transport error.
  package init(_ kind: TransportError.Kind) {
    self =
      switch kind {
      case .connect: .connect
      case .tls: .tls
      case .timeout: .timeout
      case .protocol: .protocol
      case .truncated: .truncated
      case .limit: .limit
      case .redirect: .redirect
      case .coding: .decoding
      case .credentials: .credentials
      case .io: .io
      case .cancelled: .cancelled
      }
  }
}
