public import DialMessage
public import DialModel

/// Options of one call; they win over the spec and over the arguments.
public struct CallOptions: Sendable {
  /// In place of the base of the client and of the spec; it is then the origin that credentials of this call belong to. Where the spec
  /// says https, http goes to loopback only.
  public var base: String?
  /// For the whole call. A stream has none unless it is given.
  public var timeout: Duration?
  /// How often a request whose failure may pass is sent again at most, with 0 for never; nil for what the spec says.
  public var retries: Int?
  /// Header fields in order, in the place of those that the spec gives under the same name; a name that comes twice is sent twice.
  public var headers: [(String, String)] = []
  /// Query items, which follow the arguments.
  public var query = Arguments()
  /// The policy of the cache; nil for the spec's.
  public var cache: CacheMode?
  /// Which statuses are a success.
  public var accept: StatusSet?
  /// Whether a stream of events that ends is taken up again, with the id of its last event; nil for what the spec says.
  public var reconnect: Bool?
  /// What is done about a reply that is not what the spec declares; nil for what the client does.
  public var check: ResponseCheck?

  /// Nothing but what the spec says.
  public init() {}

  /// Options of a call; what is nil or empty is left to the spec.
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

/// What is done about a reply that is not what the spec declares.
///
/// A contract tells more than a result needs: members that are declared nowhere, names that come twice in one object, the shape of a
/// refused body, the media type. All of it is gathered, ``ContractFault`` by ``ContractFault``, at most 100.
///
/// ```swift
/// let users = Client(spec, check: .warn)
/// let reply = try await users.getUser(id: 7)
/// for fault in reply.contract { print(fault.path, fault.message) }  // nick 'nick' is not declared
/// ```
public enum ResponseCheck: String, Sendable, CaseIterable {
  /// What is declared must fit, else the call fails with the code `decoding`; what is not declared is kept and nothing is said.
  case off
  /// ``Reply/contract`` and ``CallError/contract`` have the faults. A result that does not fit is given as it came.
  case warn
  /// A reply with a fault fails the call, with the code `contract`.
  case error
}
