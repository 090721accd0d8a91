import Dial

/// The proxies that the environment sets. Their passwords are never shown.
package struct ProxyChecks: Sendable {
  private static let names = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]

  let environment: @Sendable (String) -> String?

  package init(_ environment: @escaping @Sendable (String) -> String?) { self.environment = environment }

  package func checks() async -> [Check] {
    var found: [Check] = []
    for name in Self.names {
      if let text = environment(name), !text.isEmpty { found.append(await check(name, text)) }
    }
    if environment("HTTP_PROXY")?.isEmpty == false, environment("http_proxy") == nil {
      found.append(
        .warning("HTTP_PROXY", "is ignored, because a CGI server sets it from a request", "set http_proxy, in lowercase, instead"))
    }
    return found.isEmpty ? [.ok("proxies", "none")] : found
  }

  private func check(_ name: String, _ text: String) async -> Check {
    if let fault = HTTPTransport.Proxies.fault(text) {
      return .problem(name, fault, "correct the variable, as in: export \(name)=http://HOST:PORT")
    }
    guard let address = HTTPTransport.Proxies.variables(["http_proxy": text]).address(for: "http://localhost/") else {
      return .ok(name, "is set")
    }
    let server = address.drop { $0 != "/" }.dropFirst(2)
    if await Self.isOpen("http://\(server)/") { return .ok(name, "\(address) accepts connections") }
    return .problem(name, "\(address) does not accept connections", "start the proxy, or run: unset \(name)")
  }

  /// Whether a server accepts connections, without a proxy.
  private static func isOpen(_ url: String) async -> Bool {
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .none
    var request = PreparedRequest(endpoint: "", method: .head, url: url)
    request.policy.connectTimeout = .seconds(5)
    return await HTTPTransport(configuration: configuration).inspect(request) != nil
  }
}
