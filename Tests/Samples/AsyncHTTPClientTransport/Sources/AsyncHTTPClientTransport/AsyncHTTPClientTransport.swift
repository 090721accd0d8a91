import AsyncHTTPClient
import Dial
import NIOCore
import NIOHTTP1

/// Sends the requests of a ``Client`` with AsyncHTTPClient.
///
/// ```swift
/// var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
/// configuration.connectionPool.retryConnectionEstablishment = false
/// let users = Client(spec, transport: AsyncHTTPClientTransport(HTTPClient(configuration: configuration)))
/// ```
public struct AsyncHTTPClientTransport: Transport {
  private let client: HTTPClient

  /// Creates a transport over a client, which should not follow redirects or retry: Dial does both, because it knows which credentials may
  /// go where, and which requests can be repeated.
  public init(_ client: HTTPClient) { self.client = client }

  public func send(_ request: PreparedRequest) async throws -> Response {
    do {
      let response = try await client.execute(Self.converted(request), deadline: Self.deadline(of: request.policy))
      var headers = HTTPFields()
      for (name, value) in response.headers {
        if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
      }
      let status = HTTPResponse.Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase)
      return Response(status: status, headers: headers, url: request.url, body: ResponseBody(Pieces(body: response.body)))
    } catch {
      throw Self.mapped(error)
    }
  }

  private static func converted(_ request: PreparedRequest) -> HTTPClientRequest {
    var converted = HTTPClientRequest(url: request.url)
    converted.method = HTTPMethod(rawValue: request.method.rawValue)
    for field in request.headers { converted.headers.add(name: field.name.rawName, value: field.value) }
    switch request.body {
    case .none: break
    case .bytes(let bytes): converted.body = .bytes(ByteBuffer(bytes: bytes))
    case .stream(let length, _, let pieces):
      converted.body = .stream(pieces.map { ByteBuffer(bytes: $0) }, length: length.map { .known($0) } ?? .unknown)
    }
    return converted
  }

  private static func deadline(of policy: PreparedRequest.Policy) -> NIODeadline {
    guard let end = policy.deadline else { return .distantFuture }
    return .now() + TimeAmount(ContinuousClock.now.duration(to: end))
  }

  /// Dial retries by the kind of an error, and shows its message.
  private static func mapped(_ error: any Error) -> any Error {
    guard let error = error as? HTTPClientError else { return error is CancellationError ? error : TransportError(.connect, "\(error)") }
    switch error {
    case .cancelled: return CancellationError()
    case .connectTimeout: return TransportError(.timeout, "timed out while connecting")
    case .deadlineExceeded, .readTimeout: return TransportError(.timeout, "timed out waiting for the response")
    case .remoteConnectionClosed: return TransportError(.connect, "the server closed the connection without a response")
    default: return TransportError(.protocol, error.shortDescription)
    }
  }

  /// The body of a response in the pieces in which it arrives.
  private struct Pieces: AsyncSequence, Sendable {
    let body: HTTPClientResponse.Body

    func makeAsyncIterator() -> Iterator { Iterator(buffers: body.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
      var buffers: HTTPClientResponse.Body.AsyncIterator

      mutating func next() async throws -> [UInt8]? {
        do { return try await buffers.next().map { Array($0.readableBytesView) } } catch { throw mapped(error) }
      }
    }
  }
}
