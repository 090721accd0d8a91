import DialMessage
import HTTPTypes

extension CachedCall {
  /// Returns the directives of the request; `Pragma: no-cache` counts if there are none (RFC 9111 section 5.4).
  static func directives(_ request: PreparedRequest) -> CacheControl {
    if request.headers[.cacheControl] == nil, let pragma = HTTPField.Name("Pragma") {
      return CacheControl(request.headers[values: pragma].contains { $0.lowercased().contains("no-cache") } ? "no-cache" : "")
    }
    return CacheControl(request.headers)
  }

  /// Whether the request can use the response to an equal one that is in progress. False if it insists on the server or has its own
  /// conditions.
  static func mayJoin(_ request: PreparedRequest, _ mode: CacheMode) -> Bool {
    guard mode == .standard || mode == .preferCache, request.method == .get else { return false }
    return request.headers[.cacheControl] == nil && request.headers[.range] == nil && !Preconditions.has(request)
  }

  /// A kept answer with the lifetime that the spec gives, counted from when it came.
  static func lasting(_ reply: StoredReply, _ request: PreparedRequest) -> StoredReply {
    guard let lifetime = request.policy.cacheLifetime, (200..<300).contains(reply.status) else { return reply }
    var reply = reply
    reply.lifetime = Freshness(reply, at: reply.answered).age + lifetime / .seconds(1)
    return reply
  }

  /// Adds the directives for caches between client and server.
  static func insisting(_ request: PreparedRequest, _ mode: CacheMode) -> PreparedRequest {
    guard request.headers[.cacheControl] == nil else { return request }
    var request = request
    request.headers[.cacheControl] = mode == .reload ? "no-cache" : "max-age=0"
    return request
  }

  /// Whether the error is an outage of the server. Errors of the caller and of middlewares are not replaced by a cached response.
  static func isOutage(_ error: any Error) -> Bool {
    if let error = error as? TransportError { return [.connect, .timeout, .truncated, .protocol].contains(error.kind) }
    if let error = error as? CallError { return [.connect, .timeout, .truncated, .protocol].contains(error.code) }
    return false
  }

  /// Whether a secret can be read in an answer.
  static func shows(_ secrets: Secrets, _ reply: StoredReply) -> Bool {
    guard !secrets.values.isEmpty else { return false }
    return secrets.redact(reply.body) != reply.body || reply.headers.contains { secrets.redact($0.value) != $0.value }
  }

  /// The range of a cached response that a request asks for; nil for the whole.
  static func part(of reply: StoredReply, _ request: PreparedRequest) -> Range<Int>? {
    guard let range = request.headers[.range], request.method == .get, reply.status == 200 else { return nil }
    return ByteRange.bytes(range, of: reply.body.count)
  }

  /// Whether a cached response contains what is requested: all of it, or a range.
  static func holds(_ reply: StoredReply, _ request: PreparedRequest) -> Bool {
    request.headers[.range] == nil || request.headers[.ifRange] == nil && part(of: reply, request) != nil
  }

  static func miss(_ request: PreparedRequest, _ why: String) -> CallError {
    CallError(
      .cacheMiss, "no usable cached response for '\(request.endpoint)': \(why)",
      hint: "to send the request, call without 'only-cache'")
  }

  /// Returns a cached response as the response of this call.
  static func response(_ reply: StoredReply, _ use: CacheUse, _ request: PreparedRequest) -> Response {
    var headers = reply.headers
    if let age = HTTPField.Name("Age"), use.kind != .confirmed { headers[age] = "\(use.age.components.seconds)" }
    if use.kind != .confirmed {
      let hidden = CacheControl(headers).fields("no-cache")
      if !hidden.isEmpty { headers = HTTPFields(headers.filter { !hidden.contains($0.name.canonicalName) }) }
    }
    var response = Response(status: .init(code: reply.status), headers: headers, url: request.url)
    response.cache = use
    if Preconditions.has(request), reply.status == 200, Preconditions.isKnown(request, reply) == true {
      response.status = .notModified
    } else if let range = part(of: reply, request) {
      return ByteRange.cut(response, reply.body, range)
    } else if request.method != .head {
      response.body = ResponseBody(reply.body)
    }
    return response
  }
}
