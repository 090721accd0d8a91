#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension HTTPTransport {
  /// How a transport reaches servers. The environment is read once, when the transport is made.
  public struct Configuration: Sendable {
    /// Which proxy is used for which server.
    public var proxies: Proxies = .environment
    /// The largest size of an inflated body; nil for the request's `maxBodyBytes`.
    public var maxInflatedBytes: Int?
    /// How many times its size on the wire a body may inflate to, once it is over 1 MiB.
    public var maxInflationRatio = 200
    /// Certificates are not verified. For tests of servers only: everyone on the way can read and change the call.
    public var insecure = false
    /// A PEM file of the certificates that are trusted instead of the system's.
    public var trustedCertificates: String?
    /// PEM files of the certificate (with its chain) and the key that are shown to a server that asks.
    public var clientCertificate: String?
    /// The PEM file of the key; nil where it is in the file of `clientCertificate`.
    public var clientKey: String?
    /// HTTP/2 is offered to servers that are reached with `https`; without, all is HTTP/1.1.
    public var http2 = true
    /// Connections of HTTP/1.1 at once to one server, as one of HTTP/2 serves many calls; more calls wait for a free one. The wait counts as connecting.
    public var connectionsPerHost = 256
    /// How long an unused connection is kept.
    public var idleTimeout: Duration = .seconds(60)

    /// The proxies of the environment, the certificates of the system, no client certificate, and at most 256 connections to a server.
    public init() {}
  }

  /// Where proxies come from.
  public enum Proxies: Sendable {
    /// `http_proxy` (in lower case only), `https_proxy`, `all_proxy` and `no_proxy` of the process, as curl reads them.
    case environment
    /// The same names, looked up here.
    case variables([String: String])
    /// No proxy at all.
    case none
  }
}

extension HTTPTransport.Proxies {
  /// Why a text names no proxy, or nil.
  package static func fault(_ text: String) -> String? {
    do throws(ProxyAddress.Fault) {
      _ = try ProxyAddress(text)
      return nil
    } catch {
      return error.message
    }
  }

  /// The value of a variable.
  func value(of name: String) -> String? {
    switch self {
    case .none: nil
    case .variables(let values): values[name]
    case .environment: getenv(name).map { String(cString: $0) }
    }
  }
}

extension HTTPTransport.Configuration {
  var tlsSettings: TLSSettings {
    TLSSettings(
      insecure: insecure, trustedCertificates: trustedCertificates, clientCertificate: clientCertificate, clientKey: clientKey)
  }
}
