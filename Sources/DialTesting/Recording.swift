public import Dial
import DialCore
import Synchronization

extension Client {
  /// A client that answers from the mocks of its spec, and the log of what it was asked to send.
  ///
  /// ```swift
  /// let (fake, log) = Client.recording(spec)
  /// try await fake.getUser(id: 7)
  /// log.requests[0].url   // "https://api.example.com/v1/users/7"
  /// ```
  public static func recording(_ spec: Spec, variables: Variables = [:]) -> (Client, RequestLog) {
    let log = RequestLog()
    let transport = RecordingTransport(inner: MockTransport(spec, variables: variables), log: log)
    return (Client(spec, variables: variables, transport: transport), log)
  }

  /// A client that answers from the mocks of its spec.
  public static func mocked(_ spec: Spec, variables: Variables = [:], base: String? = nil) -> Client {
    Client(spec, variables: variables, base: base, transport: MockTransport(spec, variables: variables))
  }
}

/// The requests that a recording client was asked to send, in order.
public final class RequestLog: Sendable {
  private let sent = Mutex<[PreparedRequest]>([])

  /// All requests that reached the transport until now, the oldest first: as the middlewares left them, those of redirects included.
  public var requests: [PreparedRequest] { sent.withLock { $0 } }

  /// How often an endpoint was called.
  public func count(of endpoint: String) -> Int { requests.count { $0.endpoint == endpoint } }

  func append(_ request: PreparedRequest) { sent.withLock { $0.append(request) } }
}

struct RecordingTransport: Transport {
  let inner: any Transport
  let log: RequestLog

  func send(_ request: PreparedRequest) async throws -> Response {
    log.append(request)
    return try await inner.send(request)
  }
}
