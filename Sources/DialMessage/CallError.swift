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
public struct CallError: Error, Sendable {
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
    /// The response differs from its declaration, and `ResponseCheck.error` is set.
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
    /// The WebSocket was closed by the program, or by the server with an error code.
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
  /// What to do.
  public var hint: String? {
    get { remedy?.hint }
    set { remedy = newValue.map { .text($0) } }
  }
  /// What to do, as data: Swift and the command word it differently.
  package var remedy: Remedy?
  /// The place of the endpoint in the spec.
  public var location: SourceRange?
  /// The request that was sent, without secrets; nil if there was none.
  public var request: SentRequest?
  /// The status of a response that was rejected, could not be decoded, or whose body broke off (RFC 9110 section 15); otherwise nil.
  public var status: HTTPResponse.Status?
  /// The headers of a response that was rejected, could not be decoded, or whose body broke off; otherwise nil.
  public var headers: HTTPFields?
  /// The body of a response that was rejected or could not be decoded, without secrets.
  public var body: [UInt8]?
  /// The body as the failure shape of the endpoint (`! APIError`); nil if none is declared or the body does not fit.
  public var failure: JSON?
  /// The wrong arguments; empty if something was sent.
  public var faults: [ArgumentFault] = []
  /// The differences between the response and its declaration, if a `ResponseCheck` asks for them; otherwise empty.
  public var contract: [ContractFault] = []
  /// The body, decoded by its media type; nil if it is empty, binary or invalid.
  package var content: JSON?
  /// The item of an array that differs from the declaration.
  package var misfit: JSON?
  /// The number of attempts.
  public var attempts: Int
  /// The attempts before the last one, in order; empty if there was only one.
  public package(set) var earlier: [Attempt] = []
  /// The URL that failed, if redirects led to it from ``request``; without secrets.
  package var lastHop: String?
  package var culprit: FailureCause?
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
    self.init(code, message, endpoint: endpoint, remedy: hint.map { .text($0) }, location: location, attempts: attempts)
  }

  /// Creates an error with a remedy that Swift and the command word differently.
  package init(
    _ code: Code, _ message: String, endpoint: String = "", remedy: Remedy?, location: SourceRange? = nil, attempts: Int = 0
  ) {
    self.code = code
    self.message = message
    self.endpoint = endpoint
    self.remedy = remedy
    self.location = location
    self.attempts = attempts
  }

  /// Creates an error of an endpoint, at its place in the spec.
  package init(_ code: Code, _ message: String, of endpoint: EndpointModel, hint: String? = nil, attempts: Int = 0) {
    self.init(code, message, endpoint: endpoint.name, hint: hint, location: endpoint.range, attempts: attempts)
  }

  /// `file:line:column: error: message [code]`, followed by the hint.
  public var description: String {
    var text = "error: \(message) [\(code.rawValue)]"
    if let location { text = "\(location.file.name):\(location.start.line):\(location.start.column): \(text)" }
    if let hint { text += "\n  \(hint)" }
    return text
  }

  package init(_ fault: TransportError, endpoint: EndpointModel, attempts: Int) {
    self.init(Code(fault.kind), fault.message, of: endpoint, attempts: attempts)
    wasPassing = fault.mayPass
    let isFree = fault.isUntouched && fault.tries.givenUp == nil
    hint = isFree ? "call again; the server did not process the request" : fault.hint ?? Self.advice(fault.kind)
    bytesSent = fault.bytesSent
    (lastHop, culprit) = (fault.lastHop, fault.culprit)
    (status, headers) = (fault.head?.status, fault.head?.headers)
    add(fault.tries)
  }

  private static func advice(_ kind: TransportError.Kind) -> String? {
    switch kind {
    case .credentials: "put them into the URL of the proxy: http://USER:PASSWORD@HOST:PORT"
    case .coding: "to receive the encoded bytes, set an Accept-Encoding header that names this coding"
    default: nil
    }
  }
}

extension CallError.Code {
  package init(_ kind: TransportError.Kind) { self = kind == .coding ? .decoding : Self(rawValue: kind.rawValue) }
}

/// One wrong argument of a call. All of them are reported together, before anything is sent.
///
/// ```swift
/// do { try await users.create(emial: "a@b.c") } catch {
///   for fault in error.faults { print(fault.kind, fault.name ?? "") }   // unknown emial, missing email
/// }
/// ```
public struct ArgumentFault: Sendable, Hashable {
  /// The kind of a fault; stable text for programs.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word itself, such as `missing`.
    public let rawValue: String
    /// Creates a kind with this word.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The word itself.
    public var description: String { rawValue }

    /// A required argument is missing, or null where null is not allowed.
    public static let missing = Kind(rawValue: "missing")
    /// The name is unknown.
    public static let unknown = Kind(rawValue: "unknown")
    /// The name exists in several locations.
    public static let ambiguous = Kind(rawValue: "ambiguous")
    /// An argument, or a body field, occurs twice.
    public static let repeated = Kind(rawValue: "repeated")
    /// The value does not have the declared type.
    public static let type = Kind(rawValue: "type")
    /// The type is right, but the value is not allowed: it is not one of the declared ones, or would break a URL or a header.
    public static let value = Kind(rawValue: "value")
    /// The value has too many bytes.
    public static let size = Kind(rawValue: "size")
    /// The value cannot be sent there: a file in a query, a member beside a whole body, a secret to another origin.
    public static let place = Kind(rawValue: "place")
    /// A file cannot be read.
    public static let file = Kind(rawValue: "file")
    /// A variable of the spec has no value, or an invalid one.
    public static let variable = Kind(rawValue: "variable")
    /// The base is missing or invalid.
    public static let base = Kind(rawValue: "base")
    /// A header or a query item in the options of the call is invalid.
    public static let option = Kind(rawValue: "option")
    /// The spec itself declares something that cannot be sent.
    public static let spec = Kind(rawValue: "spec")
  }

  /// The kind.
  public var kind: Kind
  /// The name of the argument as it was passed, otherwise of the parameter, the variable or the option; nil if there is none.
  public var name: String?
  /// The location of the argument: `path`, `query`, `header`, `cookie`, `field`, `part`, `body` or `template`; nil if unknown.
  public var place: String?
  /// One sentence in lowercase, without a full stop and without secrets.
  public var message: String
  /// The most similar known name.
  public var suggestion: String?
  /// Where the parameter is declared; nil if it is not.
  public var location: SourceRange?
  package var culprit: FailureCause?
  /// Whether the location is that of a rule, which says more than the line of the endpoint.
  package var isAtRule = false

  /// Creates a fault.
  public init(_ kind: Kind, _ name: String?, _ message: String, suggestion: String? = nil) {
    self.kind = kind
    self.name = name
    self.message = message
    self.suggestion = suggestion
  }

  package init(_ kind: Kind, _ parameter: ParameterModel, _ message: String) {
    self.init(kind, parameter.name, message)
    place = parameter.place.rawValue
    location = parameter.range
  }
}

/// One difference between a response and its declaration.
public struct ContractFault: Sendable, Hashable {
  /// The maximum number per response; a last one says that there are more.
  package static let limit = 100

  /// A JMESPath expression such as `list[1].name`, relative to the result (after `@`), or to the whole body for a repeated name. Empty
  /// for the whole.
  public var path: String
  /// What is wrong, in lowercase and without a full stop.
  public var message: String
  /// The place of the declaration in a document; nil for a type of a spec.
  public var location: SourceRange?

  /// Creates a fault.
  public init(path: String, message: String, location: SourceRange? = nil) {
    self.path = path
    self.message = message
    self.location = location
  }

  /// Returns a sentence about all faults, and one line for each if there are several.
  package static func lines(_ faults: [ContractFault], of what: String = "the response") -> [String] {
    if faults.count == 1 { return ["\(what) does not match the spec: \(faults[0].message)"] }
    let count = faults.count > limit ? "more than \(limit)" : "\(faults.count)"
    return ["\(what) does not match the spec in \(count) places"] + faults.map(\.message)
  }

  /// Returns the first hundred, and one that says that there are more.
  package static func limited(_ faults: [ContractFault]) -> [ContractFault] {
    if faults.count <= limit { return faults }
    return faults.prefix(limit) + [rest]
  }

  /// Represents the faults that are not listed.
  package static let rest = ContractFault(path: "", message: "only the first \(limit) places are listed")
}

extension Secrets {
  package func redact(_ faults: [ContractFault]) -> [ContractFault] {
    if faults.isEmpty || values.isEmpty { return faults }
    let mask = mask()
    return faults.map { ContractFault(path: mask.redact($0.path), message: mask.redact($0.message), location: $0.location) }
  }
}

/// Describes why a response rejected the credentials of its request, and what to do.
package struct CredentialRefusal: MessageContextKey {
  package var remedy: Remedy
  package var wasSent = true

  package init(_ remedy: Remedy, wasSent: Bool = true) {
    self.remedy = remedy
    self.wasSent = wasSent
  }
}

extension Response {
  /// Why rejected credentials are not tried again.
  package var refusal: CredentialRefusal? {
    get { context[CredentialRefusal.self] }
    set { context[CredentialRefusal.self] = newValue }
  }
}
