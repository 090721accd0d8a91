public import DialBuild
public import DialJSON
public import DialMessage
package import DialModel
public import DialPolicies
import HTTPTypes
public import Logging
import Synchronization

/// Calls the endpoints of a spec. Cheap to copy and safe to share.
///
/// ```swift
/// let users = Client(try Spec.load("users.yaml"), variables: .environment)
/// let reply = try await users.call("getUser", ["id": 7])
/// let (id, name): (Int, String) = try await users.create(email: "a@b.c", password: "x")
/// ```
@dynamicMemberLookup
public struct Client: Sendable, SecretHolder {
  package let engine: Engine

  /// - Parameters:
  ///   - variables: values for the `${NAME}` of the spec; `.environment` reads them from the process.
  ///   - base: replaces the base of the spec. Credentials then belong to its origin.
  ///   - tokens: the store of tokens; by default in memory.
  ///   - check: what to do if responses differ from their declaration, unless the options of a call say otherwise.
  ///   - instruments: where spans and metrics go; by default those that the program has set up.
  public init(
    _ spec: Spec, variables: Variables = [:], base: String? = nil, transport: any Transport, tokens: (any TokenStore)? = nil,
    logger: Logger? = nil, check: ResponseCheck = .off, instruments: Instruments = .system
  ) {
    engine = Engine(
      spec: spec, variables: variables, base: base, transport: transport, tokens: tokens, logger: logger, check: check,
      instruments: instruments)
  }

  package init(
    _ spec: Spec, variables: Variables = [:], transport: any Transport, check: ResponseCheck = .off, time: PolicyClock
  ) {
    engine = Engine(
      spec: spec, variables: variables, base: nil, transport: transport, tokens: nil, logger: nil, check: check, instruments: .system,
      time: time)
  }

  /// Returns an endpoint or a group by its name.
  public subscript(dynamicMember name: String) -> Endpoint { Endpoint(engine: engine, name: name) }

  /// Returns an endpoint or a group by its name, even if a member of Client has the same name.
  public subscript(name: String) -> Endpoint { Endpoint(engine: engine, name: name) }

  /// Adds a middleware around the calls of endpoints whose `use:` names it, or around every call if the spec does not name it. The first
  /// one is outermost. Requests to an OAuth 2 token server do not use middlewares. Inside are the policies, outermost first: `cache`,
  /// `auth`, `retry`, `limit`, `redirects` and `cookies`. A middleware with one of these names replaces the policy if no `use:` names it.
  public func use(_ name: String, _ middleware: @escaping Middleware) { engine.chain.register(name, middleware) }

  /// The cookies of `cookies: session`, for this client and its copies.
  public var cookieJar: CookieJar { engine.policies.cookies }

  /// Binds, sends and decodes one call. Throws a ``CallError``; if arguments are wrong, with all of them and before anything is sent.
  ///
  /// ```swift
  /// let reply = try await users.call("getUser", ["id": 7])
  /// ```
  @discardableResult
  public func call(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) async throws(CallError) -> Reply {
    try await engine.call(endpoint, arguments, options)
  }

  /// Accepts nested literals of mixed types as arguments.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()
  ) async throws(CallError) -> Reply {
    try await engine.call(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes; nil for none. It is optional so
  /// that a literal never becomes a dictionary, which would lose its order and trap on a repeated name.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) async throws(CallError) -> Reply {
    try await engine.call(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// Returns the request of a call without sending it, to inspect, log, change and send. Throws a ``CallError`` with all wrong arguments.
  public func prepare(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) throws(CallError) -> Draft {
    try engine.prepare(endpoint, arguments, options)
  }

  /// Accepts nested literals of mixed types as arguments.
  @_disfavoredOverload
  public func prepare(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()
  ) throws(CallError) -> Draft {
    try engine.prepare(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes; nil for none. It is optional so
  /// that a literal never becomes a dictionary, which would lose its order and trap on a repeated name.
  @_disfavoredOverload
  public func prepare(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) throws(CallError) -> Draft {
    try engine.prepare(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// The codecs for formats that Dial does not know.
  public var codecs: Codecs { engine.codecs }

  /// Reports the steps of all later calls of this client and its copies. Calls wait for `observe`, so it should return quickly. The
  /// events of one call are in order; those of simultaneous calls come from several threads.
  ///
  /// ```swift
  /// users.on { event in
  ///   if case .finished(let metrics) = event.kind { print(event.endpoint, metrics.total) }
  /// }
  /// ```
  public func on(_ observe: @escaping @Sendable (Event) -> Void) { engine.observers.add(observe) }

  /// Starts a call and returns at once. Invalid arguments are thrown by ``CallTask/value``.
  ///
  /// ```swift
  /// let task = users.start("photo", ["photo": .file("a.jpg")])
  /// task.cancel()
  /// ```
  public func start(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> CallTask {
    engine.start { () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// Accepts nested literals of mixed types as arguments.
  @_disfavoredOverload
  public func start(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> CallTask {
    start(endpoint, Arguments(arguments), options)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes; nil for none.
  @_disfavoredOverload
  public func start(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()) -> CallTask {
    start(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// Calls without `await`: `completion` is called once, on any thread, with the response or the error.
  ///
  /// ```swift
  /// users.call("getUser", ["id": 7]) { result in print((try? result.get().value.name.asString) ?? "nobody") }
  /// ```
  @discardableResult
  public func call(
    _ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask {
    engine.start(completion) { () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// Accepts nested literals of mixed types as arguments.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask {
    call(endpoint, Arguments(arguments), options, completion: completion)
  }

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes; nil for none.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask {
    call(endpoint, Arguments(arguments ?? [:]), options, completion: completion)
  }

  /// The base with its variables; empty if there is none, or if one of them has no value.
  package var baseURL: String { engine.plans.baseURL ?? "" }

  /// The origin of the base, as text; empty if there is none.
  package var baseOrigin: String { engine.plans.baseOrigin?.text ?? "" }

  /// Shares the rates of `limit` with other processes, through a folder that is created if it does not exist. Call it before the first call.
  package func shareRates(folder: String?, part: (number: Int, of: Int)?) throws(TransportError) {
    if let folder { try PrivateFolder.makeOwn(folder) }
    engine.policies.sharing.withLock { $0 = RateSharing(folder: folder, name: engine.spec.service.name, part: part) }
  }

  /// Throws why the rate of an endpoint cannot be shared as its `limit` says.
  package func checkSharing(of model: EndpointModel) throws(TransportError) {
    guard let limit = model.policy.limit, limit.rate != nil else { return }
    if let folder = try RateSharing.result(nil, limit, engine.spec)?.get().folder { try PrivateFolder.makeOwn(folder) }
  }

  /// Cancels every call of this client and its copies that was started with `start` or with a completion handler. A call that you await
  /// is cancelled with its own task.
  public func cancelAll() {
    engine.started.cancel()
    engine.policies.cache.refreshes.cancel()
  }

  /// The cached responses.
  public var cache: Cache { Cache(engine: engine) }

  /// Runs tasks in the first thread of the transport's connections; nil if it has none, as a mock. Calls of such a task do not change threads,
  /// which saves about a quarter of the time of a small call. Whatever blocks or computes for long in it, also a middleware or an actor,
  /// keeps all connections of the transport waiting.
  ///
  /// ```swift
  /// try await withTaskExecutorPreference(users.executor) {
  ///   for id in ids { print(try await users.call("getUser", ["id": .init(id)]).value.name) }
  /// }
  /// ```
  public var executor: (any TaskExecutor)? { engine.executors.first }
}

/// A call that was started with `start`: wait for it, observe it, cancel it.
///
/// The call continues if its task is dropped. Cancelling a Swift task that waits for ``value`` does not cancel the call, because others
/// may wait, too.
///
/// ```swift
/// let task = users.start("photo", ["photo": .file("a.jpg")])
/// for await step in task.progress { print(step.sent, step.total ?? 0) }
/// let reply = try await task.value
/// ```
public struct CallTask: Sendable, SecretHolder {
  let task: Task<Result<Reply, CallError>, Never>
  let meter: ProgressMeter

  /// The response, as often as you ask for it. Throws the error of the call, with code `cancelled` after ``cancel()``.
  public var value: Reply {
    get async throws(CallError) { try await task.value.get() }
  }

  /// The progress of the call, until it ends. Each access returns a new sequence that starts with the current step. A slow reader misses
  /// steps, but never the last one.
  public var progress: AsyncStream<Progress> { meter.steps() }

  /// Cancels the call, unless it has ended.
  public func cancel() { task.cancel() }

  /// The progress of a call.
  public typealias Progress = CallProgress
}

extension Engine {
  package func start(
    _ completion: (@Sendable (Result<Reply, CallError>) -> Void)? = nil, _ make: @escaping @Sendable () throws(CallError) -> Draft
  ) -> CallTask {
    let meter = ProgressMeter()
    let task = started.start(meter) {
      let outcome: Result<Reply, CallError>
      do throws(CallError) { outcome = .success(try await self.send(try make(), meter)) } catch { outcome = .failure(error) }
      meter.end()
      completion?(outcome)
      return outcome
    }
    return CallTask(task: task, meter: meter)
  }

  func call(_ name: String, _ arguments: Arguments, _ options: CallOptions) async throws(CallError) -> Reply {
    var record = try begin(name, arguments, options)
    return try await send(&record)
  }

  @inline(never)
  private func begin(_ name: String, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> CallRecord {
    try begin(try prepare(name, arguments, options), nil, whole: true)
  }

  package func send(_ draft: consuming Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> Reply {
    var record = try begin(consume draft, meter, whole: true)
    return try await send(&record)
  }

  /// Sends the request of a call, reads the whole response, and ends the call.
  ///
  /// While a call waits, it holds the frames of all functions from here to the connection. So these functions only wait; other work is in
  /// functions that do not wait and are not inlined.
  func send(_ record: inout CallRecord) async throws(CallError) -> Reply {
    var response: Response
    var body: [UInt8]?
    do {
      response = try await accepted(&record)
      // An accepted status that is not a success is read as a whole.
      if !record.plan.model.isStream || response.status.kind != .successful { body = try await self.body(of: &response, &record) }
    } catch {
      throw record.fail(error)
    }
    if let body = body.take() { return try record.end(response, body) }
    return try await gathered(response, &record)
  }

  @inline(never)
  private func gathered(_ response: Response, _ record: inout CallRecord) async throws(CallError) -> Reply {
    try await StreamedBody(response, record).gather(record.draft)
  }

  /// Returns the variables of the environment that the calls of an endpoint do not read, although the spec uses their names.
  package func unreadVariables(of endpoint: String) -> [UnreadVariable] {
    if scope.variables.environment.isEmpty || spec.service.vars.isEmpty { return [] }
    guard let model = spec.service.endpoints[endpoint] else { return [] }
    return scope.unread(by: model, hasBase: plans.hasGivenBase)
  }

  /// Returns the values of the variables that the texts of an endpoint have, without secret ones.
  package func values(of model: EndpointModel) -> [(name: String, value: String)] {
    scope.values(of: model, hasBase: plans.hasGivenBase)
  }

  package func settle() async { await policies.cache.refreshes.settle() }

  /// Runs an operation of the cache instead of a call. Returns the response that it finds, if its status is accepted.
  func order(_ order: CacheOperation, _ draft: Draft) async throws(CallError) -> Reply? {
    if let obstacle = draft.plan.obstacles?.sending ?? draft.plan.codecObstacle { throw obstacle }
    guard !chain.replaces(.cache) else {
      throw CallError(
        .unsupported, "the cache is not available, because a middleware named 'cache' replaces it", of: draft.endpoint)
    }
    var request = draft.request
    request.context[CacheOperation.self] = order
    do {
      let response = try await chain.next(draft.plan, cached: true)(request)
      guard case .find = order, draft.accepted.contains(response.status.code) else { return nil }
      let body = try await response.body.collect(upTo: request.policy.maxBodyBytes)
      return try ReplyReader(plan: draft.plan, check: draft.check, for: response.status.code).reply(
        response, body: body, secrets: request.secrets)
    } catch {
      throw describe(error, request, draft.plan.model)
    }
  }
}

extension Draft {
  /// Sends the request as it is now, in a new task.
  ///
  /// ```swift
  /// let task = try users.prepare("getUser", ["id": 7]).start()
  /// let reply = try await task.value
  /// ```
  public func start() -> CallTask { engine.start { () throws(CallError) in self } }

  /// Sends the request as it is now.
  @discardableResult
  public func send() async throws(CallError) -> Reply { try await engine.send(self) }
}

/// The cached responses of a client, by endpoint and arguments: ``Client/cache``.
///
/// Calls use the cache if the policy `cache` of the spec or ``CallOptions`` says so. The functions below run the middlewares of the
/// client, because they can decide the user of a response, but never send a request.
///
/// ```swift
/// try await users.cache.set(["id": 1, "name": "Ann"], for: "getUser", ["id": 1])
/// let ann = try await users.call("getUser", ["id": 1], .init(cache: .onlyCache))
/// ```
public struct Cache: Sendable, SecretHolder {
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
        .arguments, "responses of '\(endpoint)' cannot be cached; only complete responses to GET can", of: draft.endpoint)
    }
    // Without a lifetime, it is fresh for good.
    let seconds = lifetime.map { $0 / .seconds(1) } ?? 1e12
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
