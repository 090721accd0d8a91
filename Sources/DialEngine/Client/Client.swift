public import DialMessage
import DialModel
public import DialPolicies
public import DialSpec
import HTTPTypes
public import Logging

/// Calls the endpoints of a spec. Cheap to copy and safe to share.
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

  /// Creates a client whose policies use another clock.
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
  public func use(_ name: String, _ middleware: @escaping Middleware) { engine.register(name, middleware) }

  /// The cookies of `cookies: session`, for this client and its copies.
  public var cookieJar: CookieJar { engine.policies.cookies }

  /// Binds, sends and decodes one call. Throws a ``CallError`` with all wrong arguments before anything is sent.
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

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  ///
  /// It is optional so that a literal never becomes a dictionary, which would lose its order and trap on a repeated name.
  @_disfavoredOverload @discardableResult
  public func call(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) async throws(CallError) -> Reply {
    try await engine.call(endpoint, Arguments(arguments ?? [:]), options)
  }

  /// Returns the request of a call without sending it, to inspect, log, change and send.
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

  /// Accepts a dictionary of arguments, which is sorted by name so that the same call sends the same bytes. `nil` passes no arguments.
  ///
  /// It is optional so that a literal never becomes a dictionary, which would lose its order and trap on a repeated name.
  @_disfavoredOverload
  public func prepare(
    _ endpoint: String, _ arguments: [String: Arguments.Value]?, _ options: CallOptions = .init()
  ) throws(CallError) -> Draft {
    try engine.prepare(endpoint, Arguments(arguments ?? [:]), options)
  }
}

extension Client {
  /// The codecs for formats that Dial does not know.
  public var codecs: Codecs { Codecs(table: engine.codecs) }
}

extension Client {
  /// Reports the steps of all later calls of this client and its copies. Calls wait for `observe`, so it should return quickly. The
  /// events of one call are in order; those of simultaneous calls come from several threads.
  ///
  /// ```swift
  /// users.on { event in
  ///   if case .finished(let metrics) = event.kind { print(event.endpoint, metrics.total) }
  /// }
  /// ```
  public func on(_ observe: @escaping @Sendable (Event) -> Void) { engine.observers.add(observe) }
}
