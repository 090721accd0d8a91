import DialCore

/// The parts of a request's URL, taken as they are: what follows the authority goes on the wire byte for byte.
struct RequestURL: Sendable {
  /// `http` or `https`.
  let scheme: String
  /// In lower case, an IPv6 address in brackets.
  let host: String
  let port: Int
  /// The path and the query, such as `/a%2Fb?q`; `/` where the URL has no path.
  let target: String

  init(_ url: String) throws {
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw TransportError(.protocol, "the URL has a character that must be percent-encoded")
    }
    guard let origin = Origin(url), let mark = url.firstRange(of: "://") else {
      throw TransportError(.protocol, "the URL is not absolute, or its port is no number")
    }
    guard origin.scheme == "http" || origin.scheme == "https" else {
      throw TransportError(.protocol, "the scheme '\(origin.scheme)' is not spoken, only http and https")
    }
    let rest = url[mark.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
    guard !rest[..<end].contains("@") else {
      throw TransportError(.protocol, "user and password in a URL are not sent; use auth")
    }
    guard Self.isHost(origin.host), origin.port > 0 else {
      throw TransportError(.protocol, "the URL has no valid host and port")
    }
    let target = rest[end...].prefix { $0 != "#" }
    scheme = origin.scheme
    host = origin.host
    port = origin.port
    self.target = target.first == "/" ? String(target) : "/" + target
  }

  var isSecure: Bool { scheme == "https" }
  /// Host and port, as messages name a server.
  var address: String { "\(host):\(port)" }
  /// The value of the field Host: without the port that goes without saying.
  var hostField: String { port == (isSecure ? 443 : 80) ? host : address }

  private static func isHost(_ host: String) -> Bool {
    if host.first == "[" {
      return host.last == "]" && host.utf8.count > 3
        && host.dropFirst().dropLast().utf8.allSatisfy { $0 == 0x3A || $0 == 0x2E || isHex($0) }
    }
    return host.utf8.allSatisfy {
      $0 == 0x2D || $0 == 0x2E || $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0)
    }
  }

  private static func isHex(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
}
