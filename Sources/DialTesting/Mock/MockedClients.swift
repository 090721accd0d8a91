public import Dial
import DialEngine
import DialMessage
import DialSpec
import Synchronization

extension Client {
  /// A client that answers from the mocks of its spec, and the log of what it was asked to send.
  ///
  /// ```swift
  /// let (fake, log) = Client.recording(spec)
  /// try await fake.getUser(id: 7)
  /// log.requests[0].url   // "https://api.example.com/v1/users/7"
  /// ```
  ///
  /// - Parameter options: how slow and how unreliable the answers are.
  public static func recording(_ spec: Spec, variables: Variables = [:], options: MockOptions = .init()) -> (Client, RequestLog) {
    let log = RequestLog()
    let transport = RecordingTransport(inner: UnreliableTransport(RoutedMock(spec, variables: variables), options), log: log)
    return (Client(spec, variables: variables, transport: transport), log)
  }

  /// A client that answers from the mocks of its spec.
  ///
  /// - Parameter options: how slow and how unreliable the answers are.
  public static func mocked(_ spec: Spec, variables: Variables = [:], base: String? = nil, options: MockOptions = .init()) -> Client {
    Client(
      spec, variables: variables, base: base,
      transport: UnreliableTransport(RoutedMock(spec, variables: variables, base: base), options))
  }
}

/// The requests that a recording client was asked to send, in order.
public final class RequestLog: Sendable {
  private let sent = Mutex<[PreparedRequest]>([])

  /// All requests that reached the transport until now, the oldest first: as the middlewares left them, those of redirects included.
  public var requests: [PreparedRequest] { sent.withLock { $0 } }

  /// Those of one endpoint.
  public func requests(of endpoint: String) -> [PreparedRequest] { requests.filter { $0.endpoint == endpoint } }

  /// Forgets all requests until now, such as those that prepare a test.
  public func reset() { sent.withLock { $0 = [] } }

  /// How often an endpoint was called.
  public func count(of endpoint: String) -> Int { requests.count { $0.endpoint == endpoint } }

  func append(_ request: PreparedRequest) { sent.withLock { $0.append(request) } }
}

struct RecordingTransport: OfflineTransport {
  let mayKnowTokens = false
  let inner: any Transport
  let log: RequestLog

  func send(_ request: PreparedRequest) async throws -> Response {
    log.append(request)
    return try await inner.send(request)
  }
}
