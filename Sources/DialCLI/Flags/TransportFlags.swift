import ArgumentParser
import DialHTTP
import DialMessage

/// Flags for the connection and its timeouts.
struct TransportFlags: FlagGroup {
  var timeout: String?
  var retry: String?
  var cacert: String?
  var cert: String?
  var key: String?
  var proxy: String?
  var http1 = false
  var insecure = false

  static let flags: [FlagDefinition<Self>] = [
    FlagDefinition(
      "--timeout", sets: \.timeout, to: "duration", help: "For the whole call, a stream or a web socket to its end: 500ms, 30s, 2m."),
    FlagDefinition(
      "--retry", sets: \.retry, to: "n", help: "Send again at most so often what may be sent twice and failed in passing; 0 for never."),
    FlagDefinition("--cacert", sets: \.cacert, to: "file", help: "A PEM file of the certificates to trust, in place of the system's."),
    FlagDefinition("--cert", sets: \.cert, to: "file", help: "A PEM file with the certificate to show to the server."),
    FlagDefinition("--key", sets: \.key, to: "file", help: "A PEM file with the key of --cert."),
    FlagDefinition("--proxy", sets: \.proxy, to: "url", help: "The proxy for every server; 'none' for no proxy."),
    FlagDefinition("--http1.1", switches: \.http1, help: "Speak HTTP/1.1, also to servers that speak HTTP/2."),
    FlagDefinition(
      "--insecure", switches: \.insecure, help: "Do not verify certificates: everyone on the way can read and change the call."),
  ]

  /// The flags that were set.
  var given: [String] {
    let all = [
      ("--timeout", timeout != nil), ("--retry", retry != nil), ("--cacert", cacert != nil), ("--cert", cert != nil), ("--key", key != nil),
      ("--proxy", proxy != nil), ("--http1.1", http1), ("--insecure", insecure),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// Whether a file contains a key. Read errors are reported later.
  private static func holdsKey(_ path: String) -> Bool {
    guard case .success(let bytes) = File(path).contents(upTo: 16 << 20) else { return true }
    return bytes.firstRange(of: Array("PRIVATE KEY-----".utf8)) != nil
  }

  func makeTimeout() throws(Failure) -> Duration? {
    guard let timeout else { return nil }
    return try FlagDuration.read(timeout, "--timeout", "500ms, 30s or 1m30s")
  }

  func makeRetries() throws(Failure) -> Int? {
    guard let retry else { return nil }
    if let count = Int(retry), (0...100).contains(count) { return count }
    throw .usage("--retry takes a whole number from 0 to 100, not '\(retry)'")
  }

  func makeConfiguration() throws(Failure) -> HTTPTransport.Configuration {
    for (flag, path) in [("--cacert", cacert), ("--cert", cert), ("--key", key)] {
      guard let path, !LocalFile(path).exists else { continue }
      throw .usage("\(flag): cannot read '\(path)': \(LocalFile(path).isFolder ? "it is a folder" : "there is no such file")")
    }
    if let key, cert == nil { throw .usage("--key '\(key)' is the key of a certificate, and --cert is missing") }
    if let cert, key == nil, !Self.holdsKey(cert) {
      throw .usage(
        "--key is missing: '\(cert)' holds a certificate, and no key", hint: "--cert FILE --key FILE, or both in the file of --cert")
    }
    var configuration = HTTPTransport.Configuration()
    configuration.insecure = insecure
    configuration.http2 = !http1
    configuration.trustedCertificates = cacert
    configuration.clientCertificate = cert
    configuration.clientKey = key
    if let proxy {
      if proxy != "none", !proxy.isEmpty, let fault = HTTPTransport.Proxies.fault(proxy) {
        throw .usage("--proxy: \(fault)", hint: "such as --proxy http://proxy.example.com:3128; --proxy none goes without one")
      }
      configuration.proxies = proxy == "none" ? .none : .variables(["http_proxy": proxy, "https_proxy": proxy, "all_proxy": proxy])
    }
    return configuration
  }
}
