/// What happens to a call, as ``Client/on(_:)`` tells it.
public struct Event: Sendable {
  /// The steps of a call. More kinds may come: have a `default`.
  public enum Kind: Sendable {
    /// The request is bound and about to be sent. A call whose arguments do not fit does not get here.
    case started
    /// An answer of this status points to another URL, which is asked next; secrets are masked in it.
    case redirected(status: Int, url: String)
    /// A kept answer is the answer, or stands in for one.
    case cached(CacheUse)
    /// A token was refused, and the call is repeated with the next one under this label.
    case refreshed(label: String)
    /// A try failed in a way that may pass, for this reason: after a wait comes the try of this number, which counts from 1. Secrets are
    /// masked.
    case retried(attempt: Int, wait: Duration, reason: String)
    /// The call is kept back for so long, because of a `limit` of the spec.
    case delayed(wait: Duration, reason: String)
    /// The head of the reply is there.
    case received(status: Int)
    /// The response says that its endpoint goes away; `received` came before.
    case deprecated(Deprecation)
    /// The head of a stream that goes on where it broke off: after this event of it, as far as the server gave events an id.
    case reconnected(lastEventID: String?)
    /// Elements of a stream are not what the spec declares, and are given all the same (``ResponseCheck/warn``). Each kind of fault at a
    /// place is told when it comes first, and at the end how many more there were like it.
    case broken([ContractFault])
    /// The call throws this error; `finished` follows.
    case failed(CallError)
    /// The call is over, well or not: the last event of each.
    case finished(CallMetrics)
  }

  /// Counts the calls of a client and its copies: the events of one call have one number.
  public var call: Int
  /// The name of the endpoint, with its groups.
  public var endpoint: String
  /// What happened.
  public var kind: Kind
}
