public import Dial

/// A server on 127.0.0.1 that responds from the mocks of a spec, for programs in other languages, or for your own with its real
/// transport.
///
/// ```swift
/// let server = try await MockServer(spec)
/// let users = Client(spec, base: server.base)
/// try await users.getUser(id: 7)
/// server.log.count(of: "getUser")   // 1
/// await server.stop()
/// ```
///
/// An unknown request gets a 404 or a 405, an endpoint without a mock a 501, and a request that does not fit its endpoint a 400 with the
/// reason. An `error` of a mock is a failure: `timeout` never responds, `truncated` breaks off, `protocol` sends invalid HTTP, and all
/// others close the connection. Lists of mocks continue from request to request.
public final class MockServer: Sendable {
  /// A request and its result.
  package struct LogEntry: Sendable {
    package var method: String
    /// The path without secrets.
    package var path: String
    package var endpoint: String?
    /// The status; nil if the connection ended without a response.
    package var status: Int?
    /// The time until the head of the response.
    package var time: Duration
  }

  private let server: LoopbackServer
  /// The base URL, with the path of the base of the spec: `http://127.0.0.1:40123/v1`.
  public let base: String
  /// The requests to endpoints as they arrived, without those that the server rejected, such as with a 404.
  public let log: RequestLog

  /// Starts the server. It stops with ``stop()``, or when it is released.
  ///
  /// - Parameters:
  ///   - port: the port on 127.0.0.1; 0 for a free one.
  ///   - base: replaces the base of the spec: all paths begin with its path, and an upstream is called there.
  ///   - upstream: responds instead of the mocks, such as a transport that records a real service.
  /// - Throws: a ``CallError`` with code `io` if the port is in use, or `spec` if an upstream has no usable base.
  public convenience init(
    _ spec: Spec, variables: Variables = [:], port: Int = 0, options: MockOptions = .init(), base: String? = nil,
    upstream: (any Transport)? = nil
  ) async throws(CallError) {
    try await self.init(
      spec, variables: variables, port: port, options: options, base: base, upstream: upstream, keepsLog: true, wording: \.hint,
      onAnswer: { _ in })
  }

  package init(
    _ spec: Spec, variables: Variables, port: Int, options: MockOptions, base given: String?, upstream: (any Transport)?, keepsLog: Bool,
    wording: @escaping @Sendable (Remedy) -> String?, onAnswer: @escaping @Sendable (LogEntry) -> Void
  ) async throws(CallError) {
    let router = MockRouter(spec, variables: variables, base: given)
    let scope = VariableScope(spec, variables)
    let service = given ?? scope.base()
    let log = RequestLog()
    let upstream = try upstream.map { transport throws(CallError) in
      MockUpstream(base: try Self.base(service), transport: transport, service: spec.service) { scope.value($0, in: .auth) }
    }
    let transport = UnreliableTransport(upstream ?? MockTransport(spec, variables: variables), options)
    let answers = MockAnswers(
      router: router, secrets: MockSecrets(spec.service, scope), transport: transport, upstream: upstream, service: service,
      log: keepsLog ? log : nil, wording: wording)
    do {
      server = try await LoopbackServer(
        port: port, bodyLimit: upstream == nil ? 16 << 20 : LoopbackServer.bodyLimit,
        discardsExcess: upstream == nil
      ) { request in
        let start = ContinuousClock.now
        let preflight = options.allowsOrigins ? CrossOrigin.preflight(request) : nil
        var answer = MockAnswers.Answer(preflight ?? LoopbackResponse(status: 0, headers: []))
        answer.path = answers.path(of: request)
        if preflight == nil { answer = await answers.answer(upstream == nil ? request.decoded : request) }
        if preflight == nil, options.allowsOrigins { answer.response = CrossOrigin.allowed(answer.response, request) }
        onAnswer(
          LogEntry(
            method: request.method, path: answer.path, endpoint: answer.endpoint,
            status: answer.response.status == 0 ? nil : answer.response.status, time: .now - start))
        return answer.response
      }
    } catch let fault as TransportError {
      var error = CallError(.io, fault.message)
      error.culprit = fault.culprit
      throw error
    } catch {
      throw CallError(.io, "cannot listen on port \(port) of 127.0.0.1; another program may be using it")
    }
    base = server.base + router.prefix
    self.log = log
  }

  private static func base(_ text: String?) throws(CallError) -> String {
    guard let text else { throw CallError(.spec, "the spec has no 'base' to forward requests to", hint: "set 'base' in the spec") }
    if let fault = BaseURL.fault(text, in: "'base'") { throw CallError(.spec, fault) }
    return UnixSocket.url(text)
  }

  /// Stops the server and closes all connections, including streams.
  public func stop() async { await server.stop() }

  /// Waits until ``stop()``. Cancelling the task stops the server.
  package func wait() async { await server.wait() }
}

/// Forwards requests to a real service, or to a recording of one, and returns its responses.
struct MockUpstream: Transport {
  let base: String
  let transport: any Transport
  let service: ServiceModel
  /// Returns the value of a variable of credentials.
  var variable: @Sendable (String) -> String? = { _ in nil }

  /// Headers of a single connection, and those that the transport writes itself.
  private static let ownFields: Set = [
    "connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate", "te", "trailer", "transfer-encoding",
    "upgrade", "host", "content-length", "expect",
  ]

  /// Creates the request for an endpoint; `origin` replaces the base, and `path` is below it.
  func request(_ request: LoopbackRequest, origin: String?, path: String, query: String, of model: EndpointModel?) -> PreparedRequest {
    let url =
      (origin ?? base).trimmingSlashes() + (path.hasPrefix("/") || path.isEmpty ? path : "/" + path) + (query.isEmpty ? "" : "?" + query)
    let lines = request.headers.filter { !Self.ownFields.contains($0.name.lowercased()) }
    var sent = PreparedRequest(
      endpoint: model?.name ?? "", method: HTTPRequest.Method(request.method) ?? .get, url: url, headers: HTTPFields(received: lines),
      body: request.size == 0 ? .none : .bytes(request.body))
    // The client decides about the coding, and gets the body as it came. A recording contains the codings that Dial can decode.
    sent.headers[.acceptEncoding] = ContentCodings.known(in: sent.headers[values: .acceptEncoding])
    sent.context[KeepsCodings.self] = true
    sent.policy.connectTimeout = model?.policy.connectTimeout ?? sent.policy.connectTimeout
    sent.policy.readTimeout = model?.policy.readTimeout ?? sent.policy.readTimeout
    sent.tls = TLSRules(of: model, in: service, base: base, value: variable)
    return sent
  }

  /// If the service does not respond, returns a response that says so.
  func send(_ request: PreparedRequest) async throws -> Response {
    do {
      return try await transport.send(request)
    } catch let error as TransportError where error.kind != .cancelled {
      throw CallError(CallError.Code(rawValue: error.kind.rawValue), error.message)
    }
  }

  /// Returns the headers of a response; addresses at the service become addresses at the server.
  func headers(_ response: Response, toBase server: String) -> [(String, String)] {
    let addresses = MockAddresses(service: base, server: server)
    return response.headers.filter { $0.name == .contentLength || !Self.ownFields.contains($0.name.canonicalName) }
      .map { ($0.name.rawName, addresses.value($0)) }
  }
}

/// Rewrites addresses in the head of a response: those of the service lead to the server.
struct MockAddresses: Sendable {
  /// The headers with an address; the last two are those of jobs.
  private static let fields: Set = ["location", "content-location", "operation-location", "azure-asyncoperation"]

  /// The base of the service without a trailing slash; nil if unknown.
  let service: String?
  let server: String

  init(service: String?, server: String) { (self.service, self.server) = (service?.trimmingSlashes(), server) }

  func value(_ field: HTTPField) -> String {
    switch field.name.canonicalName {
    case let name where Self.fields.contains(name): below(field.value) ?? field.value
    case "link": link(field.value)
    default: field.value
    }
  }

  /// Rewrites a header of a mock, which can name the target of an endpoint without the path of the base, as the spec does.
  func value(_ field: HTTPField, _ router: MockRouter) -> String {
    guard Self.fields.contains(field.name.canonicalName) else { return value(field) }
    if let address = below(field.value) { return address }
    let path = atOrigin(field.value) ?? field.value
    guard path.hasPrefix("/"), !path.hasPrefix("//") else { return field.value }
    return router.prefix.isEmpty || router.hasPath(path) || !router.hasPath(router.prefix + path) ? path : router.prefix + path
  }

  /// Rewrites an address below the base of the service.
  private func below(_ url: String) -> String? {
    guard let service, !service.isEmpty, url.hasPrefix(service) else { return nil }
    let rest = url.dropFirst(service.count)
    return rest.isEmpty || rest.first == "/" || rest.first == "?" ? server + rest : nil
  }

  /// Returns the path of an address at the origin of the service.
  private func atOrigin(_ url: String) -> String? {
    guard let service, let origin = Origin(service), let parts = AbsoluteURL(url), Origin(parts) == origin else { return nil }
    return parts.rest.isEmpty ? nil : String(parts.rest)
  }

  private func link(_ value: String) -> String {
    guard let service, !service.isEmpty else { return value }
    return ["/", "?", ">"].reduce(value) { $0.replacing("<\(service)\($1)", with: "<\(server)\($1)") }
  }
}

extension MockServer: SecretHolder {
  /// The base of the server.
  public var description: String { "MockServer(\(base))" }
}
