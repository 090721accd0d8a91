package import DialJSON
import DialMessage
package import DialModel
import DialSyntax
import HTTPTypes

/// Everything that a call of one endpoint needs, compiled once per client from the model, the variables and the base.
package final class EndpointPlan: Sendable {
  package let model: EndpointModel
  /// The index of the endpoint in the spec; nil for that of a typed request.
  let index: Int?
  package let types: TypeTable
  package let arguments: ArgumentNames
  package let parameters: [ParameterPlan]
  let repeated: RepeatedUses
  let target: TargetPlan
  package let foreign: CrossOriginRule
  let query: [QueryStep]
  let headers: HeaderPlan
  let body: BodyPlan
  /// The parameter that is the whole body.
  package var wholeBody: Int? { body.whole }
  /// The credentials of calls: of alternatives, the one whose variables have values.
  package let auth: [Credential]
  package let credentials: [CredentialStep]
  /// The parameters that are items of credentials, too.
  let credentialSlots: [Int]
  /// Why a call must not be sent without its credentials; nil if it can be.
  let mustSendCredentials: String?
  /// The names of placeholders in the base.
  let inBase: [String]
  /// The server of the operation alone, to which the call goes; nil if it goes to the base.
  let own: OwnServer?
  let secrets: Secrets
  /// The request without the parts that a call writes: URL, headers, body and secrets.
  let request: PreparedRequest
  let isSendable: Bool
  let accept: StatusSet
  /// Whether the spec enables the cache.
  let isCaching: Bool
  /// The typical length of a URL in bytes.
  let length: Int
  package let reply: ReplyPlan
  package let obstacles: PlanFaults?
  package let check: PollRequestPlan?
  /// Whether it calls a token server, which is not part of the spec.
  let isForTokens: Bool
  /// The paths of tokens in the response.
  var tokenPaths: [JMESPath] { request.tokenPaths }
  private let scope: VariableScope
  private let given: BasePlan
  private let variants = VariantPlans()
  var base: String? { given.url }
  /// The codecs of the client, which can change between calls.
  var codecs: Codecs { scope.codecs }

  /// Whether a parameter is part of the base, which would be another one without it.
  func isInBase(_ parameter: ParameterModel) -> Bool { !inBase.isEmpty && parameter.place == .path && inBase.contains(parameter.wire) }

  /// Throws if the endpoint cannot be read any more.
  convenience init(_ index: Int, _ scope: VariableScope, _ base: BasePlan) throws(CallError) {
    do throws(Diagnostic) {
      self.init(try scope.service.endpoints[index], index: index, scope, base)
    } catch {
      throw CallError(.spec, error.message, endpoint: scope.service.endpoints.names[index], location: error.range)
    }
  }

  init(
    _ model: EndpointModel, index: Int?, _ scope: VariableScope, _ base: BasePlan, isForTokens: Bool = false, isVariant: Bool = false
  ) {
    var planner = EndpointPlanner(model, scope, base)
    let parts = TargetParts(base.target.map { planner.target.behind($0) } ?? planner.target)
    self.model = model
    self.index = index
    types = scope.service.types
    arguments = ArgumentNames(model.parameters)
    foreign = planner.foreign
    (self.scope, given) = (scope, base)
    target = TargetPlan(parts, &planner)
    inBase = planner.target.isAbsolute ? [] : base.target?.plainNames ?? []
    query = planner.query(parts)
    planner.keepWords(of: planner.target.template)
    parameters = model.parameters.map { ParameterPlan($0, types: scope.service.types, filler: &planner.filler) }
    body = BodyPlan(model, filler: &planner.filler)
    headers = HeaderPlan(planner.headers())
    (auth, credentials) = planner.credentials()
    let items = Set(model.auth.leaves.compactMap(\.location.item))
    credentialSlots =
      items.isEmpty
      ? [] : model.parameters.indices.filter { model.parameters[$0].place == .query && items.contains(model.parameters[$0].wire) }
    mustSendCredentials =
      base.origin == nil && base.target == nil
      ? "because the spec has no 'base'"
      : model.ownsAuth || planner.target.own?.isSecured == true ? "because it is not the origin of 'base'" : nil
    own = planner.target.own
    if let password = model.policy.tls?.client?.password { planner.filler.keepSecret(password) }
    secrets = planner.filler.secrets
    repeated = RepeatedUses(planner.filler)
    let method = HTTPRequest.Method(model.isSocket ? "GET" : model.method)
    isSendable = method != nil
    reply = ReplyPlan(model, types: scope.service.types)
    var request = PreparedRequest(
      endpoint: model.name, method: method ?? .get, url: "", policy: .init(model.policy, isStream: model.isStream), tags: model.tags)
    if index == nil || isVariant { request.own = model }
    request.tls = model.policy.tls.map { TLSRules($0, rule: planner.foreign) { scope.value($0, in: .auth) } }
    request.secrets = secrets
    if scope.service.hasTokens {
      request.tokenPaths = isForTokens ? OAuthModel.secretPaths : scope.service.tokenPaths(in: model)
      request.secrets.headerNames.formUnion(scope.service.tokenHeaders.compactMap { HTTPField.Name($0) })
    }
    request.context[IsReadWhole.self] = !reply.discardsBody && !model.isStream && !model.isSocket
    if reply.discardsBody { request.context[IsBodyDiscarded.self] = true }
    self.request = request
    accept = model.policy.accept ?? .success
    isCaching = model.policy.isCaching
    length = target.head.utf8.count + 24 * (1 + model.parameters.count) + query.count * 16
    obstacles = PlanFaults(model, base)
    self.isForTokens = isForTokens
    check = PollRequestPlan(model, scope)
  }

  /// Returns a plan whose responses are neither selected nor checked, because polling reads more than the selected part and responses that
  /// are not the result yet.
  package func whole() -> EndpointPlan { EndpointPlan(model.whole, index: index, scope, given, isForTokens: isForTokens) }

  /// Returns a plan whose responses are selected by a path. Of a declared object, the type is that of the selected member.
  package func selecting(_ path: JMESPath) -> EndpointPlan {
    var result = model.result
    if case .shape(let whole) = result, case .record(let record) = types.resolve(whole.wrapped).wrapped, record.isArray != true {
      result = member(path.memberNames ?? [], of: whole).map { .shape($0) } ?? .inferred
    }
    return EndpointPlan(model.selecting(SelectionModel(path: path, range: model.range), result), index: index, scope, given)
  }

  private func member(_ names: [String], of shape: Shape) -> Shape? {
    var (found, isOptional): (Shape?, Bool) = (nil, false)
    for name in names {
      guard case .record(let record) = types.resolve((found ?? shape).wrapped).wrapped, record.isArray != true,
        let member = record.members.first(where: { $0.wire == name })
      else { return nil }
      isOptional = isOptional || member.isOptional
      found = member.shape
    }
    return found.map { isOptional && !$0.isOptional ? .optional($0) : $0 }
  }

  /// Returns the plan of a variant.
  func planned(_ variant: EndpointVariant) -> EndpointPlan {
    variants.plan(variant) { EndpointPlan($0, index: index, scope, given, isForTokens: isForTokens, isVariant: true) }
  }
}

extension PreparedRequest {
  private enum OwnEndpointKey: MessageContextKey { typealias Value = EndpointModel }

  package var own: EndpointModel? {
    get { context[OwnEndpointKey.self] }
    set { context[OwnEndpointKey.self] = newValue }
  }
}

extension PreparedRequest.Policy {
  init(_ given: PolicyModel, isStream: Bool) {
    self.init()
    connectTimeout = given.connectTimeout ?? connectTimeout
    readTimeout = given.readTimeout ?? readTimeout
    totalTimeout = given.totalTimeout ?? (isStream ? nil : totalTimeout)
    maxRedirects = given.maxRedirects ?? maxRedirects
    trustedHosts = given.trustedHosts ?? []
    cache = given.cache.flatMap { CacheMode(rawValue: $0) } ?? cache
    cacheLifetime = given.cacheLifetime
  }
}

extension EndpointModel {
  var whole: EndpointModel {
    EndpointModel(
      name: name, range: range, doc: doc, method: method, hasBody: hasBody, isBodyOptional: isBodyOptional, isSocket: isSocket,
      encoding: encoding, target: target,
      parameters: parameters, isOpen: isOpen, headers: headers, query: query, body: body,
      result: method == "HEAD" ? .headers : .inferred, failure: failure, style: style, auth: auth, ownsAuth: ownsAuth, policy: policy,
      mock: mock, pagination: pagination, poll: poll, tags: tags)
  }

  fileprivate func selecting(_ selection: SelectionModel, _ result: ResultModel) -> EndpointModel {
    EndpointModel(
      name: name, range: range, doc: doc, method: method, hasBody: hasBody, isBodyOptional: isBodyOptional, isSocket: isSocket,
      encoding: encoding, target: target, parameters: parameters, isOpen: isOpen, headers: headers, query: query, body: body,
      selection: selection, result: result, failure: failure, events: events, style: style, auth: auth, ownsAuth: ownsAuth, policy: policy,
      mock: mock, pagination: pagination, poll: poll, tags: tags, isDeprecated: isDeprecated, responses: responses, mediaType: mediaType,
      variants: variants)
  }
}

package struct ArgumentNames: Sendable {
  package enum Target: Sendable {
    case slot(Int)
    /// A bare name that is used in several locations.
    case several([Int])
  }

  /// Unambiguous bare names by slot. For few parameters, comparing is faster than hashing.
  private let few: [String]
  private let all: [String: Target]
  let hasSharedNames: Bool

  init(_ parameters: [ParameterModel]) {
    var all: [String: Target] = [:]
    for (slot, parameter) in parameters.enumerated() where all[parameter.qualifiedName] == nil {
      all[parameter.qualifiedName] = .slot(slot)
    }
    for (name, slots) in Dictionary(grouping: parameters.indices, by: { parameters[$0].name }) {
      all[name] = slots.count == 1 ? .slot(slots[0]) : .several(slots)
    }
    let isPlain = parameters.count <= 8 && all.count == 2 * parameters.count
    few = isPlain ? parameters.map(\.name) : []
    for (slot, parameter) in parameters.enumerated() where all["body"] == nil {
      for name in parameter.spellings where all[name] == nil { all[name] = .slot(slot) }
    }
    self.all = all
    hasSharedNames = all.values.contains { if case .several = $0 { true } else { false } }
  }

  package subscript(name: String) -> Target? {
    let count = name.utf8.count
    // Names that are equal in Unicode but have other bytes are in the table.
    for slot in few.indices where few[slot].utf8.count == count && few[slot] == name { return .slot(slot) }
    return all[name]
  }

  /// Returns the target of an argument. Most callers use the declared order, so the slot `likely` is tried first.
  func target(of name: String, likely: Int) -> Target? {
    likely < few.count && few[likely] == name ? .slot(likely) : self[name]
  }
}

/// Facts about a parameter that are known before a call: its default, its checks, and how it is converted.
package final class ParameterPlan: Sendable {
  enum Standard: Sendable {
    case value(JSON)
    case text(FilledText)
    case generated(GeneratedWord)
  }

  package let model: ParameterModel
  let standard: Standard?
  let isRequired: Bool
  /// Whether each call passes a value, because there is no default.
  package var mustBePassed: Bool { isRequired && standard == nil }
  let isSecret: Bool
  /// Writes arrays and objects that are declared as `JSON` as text, outside of a JSON body. Without a type, they are spread, so it is nil.
  let texts: JSONTexts?
  /// Whether strings are JSON texts outside of a JSON body.
  let quotesStrings: Bool
  /// Whether the type of the whole value is `JSON`.
  var isJSON: Bool { texts != nil && shape.isUntyped }
  /// Whether the name is that of a secret, although the spec does not declare one.
  let soundsSecret: Bool
  let shape: Shape
  let itemShape: Shape?
  private let isPlain: Bool
  private let check: ShapeCheck
  /// Renames members, formats dates and writes integers in digits; nil if nothing would change.
  let rewrite: ShapeRewrite?
  /// Whether only integers that are not written in digits would change.
  private let wantsDigits: Bool

  init(_ model: ParameterModel, types: TypeTable, filler: inout TextFiller) {
    self.model = model
    isRequired = model.isRequired
    isSecret = filler.scope.service.isSecret(model)
    soundsSecret = !isSecret && model.soundsSecret
    shape = types.resolve(model.shape.wrapped)
    let texts = JSONTexts(types: types)
    let isSpreadJSON = (model.isSpread || !model.isTyped) && shape.isUntyped
    self.texts = !model.isFlag && !isSpreadJSON && texts.isNeeded(for: shape) ? texts : nil
    quotesStrings = model.style.strings == .json
    itemShape = if case .array(let item) = shape { types.resolve(item.wrapped) } else { nil }
    let rewrite = ShapeRewrite(types: types, style: model.style)
    let isRewritten = rewrite.isNeeded(for: model.shape)
    wantsDigits = rewrite.isNeeded(for: model.shape, digits: true)
    self.rewrite = isRewritten || wantsDigits ? rewrite : nil
    let takesRaw = shape.takesRaw || itemShape?.takesRaw ?? false
    isPlain = !(model.isFlag || !model.constraints.isEmpty || isSecret || soundsSecret || takesRaw || isRewritten)
    check = ShapeCheck(types: types)
    switch model.defaultValue {
    case nil: standard = nil
    case .json(let json): standard = .value(json)
    case .generated(let word): standard = .generated(word)
    case .text(let text):
      // A default cannot read the environment, whatever its location. A default with a secret is withheld from other origins, like the
      // secret.
      let staysAway = model.place.has(.withheld)
      let whole = filler.fill(text, in: .defaultValue)
      let filled = staysAway ? FilledText(whole.pieces, problems: whole.problems.filter(\.isMissing)) : whole
      // A variable is text, and is converted as a text of the command line.
      standard = filled.constant.map { .value(ArgumentText(types: types).value($0, as: model.shape)) } ?? .text(filled)
    }
  }

  /// Whether a value can be used unchanged.
  @inline(__always) func takes(_ json: JSON) -> Bool {
    isPlain && !json.isNull && check.fits(json, shape) && (!wantsDigits || json.isInDigits)
  }
}
