import DialModel
import DialPolicies

/// What the spec says of the request of an endpoint beside its arguments: where it goes, how long it may take, which headers it has.
struct RequestLines {
  let base: String?
  let timeout: String?
  let headers: [(name: String, value: String)]
  /// Those that the spec gives.
  let policies: [PolicyLine]

  init(_ endpoint: EndpointModel, of service: ServiceModel) {
    base = endpoint.target.isAbsolute ? nil : service.base?.spelling
    timeout = Self.timeout(endpoint.policy)
    policies = endpoint.policyLines.filter(\.isGiven)
    headers = endpoint.headers.map { ($0.name, Self.shown($0)) }
  }

  var lines: [String] {
    let first = (base.map { ["base: \($0)"] } ?? []) + (timeout.map { ["timeout: \($0)"] } ?? [])
    return first + policies.map { "\($0.name): \($0.text)" } + headers.map { "header \($0.name): \($0.value)" }
  }

  private static func shown(_ field: FieldModel) -> String {
    let isLiteral = field.value.variables.isEmpty && field.value.arguments.isEmpty
    return isLiteral && HeaderRules.isSensitive(field.name) ? "set" : field.value.spelling
  }

  /// The times that the spec gives; those that hold without it are the same everywhere.
  private static func timeout(_ policy: PolicyModel) -> String? {
    let times = [(policy.connectTimeout, "to connect"), (policy.readTimeout, "without data"), (policy.totalTimeout, "in total")]
    let shown = times.compactMap { time, what in time.map { "\(text($0)) \(what)" } }
    return shown.isEmpty ? nil : shown.joined(separator: ", ")
  }

  private static func text(_ time: Duration) -> String {
    let milliseconds = Int64((time / .milliseconds(1)).rounded())
    return milliseconds % 1000 == 0 ? "\(milliseconds / 1000)s" : "\(milliseconds)ms"
  }
}
