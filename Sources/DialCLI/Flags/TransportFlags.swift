import ArgumentParser
import DialHTTP
import DialMessage

/// How the server is reached, and how long.
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
      "--timeout", sets: \.timeout, to: "duration", help: "time limit of the whole call, such as 500ms, 30s or 2m"),
    FlagDefinition(
      "--retry", sets: \.retry, to: "n", help: "maximum number of retries after temporary failures; 0 for none"),
    FlagDefinition("--cacert", sets: \.cacert, to: "file", help: "PEM file of certificates to trust instead of the system's"),
    FlagDefinition("--cert", sets: \.cert, to: "file", help: "PEM file of the client certificate"),
    FlagDefinition("--key", sets: \.key, to: "file", help: "PEM file of the key of --cert"),
    FlagDefinition("--proxy", sets: \.proxy, to: "url", help: "proxy for all servers; 'none' for no proxy"),
    FlagDefinition("--http1.1", switches: \.http1, help: "use HTTP/1.1 even if the server supports HTTP/2"),
    FlagDefinition(
      "--insecure", switches: \.insecure, help: "do not verify certificates; others can read and change the call"),
  ]

  /// The flags that were given.
  var given: [String] {
    let all = [
      ("--timeout", timeout != nil), ("--retry", retry != nil), ("--cacert", cacert != nil), ("--cert", cert != nil), ("--key", key != nil),
      ("--proxy", proxy != nil), ("--http1.1", http1), ("--insecure", insecure),
    ]
    return all.filter(\.1).map(\.0)
  }

  /// What cannot be read is told by whoever reads it.
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
    throw .usage("--retry must be an integer from 0 to 100, but is '\(retry)'")
  }

  func makeConfiguration() throws(Failure) -> HTTPTransport.Configuration {
    for (flag, path) in [("--cacert", cacert), ("--cert", cert), ("--key", key)] {
      guard let path, !LocalFile(path).exists else { continue }
      throw .usage("\(flag): cannot read '\(path)': \(LocalFile(path).isFolder ? "it is a folder" : "it does not exist")")
    }
    if let key, cert == nil { throw .usage("--key '\(key)' requires --cert") }
    if let cert, key == nil, !Self.holdsKey(cert) {
      throw .usage(
        "missing --key: '\(cert)' contains a certificate but no key", hint: "add --key FILE, or put the key into the file of --cert")
    }
    var configuration = HTTPTransport.Configuration()
    configuration.insecure = insecure
    configuration.http2 = !http1
    configuration.trustedCertificates = cacert
    configuration.clientCertificate = cert
    configuration.clientKey = key
    if let proxy {
      if proxy != "none", !proxy.isEmpty, let fault = HTTPTransport.Proxies.fault(proxy) {
        throw .usage("--proxy: \(fault)", hint: "write a URL such as --proxy http://proxy.example.com:3128, or use --proxy none")
      }
      configuration.proxies = proxy == "none" ? .none : .variables(["http_proxy": proxy, "https_proxy": proxy, "all_proxy": proxy])
    }
    return configuration
  }
}
