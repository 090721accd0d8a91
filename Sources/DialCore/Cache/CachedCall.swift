import HTTPTypes

/// One call through the cache.
struct CachedCall: Sendable {
  let store: any CacheStore
  let digest: CacheDigest
  let clock: @Sendable () -> Double
  let refreshes: Refreshes

  /// Answers to a body are not kept.
  func canAnswer(_ request: PreparedRequest) -> Bool {
    if case .none = request.body { true } else { false }
  }

  func answer(_ request: PreparedRequest, _ mode: CallOptions.Cache, _ next: Next) async throws -> Response {
    let address = CacheAddress(request, digest)
    let asked = Self.directives(request)
    let now = clock()
    var reply = await newest(address, request)
    if let kept = reply, !Self.holds(kept, request) { reply = nil }
    var decision = CacheDecision(mode, reply, asked: asked, at: now)
    // A caller with conditions of its own wants to hear from the server what is not sure.
    if decision == .confirm, Conditions.has(request) || request.headers[.range] != nil { decision = .ask }
    switch decision {
    case .give(let use): return given(reply, use, request)
    case .giveAndRefresh(let use):
      refresh(address, request, next)
      return given(reply, use, request)
    case .miss: throw Self.miss(request, reply == nil ? "it is not in the cache" : "what is in the cache is too old")
    case .confirm, .ask:
      let request = mode == .reload || mode == .revalidate ? Self.insisting(request, mode) : request
      return try await fetch(address, request, decision == .confirm ? reply : nil, standIn: reply, asked, next)
    }
  }

  /// The newest of the kept answers that fit.
  func newest(_ address: CacheAddress, _ request: PreparedRequest) async -> StoredReply? {
    await store.replies(address.key).filter { address.fits($0, request) }.max { $0.answered < $1.answered }
  }

  private func given(_ reply: StoredReply?, _ use: CacheUse, _ request: PreparedRequest) -> Response {
    guard let reply else { return Response(status: .gatewayTimeout, url: request.url) }
    request.watch?.tell(.cached(use))
    return Self.response(reply, use, request)
  }

  // MARK: asking

  /// Asks the server, whether a kept answer holds where one is given.
  private func fetch(
    _ address: CacheAddress, _ request: PreparedRequest, _ confirming: StoredReply?, standIn: StoredReply?, _ asked: CacheControl,
    _ next: Next
  ) async throws -> Response {
    let requested = clock()
    var response: Response
    do {
      response = try await next(confirming.map { Conditions.added(to: request, for: $0) } ?? request)
    } catch {
      guard let standIn, Self.isOutage(error), CacheDecision.mayStandIn(standIn, asked: asked, at: clock()) else { throw error }
      return stale(standIn, request)
    }
    if [500, 502, 503, 504].contains(response.status.code), let standIn, CacheDecision.mayStandIn(standIn, asked: asked, at: clock()) {
      return stale(standIn, request)
    }
    if response.status == .notModified, let confirming {
      guard response.redirects == 0, Conditions.holds(confirming, response.headers) else {
        // It is about something else, as that of another URL is. Nobody reads its body, which may hold the place of a limit.
        response.body = ResponseBody([])
        return try await fetch(address, request, nil, standIn: nil, asked, next)
      }
      return await confirmed(confirming, response, address, request, requested)
    }
    return try await kept(response, address, request, asked, requested)
  }

  /// Reads an answer that may be kept, and keeps it; one that breaks off is not kept.
  private func kept(
    _ response: Response, _ address: CacheAddress, _ request: PreparedRequest, _ asked: CacheControl, _ requested: Double
  ) async throws -> Response {
    let answered = clock()
    if request.method == .head { await update(address, request, response, requested, answered) }
    // The answer of another URL is no answer of this one: a redirect may point elsewhere tomorrow.
    guard response.redirects == 0, Keepable.allows(response.status.code, response.headers, asked: asked) else { return response }
    let body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
    try Task.checkCancellation()
    var whole = response
    whole.body = ResponseBody(body)
    let reply = address.reply(request, response.status.code, response.headers, body, requested: requested, answered: answered)
    if store.keepsSecrets || !Self.shows(request.secrets, reply) { await store.keep(reply, address.key) }
    return whole
  }

  /// The kept answer with the newer head of a 304.
  private func confirmed(
    _ reply: StoredReply, _ response: Response, _ address: CacheAddress, _ request: PreparedRequest, _ requested: Double
  ) async -> Response {
    var reply = reply
    reply.headers = KeptFields.merged(reply.headers, response.headers)
    (reply.requested, reply.answered) = (requested, clock())
    await store.keep(reply, address.key)
    let use = CacheUse(.confirmed, age: .zero)
    request.watch?.tell(.cached(use))
    var whole = Self.response(reply, use, request)
    (whole.connection, whole.bytesSent) = (response.connection, response.bytesSent)
    return whole
  }

  /// What the head of an answer to HEAD says about the answer to GET that is kept (RFC 9111 section 4.3.5).
  private func update(
    _ address: CacheAddress, _ request: PreparedRequest, _ response: Response, _ requested: Double, _ answered: Double
  ) async {
    guard response.status == .ok else { return }
    for var reply in await store.replies(address.key)
    where reply.method == "GET" && address.fits(reply, request) && reply.status == 200 {
      guard Conditions.isSame(reply, response.headers) else {
        await store.remove(address.key, variant: reply.variant)
        continue
      }
      reply.headers = KeptFields.merged(reply.headers, response.headers)
      (reply.requested, reply.answered) = (requested, answered)
      await store.keep(reply, address.key)
    }
  }

  // MARK: behind and beside

  private func stale(_ reply: StoredReply, _ request: PreparedRequest) -> Response {
    let age = Freshness(reply, at: clock()).age
    return given(reply, CacheUse(.stale, age: .seconds(Int(min(age, CacheControl.mostSeconds)))), request)
  }

  private func refresh(_ address: CacheAddress, _ request: PreparedRequest, _ next: Next) {
    var request = request
    (request.watch, request.trace) = (nil, nil)
    request.policy.deadline = request.policy.totalTimeout.map { .now + $0 }
    let copy = request
    refreshes.begin(address.key + address.identity) { [self] in
      guard let reply = await newest(address, copy) else { return }
      let isNamed = reply.headers[.eTag] != nil || reply.headers[.lastModified] != nil
      _ = try? await fetch(address, copy, isNamed ? reply : nil, standIn: nil, CacheControl(""), next)
    }
  }

  /// Sends what may change things; what is kept of them is then forgotten (RFC 9111 section 4.4).
  func change(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    let response = try await next(request)
    let isSafe = request.method == .options || request.method == .trace || request.method.rawValue == "QUERY"
    guard !isSafe, (200..<400).contains(response.status.code) else { return response }
    var urls = [request.url]
    for field in [HTTPField.Name.location, .contentLocation] {
      for value in response.headers[values: field] {
        guard let url = RedirectTarget.resolve(Array(value.utf8), against: request.url), Origin(url) == Origin(request.url) else {
          continue
        }
        urls.append(url)
      }
    }
    for url in urls { await store.remove(CacheAddress.key(url, digest)) }
    return response
  }
}
