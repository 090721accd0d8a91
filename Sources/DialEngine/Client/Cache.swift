public import DialJSON
public import DialMessage
import DialModel
public import DialPolicies
import HTTPTypes

/// The kept answers of a client, by endpoint and arguments: ``Client/cache``.
///
/// Calls look here where the policy `cache` of the spec, or of ``CallOptions``, says so. What the functions below do goes through the
/// middlewares of the client, as what they add to a request may decide whose answer it is; nothing is ever sent.
///
/// ```swift
/// try await users.cache.set(["id": 1, "name": "Ann"], for: "getUser", ["id": 1])
/// let ann = try await users.call("getUser", ["id": 1], .init(cache: .onlyCache))
/// ```
public struct Cache: Sendable {
  /// More seconds than any clock counts.
  private static let forGood = 1e12

  let engine: Engine

  /// Where answers are kept: in memory, up to 64 MiB, unless another store is set. What the old one keeps stays in it.
  public var store: any CacheStore {
    get { engine.policies.cache.store }
    nonmutating set { engine.policies.cache.store = newValue }
  }

  /// Keeps a value as if the server had answered it: as JSON, or as the text of an endpoint whose result is text. It is the whole
  /// answer, from which `@` selects.
  ///
  /// - Parameter lifetime: how long it is fresh; nil for as long as it is kept.
  ///
  /// Throws a ``CallError`` where the arguments do not fit, or where the endpoint is no GET: its answers are not kept.
  public func set(
    _ value: JSON, for endpoint: String, _ arguments: Arguments = [:], lifetime: Duration? = nil
  ) async throws(CallError) {
    let draft = try engine.prepare(endpoint, arguments, .init())
    guard draft.request.method == .get, !draft.endpoint.isStream, !draft.endpoint.isSocket else {
      throw CallError(
        .arguments, "responses of '\(endpoint)' cannot be cached; only complete responses to GET can", endpoint: endpoint,
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

  /// The result of the answer that is kept for a call, as the call would give it, however old it is; nil where none is kept, or none
  /// with a status that is accepted. Throws a ``CallError`` where the arguments do not fit, or what is kept is not what is declared.
  public func get(_ endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) -> JSON? {
    let draft = try engine.prepare(endpoint, arguments, .init())
    do throws(CallError) {
      return try await engine.order(.find, draft)?.value
    } catch {
      if error.code == .cacheMiss { return nil }
      throw error
    }
  }

  /// Forgets the answers to a call, of every user. Throws a ``CallError`` where the arguments do not fit.
  public func remove(_ endpoint: String, _ arguments: Arguments = [:]) async throws(CallError) {
    _ = try await engine.order(.remove, try engine.prepare(endpoint, arguments, .init()))
  }

  /// Forgets everything that the store keeps.
  public func clear() async { await store.clear() }
}

extension Client {
  /// What is kept of answers.
  public var cache: Cache { Cache(engine: engine) }
}

extension Engine {
  /// Waits for what is fetched behind stale answers.
  package func settle() async { await policies.cache.refreshes.settle() }

  /// Has the cache do something in place of a call. Gives the reply of what is found, where its status is accepted.
  func order(_ order: CacheOrder, _ draft: Draft) async throws(CallError) -> Reply? {
    if let obstacle = draft.plan.obstacles?.sending ?? draft.plan.codecObstacle { throw obstacle }
    guard !chain.replaces(.cache) else {
      throw CallError(
        .unsupported, "the cache is not available, because a middleware named 'cache' replaces it", endpoint: draft.plan.model.name,
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
