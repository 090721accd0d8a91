import DialMessage
import HTTPTypes

extension CachedCall {
  /// Those of the request; where it has none, `Pragma: no-cache` is one (RFC 9111 section 5.4).
  static func directives(_ request: PreparedRequest) -> CacheControl {
    if request.headers[.cacheControl] == nil, let pragma = HTTPField.Name("Pragma") {
      return CacheControl(request.headers[values: pragma].contains { $0.lowercased().contains("no-cache") } ? "no-cache" : "")
    }
    return CacheControl(request.headers)
  }

  /// Whether the answer to another call like it would do: not to one that insists on the server, or has conditions of its own.
  static func mayJoin(_ request: PreparedRequest, _ mode: CacheMode) -> Bool {
    guard mode == .standard || mode == .preferCache, request.method == .get else { return false }
    return request.headers[.cacheControl] == nil && request.headers[.range] == nil && !Preconditions.has(request)
  }

  /// What caches on the way are to do, too.
  static func insisting(_ request: PreparedRequest, _ mode: CacheMode) -> PreparedRequest {
    guard request.headers[.cacheControl] == nil else { return request }
    var request = request
    request.headers[.cacheControl] = mode == .reload ? "no-cache" : "max-age=0"
    return request
  }

  /// Whether the server is to blame: what the caller ended, and what a middleware threw, is not covered up.
  static func isOutage(_ error: any Error) -> Bool {
    if let error = error as? TransportError { return [.connect, .timeout, .truncated, .protocol].contains(error.kind) }
    if let error = error as? CallError { return [.connect, .timeout, .truncated, .protocol].contains(error.code) }
    return false
  }

  /// Whether a credential of the request can be read in its answer.
  static func shows(_ secrets: Secrets, _ reply: StoredReply) -> Bool {
    guard !secrets.values.isEmpty else { return false }
    return secrets.redact(reply.body) != reply.body || reply.headers.contains { secrets.redact($0.value) != $0.value }
  }

  /// The part of a kept answer that a request asks for; nil for the whole.
  static func part(of reply: StoredReply, _ request: PreparedRequest) -> Range<Int>? {
    guard let range = request.headers[.range], request.method == .get, reply.status == 200 else { return nil }
    return ByteRange.bytes(range, of: reply.body.count)
  }

  /// Whether a kept answer has what is asked for: all of it, or a part that can be cut out.
  static func holds(_ reply: StoredReply, _ request: PreparedRequest) -> Bool {
    request.headers[.range] == nil || request.headers[.ifRange] == nil && part(of: reply, request) != nil
  }

  static func miss(_ request: PreparedRequest, _ why: String) -> CallError {
    CallError(
      .cacheMiss, "no kept answer to '\(request.endpoint)': \(why)",
      hint: "only what was answered before is there; without 'only-cache' the server is asked")
  }

  /// A kept answer as one of this call.
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
