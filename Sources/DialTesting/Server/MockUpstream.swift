import DialHTTP
import DialMessage
import DialModel
import HTTPTypes

/// Forwards requests to a real service, or to a recording of one, and returns its responses.
struct MockUpstream: Transport {
  /// The base of the service.
  let base: String
  let transport: any Transport
  let service: ServiceModel

  /// Headers of a single connection, and those that the transport writes itself.
  private static let ownFields: Set = [
    "connection", "keep-alive", "proxy-connection", "proxy-authorization", "proxy-authenticate", "te", "trailer", "transfer-encoding",
    "upgrade", "host", "content-length", "expect", "accept-encoding",
  ]

  /// - Parameters:
  ///   - origin: replaces the base, for an absolute target.
  ///   - path: the path below the base.
  func request(_ request: LoopbackRequest, origin: String?, path: String, query: String, of model: EndpointModel?) -> PreparedRequest {
    let url = (origin ?? base).trimmed + (path.hasPrefix("/") || path.isEmpty ? path : "/" + path) + (query.isEmpty ? "" : "?" + query)
    let lines = request.headers.filter { !Self.ownFields.contains($0.name.lowercased()) }
    var sent = PreparedRequest(
      endpoint: model?.name ?? "", method: HTTPRequest.Method(request.method) ?? .get, url: url, headers: HTTPFields(received: lines),
      body: request.size == 0 ? .none : .bytes(request.body))
    sent.policy.connectTimeout = model?.policy.connectTimeout ?? sent.policy.connectTimeout
    sent.policy.readTimeout = model?.policy.readTimeout ?? sent.policy.readTimeout
    sent.tls = TLSRules(of: model, in: service, base: base)
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

extension String {
  fileprivate var trimmed: String {
    var rest = self[...]
    while rest.last == "/" { rest.removeLast() }
    return String(rest)
  }
}
