#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension HTTPTransport {
  /// The settings of a transport. The environment is read once, when the transport is created.
  public struct Configuration: Sendable {
    /// The proxies for servers.
    public var proxies: Proxies = .environment
    /// The maximum size of a decompressed body; nil for `maxBodyBytes` of the request.
    public var maxInflatedBytes: Int?
    /// The maximum ratio of decompression for bodies over 1 MiB.
    public var maxInflationRatio = 200
    /// Whether to skip the verification of certificates. Only for testing servers: others can read and change the call.
    public var insecure = false
    /// A PEM file with certificates to trust instead of those of the system.
    public var trustedCertificates: String?
    /// A PEM file with the client certificate and its chain.
    public var clientCertificate: String?
    /// A PEM file with the key; nil if it is in the file of `clientCertificate`.
    public var clientKey: String?
    /// Whether to offer HTTP/2 to `https` servers; otherwise HTTP/1.1 is used.
    public var http2 = true
    /// The maximum number of HTTP/1.1 connections to one server. More calls wait, which counts as connecting. HTTP/2 needs only one
    /// connection.
    public var connectionsPerHost = 256
    /// How long an idle connection is kept open.
    public var idleTimeout: Duration = .seconds(60)

    /// Creates the default settings: proxies of the environment, certificates of the system, no client certificate, and at most 256
    /// connections to a server.
    public init() {}
  }

  /// The source of proxies.
  public enum Proxies: Sendable {
    /// `http_proxy` (only in lowercase), `https_proxy`, `all_proxy` and `no_proxy` of the process, as in curl.
    case environment
    /// The same variables from a dictionary.
    case variables([String: String])
    /// No proxy.
    case none
  }
}

extension HTTPTransport.Proxies {
  /// Returns why a text is not a proxy address; nil if it is.
  package static func fault(_ text: String) -> String? {
    do throws(ProxyAddress.Fault) {
      _ = try ProxyAddress(text)
      return nil
    } catch {
      return error.message
    }
  }

  /// Returns the value of a variable.
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
