public import Dial
import Synchronization

extension Client {
  /// Returns a client that responds from the mocks of its spec, and a log of its requests.
  ///
  /// ```swift
  /// let (fake, log) = Client.recording(spec)
  /// try await fake.getUser(id: 7)
  /// log.requests[0].url   // "https://api.example.com/v1/users/7"
  /// ```
  ///
  /// - Parameter options: delays and failures of the responses.
  public static func recording(_ spec: Spec, variables: Variables = [:], options: MockOptions = .init()) -> (Client, RequestLog) {
    let log = RequestLog()
    let transport = RecordingTransport(inner: UnreliableTransport(RoutedMock(spec, variables: variables), options), log: log)
    return (Client(spec, variables: variables, transport: transport), log)
  }

  /// Returns a client that responds from the mocks of its spec, with delays and failures of `options`. The spec needs no `base`.
  public static func mocked(_ spec: Spec, variables: Variables = [:], base: String? = nil, options: MockOptions = .init()) -> Client {
    let base = base ?? (spec.service.base == nil ? "http://localhost" : nil)
    return Client(
      spec, variables: variables, base: base, transport: UnreliableTransport(RoutedMock(spec, variables: variables, base: base), options))
  }
}

/// The requests of a recording client, in order.
public final class RequestLog: Sendable {
  private let sent = Mutex<[PreparedRequest]>([])

  /// All requests that reached the transport, the oldest first, including redirects and the changes of middlewares.
  public var requests: [PreparedRequest] { sent.withLock { $0 } }

  /// Returns the requests of one endpoint.
  public func requests(of endpoint: String) -> [PreparedRequest] { requests.filter { $0.endpoint == endpoint } }

  /// Removes all requests, such as those that prepare a test.
  public func reset() { sent.withLock { $0 = [] } }

  /// Returns the number of requests of an endpoint.
  public func count(of endpoint: String) -> Int { requests.count { $0.endpoint == endpoint } }

  func append(_ request: PreparedRequest) { sent.withLock { $0.append(request) } }
}

struct RecordingTransport: Transport {
  let traits = TransportTraits(offline: .mocks)
  let inner: any Transport
  let log: RequestLog

  func send(_ request: PreparedRequest) async throws -> Response {
    log.append(request)
    return try await inner.send(request)
  }
}

extension RequestLog: SecretHolder {
  /// The name of the type, without requests.
  public var description: String { "RequestLog" }
}
