import DialMessage
package import HTTPTypes

/// An operation on the cache instead of a call. The request passes the middlewares, because they can decide the user.
package enum CacheOrder: Sendable {
  /// Return the cached response, whatever its age.
  case find
  case keep(HTTPFields, [UInt8], lifetime: Double)
  case remove
}

extension CachedCall {
  func obey(_ order: CacheOrder, _ request: PreparedRequest) async throws -> Response {
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

extension PreparedRequest {
  private enum CacheOrderKey: MessageContextKey { typealias Value = CacheOrder }

  /// The operation on the cache, instead of a call.
  package var cacheOrder: CacheOrder? {
    get { context[CacheOrderKey.self] }
    set { context[CacheOrderKey.self] = newValue }
  }
}
