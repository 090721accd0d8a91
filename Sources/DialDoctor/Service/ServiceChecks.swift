package import Dial

/// The server of a spec: its name, the connection, the certificate, the time it takes, and its clock. One request is sent, without
/// credentials.
package struct ServiceChecks: Sendable {
  /// The clock may be off by this without a warning, and without a problem: a date of a server is in whole seconds.
  private static let (skewToWarn, skewToFail) = (5.0, 60.0)
  private static let slowFirstByte = Duration.seconds(2)
  /// The days before the end of a certificate in which it is replaced.
  private static let daysToWarn = 14.0

  let base: String
  let configuration: HTTPTransport.Configuration
  let service: ServiceModel
  let variable: @Sendable (String) -> String?
  let now: @Sendable () -> Double
  /// The values that are never shown.
  let secrets: Secrets
  /// The limit of the request; nil for that of a check.
  let timeout: Duration?

  /// - Parameters:
  ///   - base: the base of the spec with its variables.
  ///   - secrets: the secrets in the base. They are never shown, and not sent as a part of the path.
  ///   - variable: returns the value of a variable of credentials, such as the password of a client key.
  package init(
    base: String, configuration: HTTPTransport.Configuration, service: ServiceModel, timeout: Duration? = nil, secrets: Secrets = Secrets(),
    variable: @escaping @Sendable (String) -> String? = { _ in nil }, now: @escaping @Sendable () -> Double = WallClock.now
  ) {
    (self.base, self.configuration, self.service, self.timeout) = (base, configuration, service, timeout)
    (self.variable, self.now, self.secrets) = (variable, now, secrets)
  }

  package func checks() async -> [Check] {
    await found().map { Check(state: $0.state, name: $0.name, text: secrets.redact($0.text), advice: $0.advice) }
  }

  private func found() async -> [Check] {
    guard let origin = Origin(base) else {
      return [.problem("base", "'\(base)' is not a URL", .base)]
    }
    var found: [Check] = []
    let proxy = configuration.proxies.address(for: base)
    if let proxy {
      found.append(.ok("name", "the proxy \(proxy) looks it up"))
    } else if origin.port > 0 {
      found.append(await lookUp(origin.host))
      if found.last?.state == .problem { return found }
    }
    let transport = HTTPTransport(configuration: configuration)
    var request = PreparedRequest(endpoint: "", method: .head, url: url)
    request.tls = TLSRules(of: nil, in: service, base: base, value: variable)
    request.policy.connectTimeout = timeout ?? .seconds(10)
    request.policy.readTimeout = timeout ?? .seconds(10)
    request.policy.totalTimeout = timeout ?? .seconds(20)
    request.policy.deadline = timeout.map { .now + $0 }
    do {
      let response = try await transport.send(request)
      let arrived = now()
      found += connection(response)
      if let facts = await transport.inspect(request), let end = facts.end { found.append(certificate(facts, end)) }
      found.append(clock(response, arrived))
    } catch {
      found.append(failure(error))
    }
    await transport.shutdown()
    return found
  }

  /// The base itself, in which only an empty path is added.
  private var url: String {
    let rest = base.firstRange(of: "://").map { base[$0.upperBound...] } ?? base[...]
    let address = base[..<(rest.firstIndex(of: "/") ?? rest.endIndex)]
    // A token in the path is a credential.
    if secrets.redact(base) != base { return address + "/" }
    return rest.contains("/") ? base : base + "/"
  }

  private func lookUp(_ host: String) async -> Check {
    let host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    let start = ContinuousClock.now
    do throws(TransportError) {
      let address = try await HTTPTransport.address(of: host, within: timeout ?? .seconds(20))
      return .ok("name", "'\(host)' is \(address), found in \(Self.milliseconds(.now - start))")
    } catch {
      return .problem("name", TerminalText.safe(error.message), "check the name in 'base', and the DNS server of this machine")
    }
  }

  private func connection(_ response: Response) -> [Check] {
    guard let metrics = response.connection else { return [] }
    let status = response.status.code
    let connection = Check.ok(
      "connection", "\(metrics.version), opened in \(Self.milliseconds(metrics.waited)); HEAD gives status \(status)")
    let wait = metrics.firstByte - metrics.waited
    let text = "\(Self.milliseconds(wait)) after the request"
    return [
      connection,
      wait < Self.slowFirstByte
        ? .ok("first byte", text) : .warning("first byte", text, "raise 'timeout' in the spec if calls take that long, too"),
    ]
  }

  private func certificate(_ facts: ConnectionFacts, _ end: Int64) -> Check {
    let left = Double(end) - now()
    let names = facts.names.prefix(3).map { TerminalText.safe($0) }.joined(separator: ", ") + (facts.names.count > 3 ? ", …" : "")
    let day = Timestamp(secondsSince1970: Double(end)).rfc3339.prefix(10)
    let text = "\(facts.version ?? "TLS"); the certificate for \(names) ends on \(day), in \(TimeSpan.text(left))"
    if left > Self.daysToWarn * 86_400 { return .ok("TLS", text) }
    return .warning("TLS", text, "ask the operator of the server to renew the certificate")
  }

  private func clock(_ response: Response, _ arrived: Double) -> Check {
    guard let text = response.headers[.date], let date = Timestamp(httpDate: text) else {
      return .ok("clock", "the server sends no date to compare it with")
    }
    // The date is that of the beginning of its second.
    let skew = arrived - date.secondsSince1970
    let off = skew < 0 ? -skew : max(0, skew - 1)
    if off <= Self.skewToWarn { return .ok("clock", "agrees with that of the server") }
    let side = skew > 0 ? "ahead of" : "behind"
    let what = "this machine is \(TimeSpan.text(off)) \(side) the server"
    let advice: Advice = "set the clock of this machine: timedatectl set-ntp true; if it is right, tell the operator of the server"
    if off < Self.skewToFail { return .warning("clock", what, advice) }
    return .problem("clock", what + ", so signatures and tokens can be refused", advice)
  }

  private func failure(_ error: any Error) -> Check {
    guard let error = error as? TransportError else { return .problem("connection", "\(error)", "try again") }
    let advice: Advice =
      switch (error.kind, error.culprit) {
      case (_, .proxy?), (_, .proxyAddress?): .proxy
      case (.tls, .trust?): .trust
      case (.tls, .clientCertificate?): .clientCertificate
      case (.tls, .withoutTLS?): .base
      case (.tls, _): "ask the operator of the server, and check 'base', the clock of this machine, and 'tls' in the spec"
      case (.timeout, _): "check that the server is reachable from here, and that no firewall drops the connection"
      case (.io, _): .certificateFiles
      default: .base
      }
    return .problem(error.kind == .tls ? "TLS" : "connection", TerminalText.safe(error.message), error.hint.map(Advice.plain) ?? advice)
  }

  private static func milliseconds(_ duration: Duration) -> String { "\(Int64((duration / .milliseconds(1)).rounded())) ms" }
}
