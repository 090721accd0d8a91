public import DialJSON
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
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// Arguments that are missing, unknown or do not fit; nothing was sent.
    public static let arguments = Code(rawValue: "arguments")
    public static let unknownEndpoint = Code(rawValue: "unknown-endpoint")
    /// A variable of the spec has no value.
    public static let variable = Code(rawValue: "variable")
    /// Credentials are missing.
    public static let credentials = Code(rawValue: "credentials")
    /// The status of the reply is not accepted.
    public static let status = Code(rawValue: "status")
    public static let connect = Code(rawValue: "connect")
    public static let tls = Code(rawValue: "tls")
    public static let timeout = Code(rawValue: "timeout")
    /// The answer breaks the rules of HTTP.
    public static let `protocol` = Code(rawValue: "protocol")
    /// The answer ended too early.
    public static let truncated = Code(rawValue: "truncated")
    public static let redirect = Code(rawValue: "redirect")
    /// A bound was passed: size, depth.
    public static let limit = Code(rawValue: "limit")
    /// The reply is not what its media type or its shape says.
    public static let decoding = Code(rawValue: "decoding")
    /// The path of the result finds nothing.
    public static let selection = Code(rawValue: "selection")
    public static let cancelled = Code(rawValue: "cancelled")
    /// A file could not be read or written.
    public static let io = Code(rawValue: "io")
    /// A middleware threw an error of its own.
    public static let middleware = Code(rawValue: "middleware")
    /// The spec asks for what this version cannot do yet.
    public static let unsupported = Code(rawValue: "unsupported")
  }

  public var code: Code
  /// With its groups, such as `admin.ban`.
  public var endpoint: String
  /// One sentence or, for arguments, one a line; lower case, no full stop.
  public var message: String
  /// What to do about it.
  public var hint: String?
  /// Where the endpoint stands in its spec.
  public var location: SourceRange?
  /// The request as it was sent, secrets redacted; nil where none was made.
  public var request: SentRequest?
  public var status: HTTPResponse.Status?
  public var headers: HTTPFields?
  /// The body of a refused or undecodable reply, as it came.
  public var body: [UInt8]?
  /// The body as the endpoint's failure shape (`! APIError`); nil where none is declared or the body does not fit.
  public var failure: JSON?
  /// How often the request was sent.
  public var attempts: Int

  /// What was sent, as text that may be shown.
  public struct SentRequest: Sendable, Hashable {
    public var method: String
    public var url: String
    public var headers: [[String]]
  }

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
    let code: Code =
      switch fault.kind {
      case .connect: .connect
      case .tls: .tls
      case .timeout: .timeout
      case .protocol: .protocol
      case .truncated: .truncated
      case .limit: .limit
      case .redirect: .redirect
      case .coding: .decoding
      case .io: .io
      case .cancelled: .cancelled
      }
    self.init(code, fault.message, endpoint: endpoint.name, location: endpoint.range, attempts: attempts)
  }
}
