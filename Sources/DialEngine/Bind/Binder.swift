import DialJSON
package import DialMessage
import DialModel
import DialPolicies

/// Binds the arguments of one call to a plan: gives a request that can be sent, or every fault at once.
enum Binder {
  /// The request of a call. All faults are reported together, and nothing is sent.
  static func bind(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> BoundRequest {
    var call = Binding(plan, arguments)
    var settler = ArgumentResolver()
    settler.settle(&call)
    var target = TargetWriter(plan)
    target.write(&call)
    if call.isForeign { settler.withholdSecrets(&call) }
    var query = QueryWriter(behind: target.url)
    query.write(&call)
    var headers = HeaderWriter()
    headers.write(&call, options)
    var body = BodyWriter()
    body.write(&call, &headers.fields)
    query.write(options: options.query, &call)
    for credential in call.isForeign ? [] : plan.credentials where !isReplaced(credential, options.headers) {
      switch credential {
      case .header(let target, let value, let variables): headers.write(credential: value, of: variables, target, &call)
      case .item(let text): query.write(credential: text)
      case .problems(let problems, _): call.report(problems)
      }
    }
    headers.write(options: options.headers, &call)
    query.finish()
    if !headers.fields.secretNames.isEmpty { call.secrets.headerNames.formUnion(headers.fields.secretNames) }
    if !plan.isSendable { call.refuse(.spec, nil, "'\(plan.model.method)' is not a valid HTTP method") }
    guard call.faults.isEmpty else { throw call.faults.error(plan, call.given, call.secrets) }
    return BoundRequest(
      request: request(of: call, query.text, headers, body, options), given: call.given, isForeign: call.isForeign, form: body.form)
  }

  /// The request that was bound. What stays as it is in the plan is not written, so that the rest remains the plan's.
  private static func request(
    of call: borrowing Binding, _ url: String, _ headers: HeaderWriter, _ body: BodyWriter, _ options: CallOptions
  ) -> PreparedRequest {
    let plan = call.plan
    var request = PreparedRequest(like: plan.request, url: url, headers: headers.fields.fields, body: body.body)
    if plan.body.hasSecretTemplate || plan.body.secretSlots.contains(where: { call.given.isGiven($0) }) {
      request.bodyHoldsSecret = true
    }
    if plan.body.isCoded { request.bodyIsCoded = true }
    if let file = body.file { request.bodyFile = file }
    if call.secrets.holdsMore(than: plan.secrets) { request.secrets = call.secrets }
    if options.changesRequest { request.take(options) }
    if plan.isCaching || options.cache != nil { request.passedFields = headers.passedFields(call) }
    return request
  }

  /// Whether the call gives the header that the credential would fill: then no variable is needed for it.
  private static func isReplaced(_ credential: CredentialStep, _ given: [(String, String)]) -> Bool {
    let filled: String? =
      switch credential {
      case .header(let target, _, _): target.wire
      case .problems(_, let header): header
      case .item: nil
      }
    guard !given.isEmpty, let name = filled else { return false }
    return given.contains { $0.0.lowercased() == name.lowercased() }
  }
}

/// A bound request, and what it was made of.
package struct BoundRequest: Sendable {
  package var request: PreparedRequest
  /// The arguments, each with the parameter of the plan that takes it.
  var given: MatchedArguments
  package let isForeign: Bool
  var form: MultipartForm?
}

extension CallOptions {
  /// Whether a request says something of them.
  fileprivate var changesRequest: Bool { accept != nil || timeout != nil || cache != nil || retries != nil }
}

extension PreparedRequest {
  fileprivate mutating func take(_ options: CallOptions) {
    if let accept = options.accept { self.accept = accept }
    if let timeout = options.timeout { policy.totalTimeout = timeout }
    if let cache = options.cache { policy.cache = cache }
    if let retries = options.retries { policy.maxRetries = retries }
  }
}

/// One call on its way to a request: the arguments by slot, what is wrong with them, and what is secret in them. The writers of the URL, the
/// headers and the body read the values here, and report here.
struct Binding: ~Copyable {
  let plan: EndpointPlan
  var given: MatchedArguments
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
    given = MatchedArguments(count: plan.parameters.count)
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
        .place, nil,
        "the variable '\(name)' is a credential and is not sent to an origin other than the base; to allow it, set 'redirects.trust'")
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

/// What is wrong with a call, gathered while it is bound, so that all of it is told together.
struct FaultList {
  private(set) var arguments: [ArgumentFault]
  /// Variables that have no value, each with what to do.
  private(set) var variables: [MissingVariable] = []
  private(set) var files: [ArgumentFault] = []
  /// Why a codec could not write the body.
  var codec: CallError?
  /// Arguments that were given and are faulty; they are not missing.
  var refused: Set<String>
  private var toldVariables: Set<String> = []

  /// What was found before binding.
  init(_ given: Arguments) {
    arguments = given.faults
    refused = given.refused
  }

  var isEmpty: Bool { arguments.isEmpty && variables.isEmpty && files.isEmpty && codec == nil }

  mutating func add(_ fault: ArgumentFault) { arguments.append(fault) }

  mutating func add(_ faults: [ArgumentFault]) { arguments += faults }

  /// A variable is told once, wherever it is used.
  mutating func add(_ variable: MissingVariable) {
    if toldVariables.insert(variable.message).inserted { variables.append(variable) }
  }

  mutating func add(file message: String, _ name: String) { files.append(ArgumentFault(.file, name, message)) }

  /// The error of the call, in which nothing secret is shown.
  func error(_ plan: EndpointPlan, _ given: MatchedArguments, _ secrets: Secrets) -> CallError {
    if let codec, arguments.isEmpty, variables.isEmpty, files.isEmpty { return codec }
    let teller = FaultDescriber(plan.model, given, secrets)
    let all = (arguments + variables.map { ArgumentFault(.variable, $0.name, $0.message) } + files).map { teller.told($0) }
    let code: CallError.Code = !arguments.isEmpty ? .arguments : !variables.isEmpty ? .variable : .io
    var error = CallError(
      code, all.map(\.message).joined(separator: "\n"), endpoint: plan.model.name, remedy: remedy(plan), location: plan.model.range)
    error.faults = all
    return error
  }

  private func remedy(_ plan: EndpointPlan) -> Remedy? {
    if arguments.isEmpty { return variables.first?.remedy }
    if arguments.contains(BasePlan.absent) { return .base }
    return plan.index == nil ? nil : .parameters(of: plan.model.name)
  }
}

/// Tells faults as they may be shown, with what the spec says of their arguments.
private struct FaultDescriber {
  private let secrets: Secrets
  /// Parameters by the names under which they are given, qualified or not; `_` is the whole body.
  private var parameters: [String: ParameterModel] = [:]
  private var extras: [String: Place] = [:]

  init(_ model: EndpointModel, _ given: MatchedArguments, _ secrets: Secrets) {
    self.secrets = secrets
    for parameter in model.parameters {
      for name in [parameter.name, parameter.qualifiedName] + (parameter.place == .body ? ["_"] : []) where parameters[name] == nil {
        parameters[name] = parameter
      }
    }
    for extra in given.extras where extras[extra.name] == nil { extras[extra.name] = extra.place }
  }

  func told(_ fault: ArgumentFault) -> ArgumentFault {
    var told = fault
    if let name = fault.name, fault.place == nil, ![.variable, .base, .option, .spec].contains(fault.kind) {
      if let parameter = parameters[name] {
        told.place = parameter.place.rawValue
        told.location = parameter.range
        if parameter.place == .body, name == parameter.qualifiedName { told.name = parameter.name }
      } else {
        told.place = extras[name]?.rawValue
      }
    }
    told.name = told.name.map { secrets.redact($0) }
    // A line is a fault: a value that holds line feeds makes no further ones.
    told.message = secrets.redact(fault.message).replacing("\n", with: "\\n").replacing("\r", with: "\\r")
    return told
  }
}
