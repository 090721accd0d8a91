import DialJSON
import HTTPTypes

/// Binds the arguments of one call to a plan: gives a request that can be sent, or every fault at once.
struct Binder: ~Copyable {
  let plan: EndpointPlan
  var given: GivenArguments

  var faults: [String] = []
  /// Arguments that were given and are faulty; they are not missing.
  var refused: Set<String>
  /// Variables that have no value, each with what to do.
  var missingVariables: [MissingVariable] = []
  var fileFaults: [String] = []
  /// Why the body could not be written.
  var codecFault: CallError?
  var secrets: Secrets
  /// The URL, and then the items of its query.
  var url = ItemList()
  var isForeign = false
  var headers = HeaderBuilder()
  var body = RequestBody.none
  var bodyFile: File?
  /// The parts of a multipart body.
  var parts: MultipartForm?

  var model: EndpointModel { plan.model }

  /// The request of a call. All faults are reported together, and nothing is sent.
  static func bind(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> Bound {
    var binder = Binder(plan, arguments)
    binder.write(options)
    guard binder.isFaultless else { throw binder.failure() }
    return binder.taken(options.timeout)
  }

  /// What was made, moved out: nothing of it is copied.
  private mutating func taken(_ timeout: Duration?) -> Bound {
    var bound = Bound(request: plan.request, given: GivenArguments(), isForeign: isForeign)
    bound.request.bodyHoldsSecret = plan.body.hasSecretTemplate || plan.body.secretSlots.contains { given.slots[$0] != nil }
    bound.request.bodyIsCoded = plan.body.isCoded
    swap(&bound.given, &given)
    swap(&bound.form, &parts)
    swap(&bound.request.url, &url.text)
    swap(&bound.request.headers, &headers.fields)
    swap(&bound.request.body, &body)
    swap(&bound.request.bodyFile, &bodyFile)
    swap(&bound.request.secrets, &secrets)
    if let timeout { bound.request.policy.totalTimeout = timeout }
    return bound
  }

  private init(_ plan: EndpointPlan, _ arguments: Arguments) {
    self.plan = plan
    given = GivenArguments(count: plan.parameters.count)
    secrets = plan.secrets
    faults = arguments.faults
    refused = arguments.refused
    assign(arguments)
  }

  private mutating func write(_ options: CallOptions) {
    settle()
    bindTarget()
    if isForeign { withholdSecrets() }
    bindQuery()
    bindHeaders(options)
    bindBody()
    bind(optionalItems: options.query)
    if let credential = plan.credential, !isForeign { bind(credential) }
    bind(optionalHeaders: options.headers)
    url.finish()
    if !headers.secretNames.isEmpty { secrets.headerNames.formUnion(headers.secretNames) }
    if !plan.isSendable { faults.append("'\(model.method)' is no method that can be sent") }
  }

  private var isFaultless: Bool { faults.isEmpty && missingVariables.isEmpty && fileFaults.isEmpty && codecFault == nil }

  private func failure() -> CallError {
    if let codecFault, faults.isEmpty, missingVariables.isEmpty, fileFaults.isEmpty { return codecFault }
    // A line is a fault: a value that holds line feeds makes no further ones.
    let told = faults.map { secrets.redact($0).replacing("\n", with: "\\n").replacing("\r", with: "\\r") }
    let all = told + missingVariables.map(\.message) + fileFaults
    let code: CallError.Code = !faults.isEmpty ? .arguments : !missingVariables.isEmpty ? .variable : .io
    let hint =
      faults.isEmpty
      ? missingVariables.first?.hint : plan.index == nil ? nil : "dial describe \(plan.file) \(model.name) shows what it takes"
    return CallError(code, all.joined(separator: "\n"), endpoint: model.name, hint: hint, location: model.range)
  }

  mutating func report(_ problem: Problem) {
    switch problem {
    case .fault(let message): faults.append(message)
    case .missing(let variable):
      if !missingVariables.contains(where: { $0.message == variable.message }) { missingVariables.append(variable) }
    case .credential(let name):
      guard isForeign else { return }
      faults.append("the variable '\(name)' is a credential of the base and does not go to another origin: 'redirects.trust' allows it")
    }
  }

  mutating func report(_ problems: [Problem]) { for problem in problems { report(problem) } }

  /// A text of the spec filled in; nil where an argument is absent, or a variable (which is a fault) is missing.
  mutating func fill(_ text: FilledText) -> String? {
    if let constant = text.constant { return constant }
    var whole = ""
    for piece in text.pieces {
      switch piece {
      case .literal(let part): whole += part
      case .argument(let slot):
        guard let value = given.value(slot), !value.isNull else { return nil }
        whole += ValueText.plain(value) ?? JSONWriter.text(value)
      }
    }
    report(text.problems)
    return text.problems.contains(where: \.isMissing) ? nil : whole
  }
}

/// A bound request, and what it was made of.
struct Bound: Sendable {
  var request: PreparedRequest
  var given: GivenArguments
  var isForeign: Bool
  var form: MultipartForm?
}
