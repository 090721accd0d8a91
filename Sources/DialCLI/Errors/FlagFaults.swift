import DialCore

/// Faults that a flag of the line caused: they name the flag, and the line of the spec has nothing to do with them.
struct FlagFaults {
  let target: TargetFlags
  let transport: TransportFlags

  func told(_ failure: Failure, _ faults: [ArgumentFault]) -> Failure {
    var told = failure
    if failure.code == CallError.Code.connect.rawValue, let hint = proxy(failure) { told.hint = hint }
    if failure.code == CallError.Code.io.rawValue, let flag = file(failure) {
      (told.message, told.location) = ("\(flag): \(failure.message)", nil)
    }
    let named = faults.map(named)
    for (index, message) in named.enumerated() {
      guard let message else { continue }
      told.faults[index].message = message
      told.faults[index].location = nil
    }
    if !faults.isEmpty { told.message = told.faults.map(\.message).joined(separator: "\n") }
    if !faults.isEmpty, named.allSatisfy({ $0 != nil }) { (told.location, told.hint) = (nil, nil) }
    return told
  }

  /// The message with its flag; nil where no flag caused it.
  private func named(_ fault: ArgumentFault) -> String? {
    switch fault.kind {
    case .base where target.base != nil: fault.message.replacing("the given base", with: "--base", maxReplacements: 1)
    case .option: "-H: " + fault.message
    default: nil
    }
  }

  /// The flag that named a file of certificates or keys that is none.
  private func file(_ failure: Failure) -> String? {
    if transport.cacert != nil, failure.message.hasPrefix("the trusted certificates in ") { return "--cacert" }
    guard let cert = transport.cert else { return nil }
    if failure.message.hasPrefix("the client certificate in '\(cert)'") { return "--cert" }
    return failure.message.hasPrefix("the client key in ") || failure.message.hasPrefix("the key in ")
      ? transport.key.map { _ in "--key" } ?? "--cert" : nil
  }

  /// Where the proxy that failed was named.
  private func proxy(_ failure: Failure) -> String? {
    guard failure.message.contains("the proxy ") else { return nil }
    if transport.proxy != nil { return "the proxy is that of --proxy; --proxy none goes without one" }
    let isSecure = failure.tried?.contains(" https://") == true
    let names = (isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
    guard let name = names.first(where: { Console.environment($0) != nil }) else { return nil }
    return "the proxy is that of the environment, from \(name); --proxy none goes without it"
  }
}
