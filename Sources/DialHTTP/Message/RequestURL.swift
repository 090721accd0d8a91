import DialMessage
import DialModel

/// The parts of a URL, unchanged: everything after the authority is sent byte for byte.
struct RequestURL: Sendable {
  let server: Server
  /// The path and the query, such as `/a%2Fb?q`; `/` without a path.
  let target: String

  /// - Parameter known: a server to compare with first, to avoid parsing its name.
  init(_ url: String, known: Server? = nil) throws {
    if let known, let target = known.target(of: url) {
      (server, self.target) = (known, target)
      return
    }
    guard url.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw TransportError(.protocol, "the URL contains a character that must be percent-encoded")
    }
    guard let parts = AbsoluteURL(url) else { throw Self.notAbsolute }
    server = try Server(parts)
    let rest = parts.rest.utf8
    let target = Substring(rest.prefix { $0 != UInt8(ascii: "#") })
    self.target = rest.first == UInt8(ascii: "/") ? String(target) : "/" + target
  }

  private static let notAbsolute = TransportError(.protocol, "the URL is not absolute, or its port is not a number")

  final class Server: Sendable {
    /// `http`, `https` or `http+unix`.
    let scheme: String
    /// The host in lowercase, an IPv6 address in brackets without its zone; `localhost` for a Unix socket.
    let host: String
    let port: Int
    /// The zone of an IPv6 address, such as `eth0`.
    let zone: String?
    let socketPath: String?
    /// The host and port, or the path of the socket, for messages.
    let address: String
    /// The Host field, without the default port.
    let hostField: String
    let origin: String
    private let written: [UInt8]

    init(_ url: AbsoluteURL) throws {
      guard let origin = Origin(url) else { throw RequestURL.notAbsolute }
      written = Array("\(url.scheme)://\(url.authority)".utf8)
      (scheme, port, self.origin, socketPath) = (origin.scheme, origin.port, origin.text, origin.socketPath)
      hostField = origin.hostField
      if let socketPath {
        (host, zone, address) = (hostField, nil, socketPath)
        return
      }
      guard origin.scheme == "http" || origin.scheme == "https" else {
        throw TransportError(.protocol, "unsupported scheme '\(origin.scheme)'; use http or https")
      }
      guard !url.authority.utf8.contains(UInt8(ascii: "@")) else {
        throw TransportError(.protocol, "the URL contains a user and password, which are not sent; use 'auth' instead")
      }
      guard HostRule.isHost(origin.host.utf8), origin.port > 0 else {
        throw TransportError(.protocol, "the URL has no valid host and port")
      }
      host = IPv6Zone.removed(from: origin.host)
      zone = host == origin.host ? nil : String(origin.host.dropFirst(host.count + 2).dropLast())
      address = "\(host):\(port)"
    }

    var isSecure: Bool { scheme == "https" }

    /// Returns the target of a URL that starts with this server in the same spelling; nil if it must be parsed.
    func target(of url: String) -> String? {
      url.utf8.withContiguousStorageIfAvailable { bytes in
        let rest = bytes.dropFirst(written.count)
        guard rest.first == UInt8(ascii: "/"), bytes.starts(with: written) else { return nil }
        for byte in rest where byte < 0x21 || byte > 0x7E || byte == UInt8(ascii: "#") { return nil }
        return String(decoding: rest, as: UTF8.self)
      } ?? nil
    }
  }
}

extension String {
  /// The host without the brackets of an IPv6 address.
  var withoutBrackets: String { first == "[" ? String(dropFirst().dropLast()) : self }
}
