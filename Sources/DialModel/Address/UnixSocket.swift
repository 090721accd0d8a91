/// A server on a Unix socket. Its URLs contain the path of the socket instead of a host: `http+unix://%2Fvar%2Frun%2Fdocker.sock/v1`.
package enum UnixSocket {
  package static let scheme = "http+unix"
  /// The `Host` of requests to a socket, which the server may use in its URLs.
  package static let host = "localhost"
  /// The maximum on every system: `sun_path` has 108 bytes on Linux and 104 on macOS, including a NUL.
  private static let maximumPathBytes = 103

  /// Converts `unix:///var/run/docker.sock` to the URL of its server. Returns other texts unchanged.
  package static func url(_ base: String) -> String {
    guard let url = AbsoluteURL(base), url.scheme.lowercased() == "unix", let path = path(url) else { return base }
    return "\(scheme)://\(PercentEncoding.encode(path))"
  }

  /// Returns the path of the socket in a URL; nil for other URLs and relative paths.
  package static func path(_ url: AbsoluteURL) -> String? {
    switch url.scheme.lowercased() {
    case "unix" where url.authority.isEmpty: path(url.rest)
    case scheme, "ws+unix": path(url.authority)
    default: nil
    }
  }

  private static func path(_ encoded: Substring) -> String? {
    let bytes = PercentEncoding.decode(encoded.utf8)
    guard bytes.count > 1, bytes[0] == UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether a base has the scheme of a socket.
  package static func isNamed(by base: String) -> Bool {
    AbsoluteURL(base).map { ["unix", scheme].contains($0.scheme.lowercased()) } ?? false
  }

  /// Returns why the base `name` is not a valid socket; nil if it is.
  static func fault(_ base: String, in name: String) -> String? {
    guard let path = AbsoluteURL(base).flatMap(path) else {
      return "\(name) must contain the absolute path of the socket, such as unix:///var/run/docker.sock or http+unix://%2Fvar%2Frun%2Fdocker.sock/v1"
    }
    let count = path.utf8.count
    return count > maximumPathBytes ? "the socket path in \(name) has \(count) bytes; the maximum is \(maximumPathBytes) bytes" : nil
  }
}
