import DialJSON
import DialMessage
import DialModel
import HTTPTypes

/// Binds the arguments of one call to a plan: gives a request that can be sent, or every fault at once.
struct Binder: ~Copyable {
  let plan: EndpointPlan
  var given: GivenArguments

  var faults: [ArgumentFault] = []
  /// Arguments that were given and are faulty; they are not missing.
  var refused: Set<String>
  /// Slots of headers that the caller left to their defaults.
  var defaulted: Set<Int> = []
  /// Variables that have no value, each with what to do.
  var missingVariables: [MissingVariable] = []
  var fileFaults: [ArgumentFault] = []
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
  static func bind(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> BoundRequest {
    var binder = Binder(plan, arguments)
    binder.write(options)
    guard binder.isFaultless else { throw binder.failure() }
    return binder.bound(options)
  }

  private consuming func bound(_ options: CallOptions) -> BoundRequest {
    var request = PreparedRequest(like: plan.request, url: url.text, headers: headers.fields, body: body)
    // What stays as it is in the plan is not written, so that the rest remains the plan's.
    if plan.body.hasSecretTemplate || plan.body.secretSlots.contains(where: { given.slots[$0] != nil }) { request.bodyHoldsSecret = true }
    if plan.body.isCoded { request.bodyIsCoded = true }
    if let bodyFile { request.bodyFile = bodyFile }
    if secrets.holdsMore(than: plan.secrets) { request.secrets = secrets }
    if options.changesRequest { request.take(options) }
    return BoundRequest(request: request, given: given, isForeign: isForeign, form: parts)
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
    if !isForeign { for credential in plan.credentials { bind(credential) } }
    bind(optionalHeaders: options.headers)
    url.finish()
    if !headers.secretNames.isEmpty { secrets.headerNames.formUnion(headers.secretNames) }
    if !plan.isSendable { refuse(.spec, nil, "'\(model.method)' is no method that can be sent") }
  }

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
