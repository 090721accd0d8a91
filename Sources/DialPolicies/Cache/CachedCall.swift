import DialMessage
import DialModel
package import HTTPTypes

struct CachedCall: Sendable {
  let store: any CacheStore
  let digest: CacheDigest
  let clock: @Sendable () -> Double
  let refreshes: Revalidations
  let coalescer: RequestCoalescer<String>

  func answer(_ request: PreparedRequest, _ mode: CacheMode, _ next: Next) async throws -> Response {
    let address = CacheAddress(request, digest)
    var forwarded = OriginRequest(address: address, request: request, asked: Self.directives(request), next: next)
    let name = address.key + address.identity
    var mayJoin = Self.mayJoin(request, mode)
    defer { if let shared = forwarded.shared { coalescer.end(shared, name) } }
    while true {
      var reply = await newest(address, request)
      if let kept = reply, !Self.holds(kept, request) { reply = nil }
      var decision = CacheDecision(mode, reply.map { Self.lasting($0, request) }, asked: forwarded.asked, at: clock())
      // A caller with its own conditions gets the response of the server, unless the cached one is fresh.
      if decision == .confirm, Preconditions.has(request) || request.headers[.range] != nil { decision = .ask }
      switch decision {
      case .give(let use): return given(reply, use, request)
      case .giveAndRefresh(let use):
        refresh(address, request, next)
        return given(reply, use, request)
      case .miss: throw Self.miss(request, reply == nil ? "it is not cached" : "the cached response is too old")
      case .confirm, .ask:
        if mayJoin {
          mayJoin = false
          let (shared, isFirst) = coalescer.join(name)
          guard isFirst else {
            try await shared.wait(request.policy)
            continue
          }
          forwarded.shared = shared
        }
        if mode == .reload || mode == .revalidate { forwarded.request = Self.insisting(request, mode) }
        return try await fetch(forwarded, decision == .confirm ? reply : nil, standIn: reply)
      }
    }
  }

  func newest(_ address: CacheAddress, _ request: PreparedRequest) async -> StoredReply? {
    await store.replies(address.key).filter { address.fits($0, request) }.max { $0.answered < $1.answered }
  }

  private func given(_ reply: StoredReply?, _ use: CacheUse, _ request: PreparedRequest) -> Response {
    guard let reply else { return Response(status: .gatewayTimeout, url: request.url) }
    request.watch?.report(.cached(use))
    var response = Self.response(reply, use, request)
    response.tries = AttemptLog(isWaiting: true)
    return response
  }

  /// Sends the request, as a revalidation if a response to confirm is given.
  private func fetch(_ forwarded: OriginRequest, _ confirming: StoredReply?, standIn: StoredReply?) async throws -> Response {
    let (request, asked, requested) = (forwarded.request, forwarded.asked, clock())
    var response: Response
    do {
      response = try await forwarded.next(confirming.map { Preconditions.added(to: request, for: $0) } ?? request)
    } catch {
      guard let standIn, Self.isOutage(error), CacheDecision.mayStandIn(standIn, asked: asked, at: clock()) else { throw error }
      return stale(standIn, request)
    }
    let isOwn = forwarded.isOwn(response)
    if [500, 502, 503, 504].contains(response.status.code), let standIn, isOwn,
      CacheDecision.mayStandIn(standIn, asked: asked, at: clock())
    {
      return stale(standIn, request)
    }
    if response.status == .notModified, let confirming {
      guard isOwn, response.redirects == 0, Preconditions.holds(confirming, response.headers) else {
        // A 304 for another version or URL does not confirm this one. Its unused body may occupy a place of a limit.
        response.body = ResponseBody([])
        return try await fetch(forwarded, nil, standIn: nil)
      }
      return await confirmed(confirming, response, forwarded, requested)
    }
    return try await kept(response, forwarded.corrected(by: response, digest), requested)
  }

  /// Reads and stores a response that may be cached; a truncated one is not stored.
  private func kept(_ response: Response, _ forwarded: OriginRequest, _ requested: Double) async throws -> Response {
    let (request, address, answered) = (forwarded.request, forwarded.address, clock())
    if request.method == .head, response.redirects == 0 { await update(address, request, response, requested, answered) }
    // A response after a redirect is not cached for this URL, because the redirect can change.
    guard response.redirects == 0, StorageRule.allows(response.status.code, response.headers, asked: forwarded.asked) else {
      return response
    }
    let body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
    try Task.checkCancellation()
    var whole = response
    whole.body = ResponseBody(body)
    let reply = address.reply(request, response.status.code, response.headers, body, requested: requested, answered: answered)
    if forwarded.shared?.isOutdated != true { await keep(reply, address, request) }
    return whole
  }

  /// Updates the cached response with the headers of a 304.
  private func confirmed(_ reply: StoredReply, _ response: Response, _ forwarded: OriginRequest, _ requested: Double) async -> Response {
    let (old, address) = (reply.variant, forwarded.address)
    let reply = address.renewed(reply, forwarded.request, response.headers, requested: requested, answered: clock())
    if forwarded.shared?.isOutdated != true {
      if reply.variant != old { await store.remove(address.key, variant: old) }
      await keep(reply, address, forwarded.request)
    }
    let use = CacheUse(.confirmed, age: .zero)
    forwarded.request.watch?.report(.cached(use))
    var whole = Self.response(reply, use, forwarded.request)
    (whole.connection, whole.bytesSent, whole.tries) = (response.connection, response.bytesSent, response.tries)
    return whole
  }

  /// Updates the cached response to GET from a response to HEAD (RFC 9111 section 4.3.5).
  private func update(
    _ address: CacheAddress, _ request: PreparedRequest, _ response: Response, _ requested: Double, _ answered: Double
  ) async {
    guard response.status == .ok else { return }
    for reply in await store.replies(address.key)
    where reply.method == "GET" && address.fits(reply, request) && reply.status == 200 {
      guard Preconditions.isSame(reply, response.headers) else {
        await store.remove(address.key, variant: reply.variant)
        continue
      }
      let renewed = address.renewed(reply, request, response.headers, requested: requested, answered: answered)
      if renewed.variant != reply.variant { await store.remove(address.key, variant: reply.variant) }
      await keep(renewed, address, request)
    }
  }

  /// Stores a response. A store that others can read gets no cookies, and no response that repeats a header of the caller.
  func keep(_ reply: StoredReply, _ address: CacheAddress, _ request: PreparedRequest) async {
    guard !store.keepsSecrets else { return await store.keep(reply, address.key) }
    let unwritten = request.unwritten
    var reply = reply
    reply.headers[.setCookie] = nil
    reply.url = unwritten.redact(url: request.url)
    if !Self.shows(unwritten, reply) { await store.keep(reply, address.key) }
  }

  private func stale(_ reply: StoredReply, _ request: PreparedRequest) -> Response {
    given(reply, Freshness(reply, at: clock()).use(.stale), request)
  }

  private func refresh(_ address: CacheAddress, _ request: PreparedRequest, _ next: Next) {
    var request = request
    (request.watch, request.context[CallTrace.self]) = (nil, nil)
    request.policy.deadline = request.policy.totalTimeout.map { .now + $0 }
    let copy = request
    refreshes.begin(address.key + address.identity) { [self] in
      guard let reply = await newest(address, copy) else { return }
      let forwarded = OriginRequest(address: address, request: copy, asked: CacheControl(""), next: next)
      _ = try? await fetch(forwarded, reply.hasValidator ? reply : nil, standIn: nil)
    }
  }

  /// Sends an unsafe request, and removes the responses that it invalidates (RFC 9111 section 4.4).
  func change(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    let response = try await next(request)
    if Methods.isSafe(request.method.rawValue) { return response }
    // A redirect was a success, whatever followed it.
    var urls = response.context[ChangedURLs.self] ?? []
    guard (200..<400).contains(response.status.code) || !urls.isEmpty else { return response }
    urls.append(request.url)
    for field in [HTTPField.Name.location, .contentLocation] {
      for value in response.headers[values: field] {
        guard let url = RedirectTarget.resolve(Array(value.utf8), against: request.url), Origin(url) == Origin(request.url) else {
          continue
        }
        urls.append(url)
      }
    }
    for url in urls {
      let key = CacheAddress.key(url, digest)
      coalescer.outdate(key)
      await store.remove(key)
    }
    return response
  }

  /// Returns the directives of the request; `Pragma: no-cache` counts if there are none (RFC 9111 section 5.4).
  static func directives(_ request: PreparedRequest) -> CacheControl {
    if request.headers[.cacheControl] == nil, let pragma = HTTPField.Name("Pragma") {
      return CacheControl(request.headers[values: pragma].contains { $0.lowercased().contains("no-cache") } ? "no-cache" : "")
    }
    return CacheControl(request.headers)
  }

  /// Whether the request can use the response to an equal one that is in progress: it has no conditions of its own.
  static func mayJoin(_ request: PreparedRequest, _ mode: CacheMode) -> Bool {
    guard mode == .standard || mode == .preferCache, request.method == .get else { return false }
    return request.headers[.cacheControl] == nil && request.headers[.range] == nil && !Preconditions.has(request)
  }

  /// Returns a cached response with the lifetime in the spec, relative to when it was received.
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
    let code = (error as? TransportError).map { CallError.Code($0.kind) } ?? (error as? CallError)?.code
    return [.connect, .timeout, .truncated, .protocol].contains(code)
  }

  static func shows(_ secrets: Secrets, _ reply: StoredReply) -> Bool {
    guard !secrets.values.isEmpty else { return false }
    return secrets.redact(reply.body) != reply.body || reply.headers.contains { secrets.redact($0.value) != $0.value }
  }

  /// The range of a cached response that a request asks for; nil for the whole.
  static func part(of reply: StoredReply, _ request: PreparedRequest) -> Range<Int>? {
    guard let range = request.headers[.range], request.method == .get, reply.status == 200 else { return nil }
    return ByteRange.bytes(range, of: reply.body.count)
  }

  static func holds(_ reply: StoredReply, _ request: PreparedRequest) -> Bool {
    request.headers[.range] == nil || request.headers[.ifRange] == nil && part(of: reply, request) != nil
  }

  static func miss(_ request: PreparedRequest, _ why: String) -> CallError {
    CallError(
      .cacheMiss, "no usable cached response for '\(request.endpoint)': \(why)",
      hint: "to send the request, call without 'only-cache'")
  }

  static func response(_ reply: StoredReply, _ use: CacheUse, _ request: PreparedRequest) -> Response {
    var headers = reply.headers
    if use.kind != .confirmed {
      headers[.age] = "\(use.age.components.seconds)"
      let hidden = CacheControl(headers).fields("no-cache")
      if !hidden.isEmpty { headers = HTTPFields(headers.filter { !hidden.contains($0.name.canonicalName) }) }
    }
    var response = Response(status: .init(code: reply.status), headers: headers, url: request.url)
    response.context[CacheUse.self] = use
    if Preconditions.has(request), reply.status == 200, Preconditions.isKnown(request, reply) == true {
      response.status = .notModified
    } else if let range = part(of: reply, request) {
      return ByteRange.cut(response, reply.body, range)
    } else if request.method != .head {
      response.body = ResponseBody(reply.body)
    }
    return response
  }

  func obey(_ order: CacheOperation, _ request: PreparedRequest) async throws -> Response {
    let address = CacheAddress(request, digest)
    switch order {
    case .find:
      guard let reply = await newest(address, request) else { throw Self.miss(request, "it is not cached") }
      return Self.response(reply, CacheUse(.fresh, age: .zero), request)
    case .keep(let headers, let body, let lifetime):
      let now = clock()
      var reply = address.reply(request, 200, headers, body, requested: now, answered: now)
      reply.lifetime = lifetime
      await keep(reply, address, request)
    case .remove: await store.remove(address.key)
    }
    return Response(status: .ok, url: request.url)
  }
}

/// An operation on the cache instead of a call. The request passes the middlewares, because they can decide the user.
package enum CacheOperation: MessageContextKey {
  /// Return the cached response, whatever its age.
  case find
  case keep(HTTPFields, [UInt8], lifetime: Double)
  case remove
}

struct OriginRequest: Sendable {
  var address: CacheAddress
  var request: PreparedRequest
  let asked: CacheControl
  let next: Next
  /// The request in progress that other calls may wait for.
  var shared: RequestCoalescer<String>.SharedRequest?

  /// Whether the response belongs to the assumed user. Another one may have signed in meanwhile.
  func isOwn(_ response: Response) -> Bool { request.identity.corrected(by: response.identity) == request.identity }

  /// The same request for the user that it was sent for.
  func corrected(by response: Response, _ digest: CacheDigest) -> OriginRequest {
    if isOwn(response) { return self }
    var forwarded = self
    forwarded.request.identity = request.identity.corrected(by: response.identity)
    forwarded.address = CacheAddress(forwarded.request, digest)
    return forwarded
  }
}
