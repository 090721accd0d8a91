import DialMessage
import DialModel
import HTTPTypes

/// One call through the cache.
struct CachedCall: Sendable {
  let store: any CacheStore
  let digest: CacheDigest
  let clock: @Sendable () -> Double
  let refreshes: Revalidations
  let flights: RequestCoalescer

  /// Whether the request has no body, so its response can be cached.
  func canAnswer(_ request: PreparedRequest) -> Bool {
    if case .none = request.body { true } else { false }
  }

  func answer(_ request: PreparedRequest, _ mode: CacheMode, _ next: Next) async throws -> Response {
    let address = CacheAddress(request, digest)
    var question = OriginRequest(address: address, request: request, asked: Self.directives(request), next: next)
    let name = address.key + address.identity
    var mayJoin = Self.mayJoin(request, mode)
    defer { if let flight = question.flight { flights.end(flight, name) } }
    while true {
      var reply = await newest(address, request)
      if let kept = reply, !Self.holds(kept, request) { reply = nil }
      var decision = CacheDecision(mode, reply.map { Self.lasting($0, request) }, asked: question.asked, at: clock())
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
          let (flight, isFirst) = flights.board(name)
          guard isFirst else {
            try await flight.wait(request.policy)
            continue
          }
          question.flight = flight
        }
        if mode == .reload || mode == .revalidate { question.request = Self.insisting(request, mode) }
        return try await fetch(question, decision == .confirm ? reply : nil, standIn: reply)
      }
    }
  }

  /// Returns the newest matching response.
  func newest(_ address: CacheAddress, _ request: PreparedRequest) async -> StoredReply? {
    await store.replies(address.key).filter { address.fits($0, request) }.max { $0.answered < $1.answered }
  }

  private func given(_ reply: StoredReply?, _ use: CacheUse, _ request: PreparedRequest) -> Response {
    guard let reply else { return Response(status: .gatewayTimeout, url: request.url) }
    request.watch?.tell(.cached(use))
    var response = Self.response(reply, use, request)
    response.tries = .unsent
    return response
  }

  // MARK: asking

  /// Sends the request, as a revalidation if a response to confirm is given.
  private func fetch(_ question: OriginRequest, _ confirming: StoredReply?, standIn: StoredReply?) async throws -> Response {
    let (request, asked, requested) = (question.request, question.asked, clock())
    var response: Response
    do {
      response = try await question.next(confirming.map { Preconditions.added(to: request, for: $0) } ?? request)
    } catch {
      guard let standIn, Self.isOutage(error), CacheDecision.mayStandIn(standIn, asked: asked, at: clock()) else { throw error }
      return stale(standIn, request)
    }
    let isOwn = question.isOwn(response)
    if [500, 502, 503, 504].contains(response.status.code), let standIn, isOwn,
      CacheDecision.mayStandIn(standIn, asked: asked, at: clock())
    {
      return stale(standIn, request)
    }
    if response.status == .notModified, let confirming {
      guard isOwn, response.redirects == 0, Preconditions.holds(confirming, response.headers) else {
        // A 304 for another version, or of another URL, does not confirm this one. Its body is not needed, and may occupy a place of a
        // limit.
        response.body = ResponseBody([])
        return try await fetch(question, nil, standIn: nil)
      }
      return await confirmed(confirming, response, question, requested)
    }
    return try await kept(response, question.corrected(by: response, digest), requested)
  }

  /// Reads and stores a response that may be cached; a truncated one is not stored.
  private func kept(_ response: Response, _ question: OriginRequest, _ requested: Double) async throws -> Response {
    let (request, address, answered) = (question.request, question.address, clock())
    if request.method == .head { await update(address, request, response, requested, answered) }
    // A response after a redirect is not cached for this URL, because the redirect can change.
    guard response.redirects == 0, StorageRule.allows(response.status.code, response.headers, asked: question.asked) else {
      return response
    }
    let body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
    try Task.checkCancellation()
    var whole = response
    whole.body = ResponseBody(body)
    let reply = address.reply(request, response.status.code, response.headers, body, requested: requested, answered: answered)
    if question.flight?.isOutdated != true { await keep(reply, address, request) }
    return whole
  }

  /// Updates the cached response with the headers of a 304.
  private func confirmed(_ reply: StoredReply, _ response: Response, _ question: OriginRequest, _ requested: Double) async -> Response {
    let (old, address) = (reply.variant, question.address)
    let reply = address.renewed(reply, question.request, response.headers, requested: requested, answered: clock())
    if question.flight?.isOutdated != true {
      if reply.variant != old { await store.remove(address.key, variant: old) }
      await keep(reply, address, question.request)
    }
    let use = CacheUse(.confirmed, age: .zero)
    question.request.watch?.tell(.cached(use))
    var whole = Self.response(reply, use, question.request)
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

  /// Keeps an answer. What others may read one day sets no cookies, and repeats nothing that the caller gave.
  func keep(_ reply: StoredReply, _ address: CacheAddress, _ request: PreparedRequest) async {
    guard !store.keepsSecrets else { return await store.keep(reply, address.key) }
    let unwritten = request.unwritten
    var reply = reply
    reply.headers[.setCookie] = nil
    reply.url = unwritten.redact(url: request.url)
    if !Self.shows(unwritten, reply) { await store.keep(reply, address.key) }
  }

  // MARK: behind and beside

  private func stale(_ reply: StoredReply, _ request: PreparedRequest) -> Response {
    let age = Freshness(reply, at: clock()).age
    return given(reply, CacheUse(.stale, age: .seconds(Int(min(age, CacheControl.maxSeconds)))), request)
  }

  private func refresh(_ address: CacheAddress, _ request: PreparedRequest, _ next: Next) {
    var request = request
    (request.watch, request.trace) = (nil, nil)
    request.policy.deadline = request.policy.totalTimeout.map { .now + $0 }
    let copy = request
    refreshes.begin(address.key + address.identity) { [self] in
      guard let reply = await newest(address, copy) else { return }
      let isNamed = reply.headers[.eTag] != nil || reply.headers[.lastModified] != nil
      let question = OriginRequest(address: address, request: copy, asked: CacheControl(""), next: next)
      _ = try? await fetch(question, isNamed ? reply : nil, standIn: nil)
    }
  }

  /// Sends an unsafe request, and removes the responses that it invalidates (RFC 9111 section 4.4).
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
    for url in urls {
      let key = CacheAddress.key(url, digest)
      flights.outdate(key)
      await store.remove(key)
    }
    return response
  }
}
