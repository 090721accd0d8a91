public import DialMessage
public import DialModel

/// Options of one call. They override the spec and the arguments.
public struct CallOptions: Sendable {
  /// Replaces the base of the client and of the spec. Credentials of this call then belong to its origin. If the spec declares https,
  /// http is allowed for loopback only.
  public var base: String?
  /// The timeout for the whole call. A stream has none by default.
  public var timeout: Duration?
  /// The maximum number of retries, 0 for none; nil for that of the spec.
  public var retries: Int?
  /// Header fields in order. They replace those of the spec; a repeated name is sent several times.
  public var headers: [(String, String)] = []
  /// Query items, added after the arguments.
  public var query = Arguments()
  /// The mode of the cache; nil for that of the spec.
  public var cache: CacheMode?
  /// The statuses that are a success; nil for those of the spec.
  public var accept: StatusSet?
  /// Whether to reconnect a stream of events with the id of its last event; nil for the setting of the spec.
  public var reconnect: Bool?
  /// What to do if a response differs from its declaration; nil for the setting of the client.
  public var check: ResponseCheck?

  /// Creates options that change nothing.
  public init() {}

  /// Creates options; nil and empty values are those of the spec.
  ///
  /// ```swift
  /// try await users.call("search", ["q": "n"], CallOptions(timeout: .seconds(5), accept: .codes(200, 404)))
  /// ```
  public init(
    timeout: Duration? = nil, headers: KeyValuePairs<String, String> = [:], query: Arguments = .init(), cache: CacheMode? = nil,
    accept: StatusSet? = nil, base: String? = nil, reconnect: Bool? = nil, check: ResponseCheck? = nil, retries: Int? = nil
  ) {
    self.base = base
    self.timeout = timeout
    self.retries = retries
    self.headers = headers.isEmpty ? [] : headers.map { ($0.key, $0.value) }
    self.query = query
    self.cache = cache
    self.accept = accept
    self.reconnect = reconnect
    self.check = check
  }
}

/// What to do if a response differs from its declaration.
///
/// The check includes more than the result: undeclared members, repeated names in one object, the shape of a rejected body, and the media
/// type. Each difference is a ``ContractFault``, at most 100.
///
/// ```swift
/// let users = Client(spec, check: .warn)
/// let reply = try await users.getUser(id: 7)
/// for fault in reply.contract { print(fault.path, fault.message) }  // nick 'nick' is not declared
/// ```
public enum ResponseCheck: String, Sendable, CaseIterable {
  /// Declared parts must fit, otherwise the call fails with code `decoding`. Undeclared parts are kept and not reported.
  case off
  /// ``Reply/contract`` and ``CallError/contract`` contain the faults. A result that does not fit is returned as it is.
  case warn
  /// A fault makes the call fail with code `contract`.
  case error
}
