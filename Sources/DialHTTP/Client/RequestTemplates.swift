import AsyncHTTPClient
import NIOHTTP1
import Synchronization

/// Requests without fields and body to the addresses that connections are made to. The client reads a URL anew for each request, which costs
/// as much as all that Dial does to it; these are read once.
final class RequestTemplates: Sendable {
  private struct Key: Hashable {
    var hop: String
    var method: String
  }
  private let known = Mutex<[Key: HTTPClient.Request]>([:])
  /// Of more servers than these the URLs are read again.
  private static let most = 64

  func request(_ hop: String, _ method: HTTPMethod) throws -> HTTPClient.Request {
    let key = Key(hop: hop, method: method.rawValue)
    if let request = known.withLock({ $0[key] }) { return request }
    let request = try HTTPClient.Request(url: hop, method: method)
    known.withLock { known in
      if known.count >= Self.most { known = [:] }
      known[key] = request
    }
    return request
  }
}
