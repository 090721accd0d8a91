package import Dial

/// Faults caused by a flag, which they name instead of the line of the spec.
package struct FlagFaults {
  package let target: TargetFlags
  package let transport: TransportFlags
  package let spec: Spec
  package let context: Context

  package init(target: TargetFlags, transport: TransportFlags, spec: Spec, context: Context) {
    (self.target, self.transport, self.spec, self.context) = (target, transport, spec, context)
  }

  package static let base = "write a URL such as --base https://api.example.com/v1"

  package func described(_ failure: Failure, _ faults: [ArgumentFault]) -> Failure {
    var described = failure
    if failure.culprit == .proxy, let hint = proxy(failure) { described.hint = hint }
    if let name = wrongProxy(failure) {
      described = .usage("\(name): \(failure.message)", hint: "write a URL such as http://proxy.example.com:3128, or use --proxy none")
    }
    if let flag = file(failure.culprit) { described = .usage("\(flag): \(failure.message)", hint: failure.hint) }
    if faults.isEmpty || described.faults.count != faults.count { return described }
    let named = faults.map(named)
    for (index, message) in named.enumerated() {
      if let message { (described.faults[index].message, described.faults[index].location) = (message, nil) }
    }
    described.message = described.faults.map(\.message).joined(separator: "\n")
    if named.allSatisfy({ $0 != nil }) { (described.location, described.hint) = (nil, nil) }
    return faults.allSatisfy { $0.kind == .base } ? base(described) : described
  }

  private func base(_ failure: Failure) -> Failure {
    var described = failure
    if target.service.base != nil {
      described.hint = Self.base
    } else if let text = spec.service.base, !text.variables.isEmpty, failure.location != nil {
      described.location = text.range
      let names = Array(Set(text.variables)).sorted()
      described.hint = "to change the base, pass " + names.map { "--var \($0)=…" }.joined(separator: " ")
    }
    return described
  }

  /// Returns the message with its flag; nil if no flag caused it.
  private func named(_ fault: ArgumentFault) -> String? {
    if case .givenBase(let base)? = fault.culprit {
      let profile = target.service.profile ?? context.profile ?? ""
      return BaseURL.fault(base, in: target.service.base == nil ? "the base of the profile '\(profile)'" : "--base")
    }
    return fault.kind == .option ? "-H: " + fault.message : nil
  }

  /// Returns the flag of an invalid certificate or key file.
  private func file(_ culprit: FailureCause?) -> String? {
    switch culprit {
    case .trustFile: transport.cacert.map { _ in "--cacert" }
    case .certificateFile: transport.cert.map { _ in "--cert" }
    case .keyFile, .keyPassword(variable: nil): transport.cert.map { _ in transport.key == nil ? "--cert" : "--key" }
    default: nil
    }
  }

  /// Returns where the failed proxy was set.
  private func proxy(_ failure: Failure) -> String? {
    let setting = transport.proxy == nil ? Self.proxyVariable(failure).map { "the environment variable \($0)" } : "--proxy"
    return setting.map { "the proxy is set by \($0); to connect without a proxy, use --proxy none" }
  }

  /// Returns the environment variable with an invalid proxy, if it prevented the request.
  private func wrongProxy(_ failure: Failure) -> String? {
    failure.culprit == .proxyAddress && failure.first == nil && transport.proxy == nil ? Self.proxyVariable(failure) : nil
  }

  /// Returns the environment variable with the proxy of the failed request.
  private static func proxyVariable(_ failure: Failure) -> String? {
    let isSecure = failure.tried?.split(separator: " ").last?.hasPrefix("https://") == true
    let names = (isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
    return names.first { Console.environment($0) != nil }
  }
}
