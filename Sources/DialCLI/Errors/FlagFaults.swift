import DialCore

/// Faults that a flag of the line caused: they name the flag, and the line of the spec has nothing to do with them.
struct FlagFaults {
  let target: TargetFlags
  let transport: TransportFlags

  func told(_ failure: Failure) -> Failure {
    var told = failure
    if failure.code == CallError.Code.connect.rawValue, let hint = proxy(failure) { told.hint = hint }
    guard failure.code == CallError.Code.arguments.rawValue else { return told }
    let lines = failure.message.split(separator: "\n").map(String.init)
    let named = lines.map(named)
    told.message = zip(named, lines).map { $0 ?? $1 }.joined(separator: "\n")
    for index in told.faults.indices {
      guard let message = self.named(told.faults[index].message) else { continue }
      told.faults[index].message = message
      told.faults[index].location = nil
    }
    if named.allSatisfy({ $0 != nil }) { (told.location, told.hint) = (nil, nil) }
    return told
  }

  /// The message with its flag; nil where no flag caused it.
  private func named(_ message: String) -> String? {
    let base = "the given base "
    if target.base != nil, message.hasPrefix(base) { return "--base " + message.dropFirst(base.count) }
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 1, parts[0] == "the header " else { return nil }
    let names = target.headers.map { $0.prefix { $0 != ":" }.lowercased() }
    return names.contains(parts[1].lowercased()) ? "-H: " + message : nil
  }

  /// Where the proxy that failed was named.
  private func proxy(_ failure: Failure) -> String? {
    guard failure.message.hasPrefix("the proxy ") else { return nil }
    if transport.proxy != nil { return "the proxy is that of --proxy; --proxy none goes without one" }
    let isSecure = failure.tried?.contains(" https://") == true
    let names = (isSecure ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]) + ["all_proxy", "ALL_PROXY"]
    guard let name = names.first(where: { Console.environment($0) != nil }) else { return nil }
    return "the proxy is that of the environment, from \(name); --proxy none goes without it"
  }
}
