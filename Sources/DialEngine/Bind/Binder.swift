import DialJSON
package import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

enum Binder {
  /// The writers of locations beside the target, the query, the headers and the body, in the order of writing.
  private static let writers: [(Place, @Sendable (inout Binding, inout HeaderBuilder) -> Void)] = [
    (.cookie, CookieWriter.write)
  ]

  /// Creates the request of a call. All faults are reported together, before anything is sent.
  static func bind(_ plan: EndpointPlan, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> BoundRequest {
    var call = Binding(plan, arguments)
    if options.isTraced { call.trace = [] }
    var resolver = ArgumentResolver(checksConstraints: !options.ignoresConstraints)
    let replaced = replaced(call, options.headers)
    resolver.resolve(&call)
    // A default gives way to credentials that have a value.
    for case .item(_, let name) in plan.credentials where !replaced.items.contains(name) {
      for slot in plan.credentialSlots where plan.model.parameters[slot].wire == name { call.given.slots[slot] = nil }
    }
    var url = TargetWriter.written(&call)
    if call.isForeign { resolver.withholdSecrets(&call) }
    if !plan.query.isEmpty || !call.given.extras.isEmpty { QueryWriter.write(&call, to: &url) }
    var headers = HeaderWriter()
    headers.write(&call, options)
    for (location, write) in writers where call.uses(location) { write(&call, &headers.fields) }
    let isTyped = options.headers.contains { HeaderRules.isSame($0.0, "content-type") }
    let body =
      call.hasBody || headers.fields.contains(.contentType) ? BodyWriter.written(&call, &headers.fields, isTyped: isTyped) : nil
    if !options.query.isEmpty { QueryWriter.write(options: options.query, &call, to: &url) }
    if call.isForeign { refuseWithheld(url.text, replaced, &call) }
    for credential in call.isForeign ? [] : plan.credentials where !replaced.holds(credential) {
      switch credential {
      case .header(let target, let value, let variables): headers.write(credential: value, of: variables, target, &call)
      case .item(let text, _): url.append(text)
      case .problems(let problems, _): call.report(problems)
      }
    }
    headers.write(options: options.headers, &call)
    let compresses = plan.model.policy.compress == .gzip && body.map { $0.body.length != 0 } ?? false && headers.announceGzip()
    if url.hasSpread { QueryWriter.finish(&call, &url) }
    if !headers.fields.secretNames.isEmpty { call.secrets.headerNames.formUnion(headers.fields.secretNames) }
    if !plan.isSendable { call.refuse(.spec, nil, "'\(plan.model.method)' is not a valid HTTP method") }
    guard call.faults.isEmpty else { throw call.faults.error(plan, call.given, call.secrets) }
    var request = Self.request(of: call, url.text, headers, body, options)
    if compresses { request.context[IsToBeCompressed.self] = true }
    return BoundRequest(request: request, given: call.given, isForeign: call.isForeign, form: body?.form, trace: call.trace)
  }

  /// Returns the bound request. Parts that do not depend on the call are shared with the plan.
  private static func request(
    of call: borrowing Binding, _ url: String, _ headers: HeaderWriter, _ body: BodyWriter?, _ options: CallOptions
  ) -> PreparedRequest {
    let plan = call.plan
    var request = PreparedRequest(like: plan.request, url: url, headers: headers.fields.fields, body: body?.body ?? .none)
    if plan.body.hasSecretTemplate || plan.body.secretSlots.contains(where: { call.given.isGiven($0) }) {
      request.context[BodyHoldsSecret.self] = true
    }
    if plan.body.isCoded { request.context[BodyIsCoded.self] = true }
    if let file = body?.file { request.context[File.self] = file }
    if plan.target.isOwn, plan.foreign.origin == nil { request.takeOrigin(plan.foreign) }
    if call.secrets.holdsMore(than: plan.secrets) { request.secrets = call.secrets }
    request.take(options)
    if plan.isCaching || options.cache != nil { request.context[PassedFields.self] = headers.passedFields(call) }
    return request
  }

  /// Another origin does not get the credentials. It is called without those that it inherits, but not without its own.
  private static func refuseWithheld(_ url: String, _ replaced: Replaced, _ call: inout Binding) {
    let plan = call.plan
    guard let reason = plan.mustSendCredentials, let origin = Origin(url) else { return }
    let isGiven = plan.auth.isEmpty ? plan.credentials.allSatisfy(replaced.holds) : plan.auth.allSatisfy { replaced.holds($0.location) }
    guard !isGiven else { return }
    let place = plan.own == nil ? "" : " in an overlay"
    call.refuse(
      .place, nil, "the credentials in 'auth' are not sent to '\(origin.text)', \(reason); to allow it, set 'redirects.trust'\(place)")
  }

  /// The headers and items of credentials that the caller passed, so that their variables are not required.
  private struct Replaced {
    let headers: [(String, String)]
    let items: Set<String>

    func holds(_ location: Credential.Location) -> Bool {
      switch location {
      case .header(let name): headers.contains { HeaderRules.isSame($0.0, name) }
      case .query(let name): items.contains(name)
      }
    }

    func holds(_ credential: CredentialStep) -> Bool {
      switch credential {
      case .header(let target, _, _): holds(.header(target.wire))
      case .item(_, let name): holds(.query(name))
      case .problems(_, let alternatives): alternatives.contains { !$0.isEmpty && $0.allSatisfy(holds) }
      }
    }
  }

  /// Returns what replaces credentials, before defaults are filled in.
  private static func replaced(_ call: borrowing Binding, _ headers: [(String, String)]) -> Replaced {
    var items: Set<String> = []
    for slot in call.plan.credentialSlots where call.given.isGiven(slot) { items.insert(call.plan.model.parameters[slot].wire) }
    return Replaced(headers: headers, items: items)
  }
}

package struct BoundRequest: Sendable {
  package var request: PreparedRequest
  var given: MatchedArguments
  package let isForeign: Bool
  var form: MultipartForm?
  /// Where the arguments were written; nil if that was not asked for.
  let trace: [Placement]?
}

extension PreparedRequest {
  /// Makes the origin of the URL that of the base, because arguments are part of its host.
  fileprivate mutating func takeOrigin(_ foreign: CrossOriginRule) {
    context[CallOrigin.self] = Origin(url)
    tls = tls?.presented(by: foreign.of(self))
  }

  fileprivate mutating func take(_ options: CallOptions) {
    if let accept = options.accept { context[AcceptedStatuses.self] = accept }
    if let timeout = options.timeout { policy.totalTimeout = timeout }
    if let cache = options.cache { policy.cache = cache }
    if let lifetime = options.cacheLifetime { policy.cacheLifetime = lifetime }
    if let retries = options.retries { policy.maxRetries = retries }
  }
}

/// A call while it is bound: the arguments by slot, the faults and the secrets. The writers of the URL, the headers and the body read and
/// report here.
struct Binding: ~Copyable {
  let plan: EndpointPlan
  var given: MatchedArguments
  var faults: FaultList
  var secrets: Secrets
  var defaulted: Set<Int> = []
  /// Whether the request goes to another origin than that of the base.
  var isForeign = false
  var generated = GeneratedValues()
  /// Where the arguments were written so far; nil if that is not asked for.
  var trace: [Placement]?

  var model: EndpointModel { plan.model }

  var isTraced: Bool { trace != nil }

  /// Whether there are parameters or arguments in a location.
  func uses(_ location: Place) -> Bool {
    model.parameters.contains { $0.place == location } || given.extras.contains { $0.place == location }
  }

  /// Whether an argument is in the body.
  var holdsBody: Bool {
    given.openBody != nil || given.extras.contains { $0.place.has(.body) }
      || model.parameters.indices.contains { model.parameters[$0].place.has(.body) && given.isGiven($0) }
  }

  /// Whether the call may have a body.
  var hasBody: Bool { plan.body.isDeclared || given.openBody != nil || !given.extras.isEmpty }

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

  /// Reports problems of the plan. A credential of the base is a fault only at another origin.
  mutating func report(_ problems: [Problem]) { for problem in problems { report(problem) } }

  mutating func report(_ problem: Problem) {
    switch problem {
    // An argument that several texts miss is missing once.
    case .fault(let fault): if fault.kind != .missing || !faults.holds(fault.name) { faults.add(fault) }
    case .missing(let variable): faults.add(variable)
    case .credential(let name):
      guard isForeign else { return }
      refuse(
        .place, nil,
        "the variable '\(name)' is a credential and is not sent to an origin other than the base; to allow it, set 'redirects.trust'")
    }
  }

  /// Returns a value for a location that takes no JSON: an array or an object that is declared as `JSON` is its text.
  func valueWithJSONAsText(_ slot: Int?, inASCII: Bool = false) -> JSON? { Self.valueWithJSONAsText(slot, plan, given, inASCII: inASCII) }

  private static func valueWithJSONAsText(_ slot: Int?, _ plan: EndpointPlan, _ given: MatchedArguments, inASCII: Bool = false) -> JSON? {
    guard let slot, let value = given.value(slot) else { return Optional<JSON>.none }
    let kind = value.asKind
    let parameter = plan.parameters[slot]
    if parameter.quotesStrings, kind == .string || parameter.texts == nil { return JSONTexts.quoted(value, inASCII: inASCII) }
    guard kind == .array || kind == .object else { return value }
    return parameter.texts?.write(value, parameter.shape, inASCII: inASCII) ?? value
  }

  /// Fills in a text of the spec. Returns nil if an argument is absent or a variable is missing, which is a fault.
  ///
  /// - Parameter asItem: whether the text is percent-encoded as the value of a query item.
  mutating func fill(_ text: FilledText, asItem: Bool = false) -> String? {
    if !asItem, let constant = text.constant { return constant }
    let (plan, given) = (plan, given)
    var problems: [Problem] = []
    let whole = text.filled({ Self.valueWithJSONAsText($0, plan, given) }, &generated, &problems, asItem: asItem)
    report(problems)
    return whole
  }

  /// Fills in a template of the spec. Returns nil if it is an absent argument.
  ///
  /// - Parameter isForm: whether the members of the template are fields of a form, which take no JSON.
  mutating func fill(_ template: FilledTemplate, isForm: Bool = false) -> JSON? {
    let given = given
    var problems: [Problem] = []
    var takesText = false
    if isForm, case .object = template { takesText = true }
    let texts = takesText ? plan.parameters.indices.map { valueWithJSONAsText($0) } : []
    let value = template.filled({ takesText ? texts[$0] : given.value($0) }, &generated, &problems)
    report(problems)
    if isTraced { note(template) }
    return value
  }
}

/// The faults of a call, collected while it is bound, so that all are reported together.
struct FaultList {
  private(set) var arguments: [ArgumentFault]
  /// Variables without a value, with hints.
  private(set) var variables: [MissingVariable] = []
  private(set) var files: [ArgumentFault] = []
  /// What mends an argument, where that is not to look up the parameters.
  var remedy: Remedy?
  /// The error of a codec that could not encode the body.
  var codec: CallError?
  /// Arguments that were passed and are invalid, so they are not missing.
  var refused: Set<String>
  private var reportedVariables: Set<String> = []

  init(_ given: Arguments) {
    arguments = given.faults
    refused = given.refused
  }

  var isEmpty: Bool { arguments.isEmpty && variables.isEmpty && files.isEmpty && codec == nil }

  mutating func add(_ fault: ArgumentFault) { arguments.append(fault) }

  /// Whether an argument has a fault.
  func holds(_ name: String?) -> Bool { name.map { refused.contains($0) } ?? false || arguments.contains { $0.name == name } }

  mutating func add(_ faults: [ArgumentFault]) { arguments += faults }

  /// Each variable is reported once.
  mutating func add(_ variable: MissingVariable) {
    if reportedVariables.insert(variable.message).inserted { variables.append(variable) }
  }

  mutating func add(file message: String, _ name: String) { files.append(ArgumentFault(.file, name, message)) }

  func error(_ plan: EndpointPlan, _ given: MatchedArguments, _ secrets: Secrets) -> CallError {
    if let codec, arguments.isEmpty, variables.isEmpty, files.isEmpty { return codec }
    let extras = Dictionary(given.extras.map { ($0.name, $0.place) }) { first, _ in first }
    let all = (arguments + variables.map { ArgumentFault(.variable, $0.name, $0.message) } + files).map {
      Self.shown($0, plan, extras, secrets)
    }
    let code: CallError.Code = !arguments.isEmpty ? .arguments : !variables.isEmpty ? .variable : .io
    var error = CallError(
      code, all.map(\.message).joined(separator: "\n"), endpoint: plan.model.name, remedy: remedy(plan), location: plan.model.range)
    error.faults = all
    return error
  }

  private func remedy(_ plan: EndpointPlan) -> Remedy? {
    if arguments.isEmpty { return variables.first?.remedy }
    if arguments.contains(BasePlan.absent) { return .base }
    if let remedy, arguments.count == 1 { return remedy }
    return plan.index == nil ? nil : .parameters(of: plan.model.name)
  }

  /// Adds to a fault what the spec says about its argument, without secrets.
  private static func shown(_ fault: ArgumentFault, _ plan: EndpointPlan, _ extras: [String: Place], _ secrets: Secrets) -> ArgumentFault {
    var shown = fault
    if let name = fault.name, fault.place == nil, ![.variable, .base, .option, .spec].contains(fault.kind) {
      let slot: Int? =
        switch plan.arguments[name] {
        case .slot(let slot)?: slot
        case .several(let slots)?: slots.first
        case nil: name == "_" ? plan.body.whole : nil
        }
      if let slot {
        let parameter = plan.model.parameters[slot]
        shown.place = parameter.place.rawValue
        shown.location = parameter.range
        if parameter.place == .body, name == parameter.qualifiedName { shown.name = parameter.name }
      } else {
        shown.place = extras[name]?.rawValue
      }
    }
    shown.name = shown.name.map { secrets.redact($0) }
    // Each line is one fault, so line feeds in values are escaped.
    shown.message = secrets.redact(fault.message).replacing("\n", with: "\\n").replacing("\r", with: "\\r")
    return shown
  }
}
