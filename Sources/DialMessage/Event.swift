/// A step of a call, reported by ``Client/on(_:)``.
public struct Event: Sendable {
  /// The steps of a call. More may be added; use a `default`.
  public enum Kind: Sendable {
    /// The request is bound and about to be sent. A call with invalid arguments does not start.
    case started
    /// A response of this status redirects to another URL; secrets are masked in it.
    case redirected(status: Int, url: String)
    /// A cached response is used.
    case cached(CacheUse)
    /// A token was rejected, and the call is repeated with a new token of this label.
    case refreshed(label: String)
    /// An attempt failed temporarily for this reason. After the wait follows the attempt of this number, counted from 1. Secrets are
    /// masked.
    case retried(attempt: Int, wait: Duration, reason: String)
    /// A `limit` of the spec delays the call.
    case delayed(wait: Duration, reason: String)
    /// The head of the response arrived.
    case received(status: Int)
    /// The response says that its endpoint goes away; `received` came before.
    case deprecated(Deprecation)
    /// The head of a stream that goes on where it broke off: after this event of it, as far as the server gave events an id.
    case reconnected(lastEventID: String?)
    /// Elements of a stream differ from their declaration, and are returned anyway (``ResponseCheck/warn``). The first fault of each kind
    /// at each path is reported, and at the end how many more there were.
    case broken([ContractFault])
    /// The call throws this error; `finished` follows.
    case failed(CallError)
    /// The call has ended, with or without an error. The last event of each call.
    case finished(CallMetrics)
  }

  /// Numbers the calls of a client and its copies. The events of one call have the same number.
  public var call: Int
  /// The name of the endpoint, with its groups.
  public var endpoint: String
  /// What happened.
  public var kind: Kind
}
