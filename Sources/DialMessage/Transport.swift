package import DialModel

/// Sends a bound request to a server, and returns the response when its head arrives; ``Response/body`` is read in pieces.
///
/// A transport does not follow redirects or retry, and decodes only the transfer and content coding. It should throw a ``TransportError``;
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
  /// What policies have to know about the transport. A transport around another one returns the traits of that one; others need not
  /// implement this.
  var traits: TransportTraits { get }
}

extension Transport {
  /// The traits of a transport that reaches a service and has no credentials of its own.
  public var traits: TransportTraits { TransportTraits() }
}

/// What the policies of a call have to know about a transport.
///
/// A transport around another one passes them on:
///
/// ```swift
/// struct Logged: Transport {
///   let inner: any Transport
///   var traits: TransportTraits { inner.traits }
///   func send(_ request: PreparedRequest) async throws -> Response {
///     print(request.url)
///     return try await inner.send(request)
///   }
/// }
/// ```
public struct TransportTraits: Sendable {
  // Values, not protocols: a cast to a protocol searches all conformances of the program, a third of the work of a small command.
  /// The path of the certificate that the transport presents to every server, for the cache.
  package var certificate: String?
  /// What proxies get, which no output shows.
  package var secrets: [String] = []
  /// How policies apply to a transport without a service, such as a mock: it issues no tokens, checks none, and needs no pauses.
  package var offline: Offline?
  /// Run tasks in the threads of the connections.
  package var executors: [any TaskExecutor] = []

  package init(
    certificate: String? = nil, secrets: [String] = [], offline: Offline? = nil, executors: [any TaskExecutor] = []
  ) {
    (self.certificate, self.secrets, self.offline, self.executors) = (certificate, secrets, offline, executors)
  }
}

/// The path of the certificate that the transport presents to every server.
package enum TransportCertificate: MessageContextKey { package typealias Value = String }

/// How policies apply if there is no service.
package enum Offline: Sendable {
  /// Mocks are retried only on request: another attempt gets the next mock of the list.
  case mocks
  /// A recording may know the calls that fetch a token. It is retried as long as it has another response, because its attempts were
  /// recorded, too.
  case recording
}

/// Code between the binder and the transport. It can change the request or the response, respond itself, or call `next` several times.
///
/// ```swift
/// users.use("log") { request, next in
///   let response = try await next(request)
///   print(request.method, request.url, response.status.code)
///   return response
/// }
/// ```
public typealias Middleware = @Sendable (PreparedRequest, Next) async throws -> Response

/// The rest of the chain.
public struct Next: Sendable {
  private let run: @Sendable (PreparedRequest) async throws -> Response

  package init(_ run: @escaping @Sendable (PreparedRequest) async throws -> Response) { self.run = run }

  /// Passes the request to the next middleware, finally to the transport. You can call it several times, or not at all.
  public func callAsFunction(_ request: PreparedRequest) async throws -> Response { try await run(request) }

  /// Returns the chain with one more middleware around it.
  package func wrapped(by middleware: @escaping Middleware) -> Next {
    Next { request in try await middleware(request, self) }
  }

  /// Returns the chain with these middlewares around it, the first one outermost.
  package func wrapped(by middlewares: [Middleware]) -> Next {
    middlewares.reversed().reduce(self) { next, middleware in next.wrapped(by: middleware) }
  }
}

/// A middleware around each request that is sent, including redirects and retries, to add values for that request only.
package enum EachRequest: MessageContextKey { package typealias Value = Middleware }

/// The TLS rules of the spec for a call, including its redirects.
package final class TLSRules: MessageContextKey {
  package let model: TLSModel
  /// The origin of the client certificate, which is a credential of `base`.
  private let rule: CrossOriginRule
  private let password: Password

  /// The password of the client key.
  package enum Password: Sendable {
    case none
    case text(String)
    /// This variable of it has no value.
    case missing(variable: String)

    /// Fills the variables of a password in.
    package init(_ text: Text?, _ value: (String) -> String?) {
      guard let text else {
        self = .none
        return
      }
      if let missing = text.variables.first(where: { value($0) == nil }) {
        self = .missing(variable: missing)
        return
      }
      self = .text(
        text.pieces.reduce(into: "") { whole, piece in
          switch piece {
          case .literal(let part): whole += part
          case .variable(let name): whole += value(name) ?? ""
          case .argument, .generated: break
          }
        })
    }
  }

  /// - Parameter value: returns the value of a variable.
  package convenience init(_ model: TLSModel, rule: CrossOriginRule, value: (String) -> String? = { _ in nil }) {
    self.init(model, rule: rule, Password(model.client?.password, value))
  }

  private init(_ model: TLSModel, rule: CrossOriginRule, _ password: Password) {
    (self.model, self.rule, self.password) = (model, rule, password)
  }

  /// Returns the same rules with the client certificate for another origin.
  package func presented(by rule: CrossOriginRule) -> TLSRules { TLSRules(model, rule: rule, password) }

  /// Returns the client certificate for the server of a URL, and the password of its key.
  package func client(for url: String) -> (files: TLSModel.Client, password: Password)? {
    guard let client = model.client, !rule.contains(url) else { return nil }
    return (client, password)
  }

  /// Returns the rules of an endpoint, or of the whole service, for requests to a base; nil if there are none.
  package convenience init?(of endpoint: EndpointModel?, in service: ServiceModel, base: String, value: (String) -> String?) {
    guard let model = endpoint.map(\.policy.tls) ?? service.level.policy.tls else { return nil }
    self.init(model, rule: CrossOriginRule(origin: Origin(base), trustedHosts: []), value: value)
  }
}

extension PreparedRequest {
  package var tls: TLSRules? {
    get { context[TLSRules.self] }
    set { context[TLSRules.self] = newValue }
  }
}
