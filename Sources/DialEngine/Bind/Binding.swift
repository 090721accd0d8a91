import DialJSON
import DialMessage
import DialModel

/// One call on its way to a request: the arguments by slot, what is wrong with them, and what is secret in them. The writers of the URL, the
/// headers and the body read the values here, and report here.
struct Binding: ~Copyable {
  let plan: EndpointPlan
  var given: GivenArguments
  var faults: FaultList
  var secrets: Secrets
  /// Slots of headers that the caller left to their defaults.
  var defaulted: Set<Int> = []
  /// Whether the request goes to another origin than the base's.
  var isForeign = false
  /// What `$uuid` and the like are in this call.
  var generated = GeneratedValues()

  var model: EndpointModel { plan.model }

  init(_ plan: EndpointPlan, _ arguments: Arguments) {
    self.plan = plan
    given = GivenArguments(count: plan.parameters.count)
    faults = FaultList(arguments)
    secrets = plan.secrets
    var matcher = ArgumentMatcher(plan)
    matcher.match(arguments, &self)
  }

  mutating func refuse(_ kind: ArgumentFault.Kind, _ name: String?, _ message: String) { faults.add(ArgumentFault(kind, name, message)) }

  mutating func refuse(_ kind: ArgumentFault.Kind, _ parameter: ParameterModel, _ message: String) {
    faults.add(ArgumentFault(kind, parameter, message))
  }

  /// Reports what the plan knew before the call. A credential of the base is a fault on another origin only.
  mutating func report(_ problems: [Problem]) { for problem in problems { report(problem) } }

  mutating func report(_ problem: Problem) {
    switch problem {
    case .fault(let fault): faults.add(fault)
    case .missing(let variable): faults.add(variable)
    case .credential(let name):
      guard isForeign else { return }
      refuse(
        .place, nil, "the variable '\(name)' is a credential and is not sent to an origin other than the base; to allow it, set 'redirects.trust'")
    }
  }

  /// A text of the spec filled in; nil where an argument is absent, or a variable (which is a fault) is missing.
  mutating func fill(_ text: FilledText) -> String? {
    if let constant = text.constant { return constant }
    let given = given
    var problems: [Problem] = []
    let whole = text.filled({ given.value($0) }, &generated, &problems)
    report(problems)
    return whole
  }

  /// A template of the spec filled in; nil where it is an argument that is absent.
  mutating func fill(_ template: FilledTemplate) -> JSON? {
    let given = given
    var problems: [Problem] = []
    let value = template.filled({ given.value($0) }, &generated, &problems)
    report(problems)
    return value
  }
}
