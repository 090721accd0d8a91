public import DialJSON
package import DialModel
public import DialSyntax
public import HTTPTypes

/// Why a call gave no result: what happened, where in the spec, what was sent and what came back. Secrets are never in it.
///
/// ```swift
/// do { try await users.getUser(id: 7) } catch {
///   if error.code == .status, error.status?.code == 404 { … }
/// }
/// ```
public struct CallError: Error, Sendable, CustomStringConvertible {
  /// What kind of failure it is; stable text that scripts may rely on.
  public struct Code: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word itself, such as `unknown-endpoint`.
    public let rawValue: String
    /// A code of this word; a middleware may have codes of its own.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The word itself.
    public var description: String { rawValue }

    /// Arguments that are missing, unknown or do not fit; nothing was sent.
    public static let arguments = Code(rawValue: "arguments")
    /// The spec has no endpoint of this name, or the name is that of a group; nothing was sent.
    public static let unknownEndpoint = Code(rawValue: "unknown-endpoint")
    /// The signature of a request, or the types of an endpoint, do not fit; nothing was sent.
    public static let spec = Code(rawValue: "spec")
    /// A variable of the spec has no value.
    public static let variable = Code(rawValue: "variable")
    /// Credentials are missing.
    public static let credentials = Code(rawValue: "credentials")
    /// The status of the reply is not accepted.
    public static let status = Code(rawValue: "status")
    /// No connection, or it broke before an answer (refused, reset, name not found).
    public static let connect = Code(rawValue: "connect")
    /// TLS failed: the certificate, its name or the handshake.
    public static let tls = Code(rawValue: "tls")
    /// The time for connecting, for reading or for the whole call ran out.
    public static let timeout = Code(rawValue: "timeout")
    /// The answer breaks the rules of HTTP.
    public static let `protocol` = Code(rawValue: "protocol")
    /// The answer ended too early.
    public static let truncated = Code(rawValue: "truncated")
    /// A redirect that may not be followed, or too many of them (RFC 9110 section 15.4).
    public static let redirect = Code(rawValue: "redirect")
    /// A bound was passed: size, depth; pages that go in a circle, or to another origin.
    public static let limit = Code(rawValue: "limit")
    /// The reply is not what its media type or its shape says.
    public static let decoding = Code(rawValue: "decoding")
    /// The reply breaks its contract, and ``ResponseCheck/error`` was asked for.
    public static let contract = Code(rawValue: "contract")
    /// A codec could not write the body; nothing was sent.
    public static let encoding = Code(rawValue: "encoding")
    /// The path of the result finds nothing.
    public static let selection = Code(rawValue: "selection")
    /// The time of a wait is over, or would be before the next look.
    public static let deadline = Code(rawValue: "deadline")
    /// What was waited for has failed.
    public static let failed = Code(rawValue: "failed")
    /// The task of the call was cancelled.
    public static let cancelled = Code(rawValue: "cancelled")
    /// The web socket is closed: by this side, or by the server with a code that is no normal end.
    public static let closed = Code(rawValue: "closed")
    /// A file could not be read or written.
    public static let io = Code(rawValue: "io")
    /// A middleware threw an error of its own.
    public static let middleware = Code(rawValue: "middleware")
    /// The spec asks for what this version cannot do yet.
    public static let unsupported = Code(rawValue: "unsupported")
    /// No answer is kept that could be given, and the server may not be asked; nothing was sent.
    public static let cacheMiss = Code(rawValue: "cache-miss")
    /// A recording has no answer to the request.
    public static let replay = Code(rawValue: "replay")
  }

  /// What kind of failure it is.
  public var code: Code
  /// With its groups, such as `admin.ban`.
  public var endpoint: String
  /// One sentence or, for arguments, one a line; lower case, no full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// What the command says in the place of the hint, which names the API of Swift.
  package var commandHint: String?
  /// Where the endpoint stands in its spec.
  public var location: SourceRange?
  /// The request as it was sent, secrets redacted; nil where none was made.
  public var request: SentRequest?
  /// The status of a refused or undecodable reply (RFC 9110 section 15); nil for any other failure.
  public var status: HTTPResponse.Status?
  /// The field lines of a refused or undecodable reply; nil for any other failure.
  public var headers: HTTPFields?
  /// The body of a refused or undecodable reply, as it came.
  public var body: [UInt8]?
  /// The body as the endpoint's failure shape (`! APIError`); nil where none is declared or the body does not fit.
  public var failure: JSON?
  /// What is wrong with what the call was given, one by one; empty where something was sent.
  public var faults: [ArgumentFault] = []
  /// In what the reply is not as the spec declares it, where a ``ResponseCheck`` asks for that; else empty.
  public var contract: [ContractFault] = []
  /// The body by its media type; nil where it is empty, bytes, or not what its type says.
  package var content: JSON?
  /// How often the request was sent.
  public var attempts: Int
  /// The tries before the last one, in order; empty where there was one.
  public package(set) var earlier: [Attempt] = []
  /// The URL that failed, where redirects led to it from ``request``; secrets redacted.
  package var lastHop: String?
  /// What of the caller's choices it is about.
  package var culprit: FailureCause?
  /// Bytes of bodies that were sent.
  package var bytesSent: Int64 = 0
  /// Whether what a server or a caller said is masked in message and hint already. The rest are words of Dial, which hold no secret even
  /// where a password is one of them.
  package var isMasked = false
  /// What the transport said of ``mayPass``; nil where it said nothing.
  var wasPassing: Bool?

  /// What was sent, as text that may be shown.
  public struct SentRequest: Sendable, Hashable {
    /// The method, such as `GET`.
    public var method: String
    /// The absolute URL, secrets redacted.
    public var url: String
    /// One `[name, value]` for each field line in the order sent, secrets redacted.
    public var headers: [[String]]
  }

  /// An error to be thrown by a middleware or a transport. An empty endpoint and a location of nil are filled in by the call.
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

  /// `file:line:column: error: message [code]`, and the hint.
  public var description: String {
    var text = "error: \(message) [\(code.rawValue)]"
    if let location { text = "\(location.file.name):\(location.start.line):\(location.start.column): \(text)" }
    if let hint { text += "\n  \(hint)" }
    return text
  }
}

extension CallError {
  /// What a transport threw, as an error of a call.
  package init(_ fault: TransportError, endpoint: EndpointModel, attempts: Int) {
    self.init(Code(fault.kind), fault.message, endpoint: endpoint.name, location: endpoint.range, attempts: attempts)
    wasPassing = fault.mayPass
    let isFree = fault.isUntouched && fault.tries.givenUp == nil
    hint = isFree ? "the server did nothing of the request: it may be sent again" : Self.advice(fault.kind)
    bytesSent = fault.bytesSent
    (lastHop, culprit) = (fault.lastHop, fault.culprit)
    add(fault.tries)
  }

  /// What to do about it, where the kind alone tells.
  private static func advice(_ kind: TransportError.Kind) -> String? {
    switch kind {
    case .credentials: "they stand in the URL of the proxy: http://USER:PASSWORD@HOST:PORT"
    case .coding: "a header Accept-Encoding that names it asks for the bytes as they come"
    default: nil
    }
  }
}

extension CallError.Code {
  /// What a failure of the transport is to the call.
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
