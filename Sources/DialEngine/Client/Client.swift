public import DialJSON
public import DialMessage
import DialModel
public import DialPolicies
public import DialSpec
import HTTPTypes
public import Logging

/// Calls the endpoints of a spec by name. Cheap to copy and safe to share.
///
/// ```swift
/// let users = Client(try Spec.load("users.yaml"), variables: .environment)
/// let reply = try await users.call("getUser", ["id": 7])
/// let (id, name): (Int, String) = try await users.create(email: "a@b.c", password: "x")
/// ```
@dynamicMemberLookup
public struct Client: Sendable {
  package let engine: Engine

  /// - Parameters:
  ///   - variables: values for the `${NAME}` of the spec; `.environment` reads them from the process.
  ///   - base: in place of the spec's own; it is then the origin that credentials belong to.
  ///   - tokens: where tokens are kept that the spec has fetched and renewed; in memory by default.
  ///   - check: what is done about replies that are not what the spec declares, unless the options of a call say otherwise.
  ///   - instruments: where spans and figures go; by default where the program sends them.
  public init(
    _ spec: Spec, variables: Variables = [:], base: String? = nil, transport: any Transport, tokens: (any TokenStore)? = nil,
    logger: Logger? = nil, check: ResponseCheck = .off, instruments: Instruments = .system
  ) {
    engine = Engine(
      spec: spec, variables: variables, base: base, transport: transport, tokens: tokens, logger: logger, check: check,
      instruments: instruments)
  }

  /// A client whose policies go by another time.
  package init(
    _ spec: Spec, variables: Variables = [:], transport: any Transport, check: ResponseCheck = .off, time: PolicyClock
  ) {
    engine = Engine(
      spec: spec, variables: variables, base: nil, transport: transport, tokens: nil, logger: nil, check: check, instruments: .system,
      time: time)
  }

  /// Any endpoint or group by its name.
  public subscript(dynamicMember name: String) -> Endpoint { Endpoint(engine: engine, name: name) }

  /// Any endpoint or group, also one that a member of Client hides.
  public subscript(name: String) -> Endpoint { Endpoint(engine: engine, name: name) }

  /// Puts a middleware around calls: around those whose `use:` names it, or around every call where the spec names it nowhere.
  /// The first registered is outermost. Requests to a token server of OAuth 2 pass them by: what they add is for the service. Below them stand, outermost first, the policies `cache`, `auth`, `retry`, `limit`, `redirects` and
  /// `cookies`:
  /// a middleware under one of these names that no `use:` mentions stands in its place.
  public func use(_ name: String, _ middleware: @escaping Middleware) { engine.register(name, middleware) }

  /// The cookies that `cookies: session` keeps, for this client and its copies.
  public var cookieJar: CookieJar { engine.policies.cookies }

  /// Binds, sends and decodes one call. Throws a ``CallError`` with all faults of the arguments before anything is sent.
  @discardableResult
  public func call(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) async throws(CallError) -> Reply {
    try await engine.call(endpoint, arguments, options)
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()
  ) async throws(CallError) -> Reply {
    try await engine.call(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  ///
  /// It is optional so that a literal never becomes a dictionary, which would lose the order written and trap on a name given twice.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) async throws(CallError) -> Reply {
    try await engine.call(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// The request of a call as a value: to inspect, log, change and send.
  public func prepare(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) throws(CallError) -> Draft {
    try engine.prepare(endpoint, arguments, options)
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func prepare(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()
  ) throws(CallError) -> Draft {
    try engine.prepare(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  ///
  /// It is optional so that a literal never becomes a dictionary, which would lose the order written and trap on a name given twice.
  @_disfavoredOverload
  public func prepare(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) throws(CallError) -> Draft {
    try engine.prepare(endpoint, Arguments(arguments ?? [:]), options)
  }
}

extension Client {
  /// What reads and writes the formats that Dial does not know.
  public var codecs: Codecs { Codecs(table: engine.codecs) }
}

extension Client {
  /// Tells what happens to the calls that begin after this, of this client and its copies. Calls wait for `observe`: it should be short.
  /// The events of one call come in order; those of calls that run at once come from several threads.
  ///
  /// ```swift
  /// users.on { event in
  ///   if case .finished(let metrics) = event.kind { print(event.endpoint, metrics.total) }
  /// }
  /// ```
  public func on(_ observe: @escaping @Sendable (Event) -> Void) { engine.observers.add(observe) }
}

extension Client {
  /// Begins a call that runs by itself, and gives its handle at once. What is wrong with the arguments is thrown by ``CallTask/value``.
  ///
  /// ```swift
  /// let task = users.start("photo", ["photo": .file("a.jpg")])
  /// task.cancel()
  /// ```
  public func start(_ endpoint: String, _ arguments: Arguments = [:], _ options: CallOptions = .init()) -> CallTask {
    engine.start { () throws(CallError) in try engine.prepare(endpoint, arguments, options) }
  }

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload
  public func start(_ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init()) -> CallTask {
    start(endpoint, Arguments(arguments), options)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload
  public func start(_ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()) -> CallTask {
    start(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// Calls without `await`: `completion` is called once, on no particular thread, with the reply or the error.
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

  /// The same, with mixed nested literals as arguments.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: Arguments.Literals, _ options: CallOptions = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask {
    call(endpoint, Arguments(arguments), options, completion: completion)
  }

  /// The same, with a dictionary as arguments; its names are sorted, so that the same call gives the same bytes. nil is none.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init(),
    completion: @escaping @Sendable (Result<Reply, CallError>) -> Void
  ) -> CallTask {
    call(endpoint, Arguments(arguments ?? [:]), options, completion: completion)
  }

  /// Cancels every call of this client and its copies that was begun with `start` or with a completion handler. A call that is awaited
  /// directly belongs to its task, and ends with it.
  public func cancelAll() {
    engine.started.cancel()
    engine.policies.cache.refreshes.cancel()
  }
}

/// A call that runs by itself, begun with `start`: to wait for, to look at, to cancel.
///
/// A task that is dropped runs on. Cancelling the Swift task that waits for ``value`` does not cancel the call, as others may wait too.
///
/// ```swift
/// let task = users.start("photo", ["photo": .file("a.jpg")])
/// for await step in task.progress { print(step.sent, step.total ?? 0) }
/// let reply = try await task.value
/// ```
public struct CallTask: Sendable {
  let task: Task<Result<Reply, CallError>, Never>
  let meter: ProgressMeter

  /// The reply, once it is there; as often as it is asked for. Throws what the call throws, of code `cancelled` after ``cancel()``.
  public var value: Reply {
    get async throws(CallError) { try await task.value.get() }
  }

  /// How far the call is, as it goes on; ends with the call. Each time it is asked for it is a sequence of its own, which begins with
  /// what is so now and skips what its reader is too slow for; the last step is never skipped.
  public var progress: AsyncStream<Progress> { meter.steps() }

  /// Ends the transfer. A call that is over stays as it ended.
  public func cancel() { task.cancel() }

  /// How far a call is.
  public typealias Progress = CallProgress
}

extension Engine {
  /// Binds and sends in a task of its own; `completion` is called once, with what `value` gives too.
  func start(
    _ completion: (@Sendable (Result<Reply, CallError>) -> Void)? = nil, _ make: @escaping @Sendable () throws(CallError) -> Draft
  ) -> CallTask {
    let meter = ProgressMeter()
    let task = started.start {
      let outcome = await self.outcome(make, meter)
      meter.end()
      completion?(outcome)
      return outcome
    }
    return CallTask(task: task, meter: meter)
  }

  private func outcome(_ make: () throws(CallError) -> Draft, _ meter: ProgressMeter) async -> Result<Reply, CallError> {
    do throws(CallError) {
      return .success(try await send(try make(), meter))
    } catch {
      return .failure(error)
    }
  }
}

extension Draft {
  /// Sends the request as it stands now, in a task of its own.
  ///
  /// ```swift
  /// let task = try users.prepare("getUser", ["id": 7]).start()
  /// let reply = try await task.value
  /// ```
  public func start() -> CallTask { engine.start { () throws(CallError) in self } }
}

extension Engine {
  func call(_ name: String, _ arguments: Arguments, _ options: CallOptions) async throws(CallError) -> Reply {
    var record = try begin(name, arguments, options)
    return try await send(&record)
  }

  @inline(never)
  private func begin(_ name: String, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> CallRecord {
    try begin(try prepare(name, arguments, options), nil, whole: true)
  }

  /// Sends a draft and reads the whole reply.
  package func send(_ draft: consuming Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> Reply {
    var record = try begin(consume draft, meter, whole: true)
    return try await send(&record)
  }

  /// Sends the request of a call and reads the whole reply; the end of the call.
  ///
  /// What waits for a server holds the frames of all functions from here down to the connection, for each call that is under way. So
  /// these wait and do little else: the work before and behind is done in functions that do not wait, and are not inlined, and what most
  /// calls do not need has frames of its own.
  func send(_ record: inout CallRecord) async throws(CallError) -> Reply {
    var response: Response
    var body: [UInt8]?
    do {
      response = try await accepted(&record)
      // What is accepted and is no success is read as it is.
      if !record.plan.model.isStream || response.status.kind != .successful { body = try await self.body(of: &response, &record) }
    } catch {
      throw record.fail(error)
    }
    if let body = body.take() { return try record.end(response, body) }
    return try await gathered(response, &record)
  }

  @inline(never)
  private func gathered(_ response: Response, _ record: inout CallRecord) async throws(CallError) -> Reply {
    try await OpenedReply(response: response, record: record).gather()
  }
}

extension Draft {
  /// Sends the request as it stands now.
  @discardableResult
  public func send() async throws(CallError) -> Reply { try await engine.send(self) }
}

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
  func order(_ order: CacheOperation, _ draft: Draft) async throws(CallError) -> Reply? {
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
