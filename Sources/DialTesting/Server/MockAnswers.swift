import Dial

/// The responses of a ``MockServer``: the mock of the endpoint, or the response of its upstream.
struct MockAnswers: Sendable {
  /// A response and its endpoint.
  struct Answer: Sendable {
    var response: LoopbackResponse
    var endpoint: String?
    /// The path of the request without secrets.
    var path = ""

    init(_ response: LoopbackResponse, of endpoint: String? = nil) { (self.response, self.endpoint) = (response, endpoint) }
  }

  let router: MockRouter
  let secrets: MockSecrets
  let transport: any Transport
  /// The service to forward requests to; nil for mocks.
  let upstream: MockUpstream?
  /// The base of the service; nil if the spec has none.
  let service: String?
  let log: RequestLog?
  /// Words the remedy of an error for the reader of the response.
  let wording: @Sendable (Remedy) -> String?
  private static let longestPath = 8 << 10
  /// The fields that tell where a body ends, which its sender knows. Those of a mock are for HEAD, whose response has no body.
  private static let framing: Set<HTTPField.Name> = [.contentLength, .transferEncoding]

  /// Returns the path of a request that reaches no endpoint, without secrets.
  func path(of request: LoopbackRequest) -> String { secrets.secrets(of: request).redact(MockRouter.split(request.target).path) }

  func answer(_ request: LoopbackRequest) async -> Answer {
    let path = MockRouter.split(request.target).path
    if let refusal = refusal(request) { return Answer(refusal) }
    guard path.utf8.count <= Self.longestPath else { return Answer(.fault(414, "too_long", "the path is longer than 8 KiB")) }
    let outcome = path == "*" ? nil : router.route(request)
    let found =
      if case .endpoint(let model, let values, _)? = outcome { secrets.secrets(of: request, model, path: values) } else {
        secrets.secrets(of: request)
      }
    var answer = await answer(request, outcome, found)
    answer.path = found.redact(path)
    return answer
  }

  /// Rejects a request for another server (RFC 9112 section 3.2.2), or with a foreign Host, which a web page may send (DNS rebinding).
  private func refusal(_ request: LoopbackRequest) -> LoopbackResponse? {
    if let mark = request.target.firstRange(of: "://"), !request.target.hasPrefix("/") {
      let host = Origin(request.target)?.host
      if let host, Loopback.contains(host) || router.hosts.contains(host) { return nil }
      let name = host ?? String(request.target[mark.upperBound...].prefix { $0 != "/" && $0 != "?" })
      return .fault(421, "misdirected", "this server does not serve '\(name)' and is not a proxy")
    }
    guard upstream != nil else { return nil }
    for (name, value) in request.headers where name.lowercased() == "host" {
      if let host = Origin("http://" + value)?.host, Loopback.contains(host) { continue }
      return .fault(421, "misdirected", "the Host '\(value)' is not this server; use 127.0.0.1 or localhost")
    }
    return nil
  }

  private func answer(_ request: LoopbackRequest, _ outcome: MockRouter.Outcome?, _ secrets: Secrets) async -> Answer {
    let (path, query) = MockRouter.split(request.target)
    if let upstream {
      let model: EndpointModel? = if case .endpoint(let model, _, _)? = outcome { model } else { nil }
      let origin = model.flatMap { router.origins[$0.name] }
      if origin == nil, let model, model.target.isAbsolute {
        return Answer(
          .fault(501, "no_host", "cannot forward the request, because the host of '\(model.name)' is known only in a call"), of: model.name)
      }
      let rest = origin == nil && router.isBelow(path) ? String(path.dropFirst(router.prefix.count)) : path
      var sent = upstream.request(request, origin: origin, path: rest, query: query, of: model)
      sent.secrets = secrets
      sent.context[BodyHoldsSecret.self] = model.map(self.secrets.mayStandInBody) ?? false
      if case .named? = model?.encoding { sent.context[BodyIsCoded.self] = true }
      return Answer(await response(to: sent, of: request), of: model?.name)
    }
    switch outcome {
    case .endpoint(let model, _, let faults): return await mocked(request, model, faults, secrets)
    case .method(let allowed):
      let allow = [("Allow", allowed.joined(separator: ", "))]
      if request.method == "OPTIONS" { return Answer(LoopbackResponse(status: 204, headers: allow)) }
      return Answer(
        .fault(
          405, "method_not_allowed", "no endpoint has the method \(request.method) at this path; available: \(allow[0].1)", headers: allow))
    case .nothing(let nearest):
      let near = nearest.map { "; did you mean \($0)?" } ?? (router.isBelow(path) ? "" : "; paths start with '\(router.prefix)'")
      return Answer(.fault(404, "not_found", "no endpoint has the path '\(path)'\(near)"))
    case nil: return Answer(LoopbackResponse(status: 204))
    }
  }

  private func mocked(_ request: LoopbackRequest, _ model: EndpointModel, _ faults: [String], _ secrets: Secrets) async -> Answer {
    if model.isSocket {
      return Answer(.fault(501, "no_mock", "'\(model.name)' is a WebSocket, which mocks do not support"), of: model.name)
    }
    guard model.anyMock(router.types) != nil else { return Answer(.fault(501, "no_mock", "'\(model.name)' has no 'mock'"), of: model.name) }
    guard faults.isEmpty else {
      let message = "the request does not match '\(model.name)': \(faults.joined(separator: "; "))"
      return Answer(.fault(400, "invalid", message, faults: faults), of: model.name)
    }
    var policy = PreparedRequest.Policy()
    // The client decides how long to wait.
    policy.readTimeout = .seconds(36_500 * 86_400)
    let fields = HTTPFields(received: request.headers)
    var sent = PreparedRequest(
      // A HEAD gets the head of the response to GET.
      endpoint: model.name, method: request.method == "HEAD" ? .get : HTTPRequest.Method(request.method) ?? .get,
      url: request.origin + request.target, headers: fields, body: request.size == 0 ? .none : .bytes(request.body), policy: policy)
    sent.secrets = secrets
    return Answer(await response(to: sent, of: request), of: model.name)
  }

  private func response(to sent: PreparedRequest, of request: LoopbackRequest) async -> LoopbackResponse {
    if !sent.endpoint.isEmpty { log?.append(sent) }
    do {
      let response = try await transport.send(sent)
      let server = request.origin + router.prefix
      let headers =
        upstream?.headers(response, toBase: server)
        ?? response.headers.filter { request.method == "HEAD" || !Self.framing.contains($0.name) }
        .map { field in (field.name.rawName, MockAddresses(service: service, server: server).value(field, router)) }
      return LoopbackResponse(response, headers: headers)
    } catch let error as TransportError where error.kind == .io {
      return .fault(500, "io", error.message)
    } catch let error as TransportError {
      return await LoopbackResponse.failing(error.kind)
    } catch let error as CallError {
      let hint = error.remedy.flatMap(wording).map { "; \($0)" } ?? ""
      return .fault(upstream == nil ? 500 : 502, error.code.rawValue, error.message + hint)
    } catch {
      return .dropped
    }
  }
}

extension LoopbackResponse {
  /// Returns an error of the server itself, as JSON with the reason.
  static func fault(
    _ status: Int, _ code: String, _ message: String, faults: [String] = [], headers: [(String, String)] = []
  ) -> LoopbackResponse {
    var members: [(String, JSON)] = [("error", .string(code)), ("message", .string(message))]
    if !faults.isEmpty { members.append(("faults", .array(faults.map(JSON.string)))) }
    return LoopbackResponse(
      status: status, headers: [("Content-Type", "application/json")] + headers, body: JSONWriter.bytes(.object(members)))
  }

  /// Creates a response from that of a transport.
  init(_ response: Response, headers fields: [(String, String)]) {
    let end = response.context[BodyEnd.self]
    if end == nil, let bytes = response.body.whole {
      self.init(status: response.status.code, headers: fields, body: bytes)
    } else {
      self.init(status: response.status.code, headers: fields, stream: response.body) {
        end.map { $0().trailers.map { ($0.name.rawName, $0.value) } } ?? []
      }
    }
  }

  /// Returns the response for a network failure of this kind.
  static func failing(_ kind: TransportError.Kind) async -> LoopbackResponse {
    switch kind {
    case .timeout:
      // Ends when the client disconnects or the server stops.
      try? await Task.sleep(for: .seconds(36_500 * 86_400))
      return .dropped
    case .truncated:
      let body = ResponseBody(Array("{".utf8), failingWith: CancellationError())
      return LoopbackResponse(headers: [("Content-Type", "application/json"), ("Content-Length", "100")], stream: body)
    case .protocol: return LoopbackResponse(headers: [("Content-Length", "none")])
    default: return .dropped
    }
  }
}

extension LoopbackRequest {
  /// The origin that the client used.
  fileprivate var origin: String { "http://\(header("host") ?? "127.0.0.1")" }
}
