package import DialModel
public import HTTPTypes

/// A bound request: everything that will be sent, as a value that you can inspect, change and send.
public struct PreparedRequest: Sendable {
  private var shared: CopyOnWrite<Fields>

  /// The name of the endpoint with its groups, such as `admin.ban`.
  public var endpoint: String {
    get { shared.value.endpoint }
    _modify { yield &shared.value.endpoint }
  }
  /// The method (RFC 9110 section 9).
  public var method: HTTPRequest.Method {
    get { shared.value.method }
    _modify { yield &shared.value.method }
  }
  /// The absolute, encoded URL, without a fragment.
  public var url: String
  /// The header fields in the order sent. The transport adds those of the protocol (Host, Content-Length…).
  public var headers: HTTPFields
  /// The body; `.none` if there is none.
  public var body: RequestBody
  /// The timeouts and limits of the call.
  public var policy: Policy {
    get {
      var policy = shared.value.policy
      policy.end = end
      return policy
    }
    set {
      end = newValue.end
      shared.value.policy = newValue
    }
  }
  /// The deadline of the call, stored outside of the shared parts because it differs for each call.
  package var end: Instant?
  /// The `x-…` keys of the endpoint, as text.
  public var tags: [String: String] {
    get { shared.value.tags }
    _modify { yield &shared.value.tags }
  }
  /// Values that are not sent, by the keys of their owners.
  package var context: MessageContext {
    _read { yield shared.value.context }
    _modify { yield &shared.value.context }
  }

  package init(
    endpoint: String, method: HTTPRequest.Method, url: String, headers: HTTPFields = [:], body: RequestBody = .none,
    policy: Policy = .init(), tags: [String: String] = [:]
  ) {
    shared = CopyOnWrite(Fields(endpoint: endpoint, method: method, policy: policy, tags: tags))
    self.url = url
    self.headers = headers
    self.body = body
    end = policy.end
  }

  /// Creates a request that shares the parts of another one and has no deadline yet.
  @inline(__always)
  package init(like other: PreparedRequest, url: String, headers: HTTPFields, body: RequestBody) {
    // Assigned once, without changes between: a request that is changed while it is created would be copied.
    shared = other.shared
    self.url = url
    self.headers = headers
    self.body = body
    end = nil
  }

  private struct Fields: Sendable {
    var endpoint: String
    var method: HTTPRequest.Method
    /// The policy without the deadline, which belongs to the call.
    var policy: Policy
    var tags: [String: String]
    var context = MessageContext()
  }

  /// The policies of a request that act after the binder.
  public struct Policy: Sendable {
    /// The timeout for opening a connection, by default 10 seconds.
    public var connectTimeout: Duration = .seconds(10)
    /// The timeout for waiting for data.
    public var readTimeout: Duration = .seconds(30)
    /// The timeout for the whole call, including redirects and the body; nil for none, as in a stream.
    public var totalTimeout: Duration? = .seconds(60)
    /// The deadline of the whole call, set from `totalTimeout` when it starts. A transport ends the head and the body by then.
    public var deadline: ContinuousClock.Instant? {
      get { end?.instant }
      set { end = newValue.map { Instant($0) } }
    }
    var end: Instant?
    package var timeLeft: Duration? { end.map { $0 - .now } }
    /// The maximum number of retries; nil for that of the spec.
    public var maxRetries: Int?
    /// The maximum number of redirects; with 0, the 3xx itself is returned.
    public var maxRedirects = 10
    /// Hosts that get credentials after a redirect.
    public var trustedHosts: [String] = []
    /// The mode of the cache.
    public var cache = CacheMode.none
    /// How long a successful response is fresh in the mode `standard`; nil for what its server says.
    public var cacheLifetime: Duration?
    /// The maximum size of a body in memory, after decompression.
    public var maxBodyBytes = 64 << 20

    /// Creates the default policies: timeouts of 10, 30 and 60 seconds, 10 redirects, and a body of 64 MiB.
    public init() {}
  }
}

/// The body of a request.
public enum RequestBody: Sendable {
  /// No body.
  case none
  /// The whole body in memory.
  case bytes([UInt8])
  /// Pieces that are read while the request is sent. `replay` creates the sequence again; nil if it can be read only once.
  indirect case stream(length: Int64?, replay: (@Sendable () -> ResponseBody)?, ResponseBody)

  /// Returns the same body for another attempt; nil if it can be read only once.
  package func again() -> RequestBody? {
    switch self {
    case .none, .bytes: self
    case .stream(let length, let replay?, _): .stream(length: length, replay: replay, replay())
    case .stream(_, nil, _): nil
    }
  }

  package var whole: [UInt8]? {
    switch self {
    case .none: []
    case .bytes(let bytes): bytes
    case .stream: nil
    }
  }

  package var length: Int64? {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .stream(let length, _, _): length
    }
  }

  /// Counts each piece when it is sent. A small body in memory is not split.
  func counted(by meter: ProgressMeter) -> RequestBody {
    switch self {
    case .none: return self
    case .bytes(let bytes):
      guard bytes.count > Self.pieceSize else { return self }
      return RequestBody.stream(length: length, replay: { Self.pieces(of: bytes) }, Self.pieces(of: bytes)).counted(by: meter)
    case .stream(let length, let replay, let pieces):
      let count: @Sendable (Int) -> Void = { taken in meter.update { $0.sent += Int64(taken) } }
      var again: (@Sendable () -> ResponseBody)?
      if let replay {
        again = {
          meter.update { $0.sent = 0 }
          return replay().counted(count)
        }
      }
      return .stream(length: length, replay: again, pieces.counted(count))
    }
  }

  /// The size of the pieces of an array.
  package static let pieceSize = 64 << 10

  /// Bytes in memory as pieces, so that progress can be reported, and an early response ends the upload.
  package static func pieces(of bytes: [UInt8]) -> ResponseBody {
    ResponseBody {
      var rest = bytes[...]
      return {
        defer { rest = rest.dropFirst(pieceSize) }
        return rest.isEmpty ? nil : Array(rest.prefix(pieceSize))
      }
    }
  }
}

/// A key for values beside a message. The owner of the value declares it, as with `ServiceContext`. A type of which a message has only one
/// value can be its own key.
package protocol MessageContextKey: Sendable {
  associatedtype Value: Sendable = Self
}

/// The key of a flag, which is false until it is set.
package protocol MessageFlag: MessageContextKey where Value == Bool {}

/// Whether the response is read as a whole, so that a truncated body is a failed attempt.
package enum IsReadWhole: MessageFlag {}

/// Whether a response of events or lines is read while it arrives, although nothing declares it.
package enum TakesStream: MessageFlag {}

extension PreparedRequest {
  /// Whether the response is read while it arrives, as its media type says.
  package func takesStream(_ response: Response) -> Bool {
    guard context[TakesStream.self], let type = response.headers[.contentType].flatMap(MediaType.read) else { return false }
    return type.essence == "text/event-stream" || type.isLines
  }
}

/// Whether nothing of the response body is needed, but its end.
package enum IsBodyDiscarded: MessageFlag {}

/// Whether the request follows a redirect.
package enum IsRedirected: MessageFlag {}

/// Whether the request is a retry.
package enum IsRetry: MessageFlag {}

/// Whether a redirect or a URL in a response has led to another origin, so that no credentials are added any more.
package enum IsAway: MessageFlag {}

/// The origin of the base of a call, if its arguments are part of the host.
package enum CallOrigin: MessageContextKey { package typealias Value = Origin }

extension CrossOriginRule {
  /// Returns the rule for a call, whose arguments may decide the origin of the base.
  package func of(_ request: PreparedRequest) -> CrossOriginRule {
    request.context[CallOrigin.self].map { CrossOriginRule(origin: $0, trustedHosts: trustedHosts) } ?? self
  }
}

/// Whether the body contains a secret. Then it stays with the origin, and a binary body is not printed.
package enum BodyHoldsSecret: MessageFlag {}

/// Whether a codec wrote the body, which may encode a secret in an unknown way.
package enum BodyIsCoded: MessageFlag {}

/// Whether a redirect to another origin has removed the Idempotency-Key, so that the request must not be repeated.
package enum HasLostKey: MessageFlag {}

/// The last request, where a redirect has led to another method: the requests before it were processed and must not be repeated.
package final class MovedRequest: MessageContextKey, Sendable, Hashable {
  package typealias Value = MovedRequest

  package let request: PreparedRequest
  /// The URLs that the requests before it changed.
  package let changed: [String]
  /// The number of redirects before it.
  package let redirects: Int

  package init(_ request: PreparedRequest, changed: [String], redirects: Int) {
    (self.request, self.changed, self.redirects) = (request, changed, redirects)
  }

  package static func == (left: MovedRequest, right: MovedRequest) -> Bool { left === right }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// Whether another origin has named the URL, so that the session has no part in what is requested there.
package enum IsNamedElsewhere: MessageFlag {}

/// The URLs of requests with an unsafe method, and of their redirects, whose stored responses are outdated (RFC 9111 section 4.4).
package enum ChangedURLs: MessageContextKey { package typealias Value = [String] }

/// Whether the content codings of the response are kept, so that another program gets the body as it came.
package enum KeepsCodings: MessageFlag {}

/// Is told the bytes of a stream before its elements are read.
package enum StreamTap: MessageContextKey { package typealias Value = @Sendable ([UInt8]) -> Void }

/// Whether the recording has no other response, so a retry would get the same one.
package enum IsLastKnown: MessageFlag {}

/// Values that policies, transports and observers store with a request or a response. They are never sent.
package struct MessageContext: Sendable {
  /// There are few entries: a linear search is faster than hashing.
  @usableFromInline
  var entries: [Entry] = []

  package init() {}

  /// The value for a key; setting nil removes it.
  @inlinable
  package subscript<Key: MessageContextKey>(key: Key.Type) -> Key.Value? {
    get {
      let id = ObjectIdentifier(key)
      for entry in entries where entry.id == id {
        // Entries are created only below, with the type of their key.
        return unsafeDowncast(entry.box, to: Box<Key.Value>.self).value
      }
      return nil
    }
    set {
      let id = ObjectIdentifier(key)
      let index = entries.firstIndex { $0.id == id }
      switch (index, newValue) {
      case (let index?, let value?): entries[index] = Entry(id: id, box: Box(value))
      case (nil, let value?): entries.append(Entry(id: id, box: Box(value)))
      case (let index?, nil): entries.remove(at: index)
      case (nil, nil): break
      }
    }
  }

  @inlinable
  package subscript<Flag: MessageFlag>(flag: Flag.Type) -> Bool {
    get { (self[flag] as Bool?) ?? false }
    set { self[flag] = newValue ? true : Bool?.none }
  }

  @usableFromInline
  package struct Entry: Sendable {
    @usableFromInline let id: ObjectIdentifier
    @usableFromInline let box: any AnyObject & Sendable

    @inlinable
    init(id: ObjectIdentifier, box: any AnyObject & Sendable) { (self.id, self.box) = (id, box) }
  }

  @usableFromInline
  final class Box<Value: Sendable>: Sendable {
    @usableFromInline let value: Value

    @inlinable
    init(_ value: Value) { self.value = value }
  }
}

/// Shares a large value that is often copied and rarely changed. A copy is one reference until it is changed.
package struct CopyOnWrite<Value: Sendable>: Sendable {
  private var box: Box

  package init(_ value: consuming Value) { box = Box(value) }

  package var value: Value {
    _read { yield box.value }
    _modify {
      if !isKnownUniquelyReferenced(&box) { box = Box(box.value) }
      yield &box.value
    }
  }

  /// `@unchecked` is safe: `value` is written only while one reference to the box exists, so no other task can read it.
  private final class Box: @unchecked Sendable {
    var value: Value

    init(_ value: consuming Value) { self.value = value }
  }
}
