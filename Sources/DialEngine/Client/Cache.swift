public import DialJSON
public import DialMessage
import DialModel
public import DialPolicies
import HTTPTypes

/// The cached responses of a client, by endpoint and arguments: ``Client/cache``.
///
/// Calls use the cache if the policy `cache` of the spec or ``CallOptions`` says so. The functions below run the middlewares of the
/// client, because they can decide the user of a response, but never send a request.
///
/// ```swift
/// try await users.cache.set(["id": 1, "name": "Ann"], for: "getUser", ["id": 1])
/// let ann = try await users.call("getUser", ["id": 1], .init(cache: .onlyCache))
/// ```
public struct Cache: Sendable {
  /// More seconds than any clock counts.
  private static let forGood = 1e12

  let engine: Engine

  /// The store; by default in memory with up to 64 MiB. Responses in a replaced store stay there.
  public var store: any CacheStore {
    get { engine.policies.cache.store }
    nonmutating set { engine.policies.cache.store = newValue }
  }

  /// Stores a value as if the server had sent it: as JSON, or as text for an endpoint that returns text. It is the whole response, before
  /// `@`.
  ///
  /// - Parameter lifetime: how long it is fresh; nil for as long as it is stored.
  ///
  /// Throws a ``CallError`` if the arguments are invalid, or if the endpoint is not a GET, whose responses are not cached.
  public func set(
    _ value: JSON, for endpoint: String, _ arguments: Arguments = [:], lifetime: Duration? = nil
  ) async throws(CallError) {
    let draft = try engine.prepare(endpoint, arguments, .init())
    guard draft.request.method == .get, !draft.endpoint.isStream, !draft.endpoint.isSocket else {
      throw CallError(
        .arguments, "'\(endpoint)' has no answers that can be kept: only whole answers to GET are", endpoint: endpoint,
        location: draft.endpoint.range)
    }
    let seconds = lifetime.map { $0 / .seconds(1) } ?? Self.forGood
    var headers: HTTPFields = [.contentType: "application/json"]
    var body = JSONWriter.bytes(value)
    if case .text = draft.endpoint.result, let text = value.asString {
      headers = [.contentType: "text/plain; charset=utf-8"]
      body = Array(text.utf8)
    }
    _ = try await engine.order(.keep(headers, body, lifetime: seconds), draft)
  }

  /// Returns the result of the cached response for a call, however old it is; nil if there is none with an accepted status. Throws a
  /// ``CallError`` if the arguments are invalid, or if the response does not fit its declaration.
  public func get(_ endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) -> JSON? {
    let draft = try engine.prepare(endpoint, arguments, .init())
    do throws(CallError) {
      return try await engine.order(.find, draft)?.value
    } catch {
      if error.code == .cacheMiss { return nil }
      throw error
    }
  }

  /// Removes the responses to a call, of all users. Throws a ``CallError`` if the arguments are invalid.
  public func remove(_ endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) {
    _ = try await engine.order(.remove, try engine.prepare(endpoint, arguments, .init()))
  }

  /// Removes all responses from the store.
  public func clear() async { await store.clear() }
}

extension Client {
  /// The cached responses.
  public var cache: Cache { Cache(engine: engine) }
}

extension Engine {
  /// Waits for revalidations in the background.
  package func settle() async { await policies.cache.refreshes.settle() }

  /// Runs an operation of the cache instead of a call. Returns the response that it finds, if its status is accepted.
  func order(_ order: CacheOrder, _ draft: Draft) async throws(CallError) -> Reply? {
    if let obstacle = draft.plan.obstacles?.sending ?? draft.plan.codecObstacle { throw obstacle }
    guard !chain.replaces(.cache) else {
      throw CallError(
        .unsupported, "a middleware 'cache' of the program stands in the place of the cache", endpoint: draft.plan.model.name,
        location: draft.plan.model.range)
    }
    var request = draft.request
    request.cacheOrder = order
    do {
      let response = try await chain.next(draft.plan, cached: true)(request)
      guard case .find = order, draft.accepted.contains(response.status.code) else { return nil }
      let body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
      return try ReplyReader(plan: draft.plan, check: draft.check).reply(response, body: body, secrets: request.secrets)
    } catch {
      throw describe(error, request, draft.plan.model)
    }
  }
}
