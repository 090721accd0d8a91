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
