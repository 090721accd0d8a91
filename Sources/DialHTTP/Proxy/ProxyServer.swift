import DialMessage
import DialModel

/// A proxy in a variable: `http://user:password@host:3128`, `socks5://host`, or `host:port`.
struct ProxyServer: Sendable, Hashable {
  enum Kind: String, Sendable { case http, https, socks5 }

  let kind: Kind
  let host: String
  let port: Int
  /// `user:password` in base64, for Basic.
  let credentials: String?

  init(_ text: String) throws {
    do throws(ProxyAddress.Fault) {
      self.init(try ProxyAddress(text))
    } catch {
      throw TransportError(.connect, error.message, mayPass: false).about(.proxyAddress)
    }
  }

  private init(_ address: ProxyAddress) {
    (kind, host, port) = (address.kind, address.host, address.port)
    credentials = address.userInfo.map { Base64.encode(PercentEncoding.decode($0.utf8)) }
  }

  var address: String { "\(host):\(port)" }
}
