import Dial
import DialLibc
import Dispatch

/// Whether a host has an address, and a port accepts connections.
enum Reach {
  /// Whether a server accepts connections, without a proxy.
  static func isOpen(_ url: String) async -> Bool {
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .none
    var request = PreparedRequest(endpoint: "", method: .head, url: url)
    request.policy.connectTimeout = .seconds(5)
    return await HTTPTransport(configuration: configuration).inspect(request) != nil
  }

  /// Returns the number of addresses of a host, or why there are none. Blocks a thread of its own.
  static func addresses(of host: String) async -> Result<Int, Reason> {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: lookUp(host)) }
    }
  }

  struct Reason: Error { let text: String }

  private static func lookUp(_ host: String) -> Result<Int, Reason> {
    var hints = addrinfo()
    #if canImport(Glibc)
      hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #else
      hints.ai_socktype = SOCK_STREAM
    #endif
    var first: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, nil, &hints, &first)
    guard code == 0 else { return .failure(Reason(text: gai_strerror(code).map { String(cString: $0) } ?? "error \(code)")) }
    defer { freeaddrinfo(first) }
    var (count, next) = (0, first)
    while let info = next { (count, next) = (count + 1, info.pointee.ai_next) }
    return .success(count)
  }
}
