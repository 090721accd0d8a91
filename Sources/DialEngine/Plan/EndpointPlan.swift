import DialJSON
import DialMessage
package import DialModel
import DialSyntax
import HTTPTypes

/// What a call of one endpoint needs, compiled once for a client from the model, the variables and the base; a call only applies it.
package final class EndpointPlan: Sendable {
  package let model: EndpointModel
  /// Its place among the endpoints of the spec; nil where the endpoint came with its request.
  let index: Int?
  /// The name of the spec's file.
  let file: String
  package let types: TypeTable
  /// Where arguments go, by name and by qualified name.
  package let arguments: ArgumentNames
  package let parameters: [ParameterPlan]
  let target: TargetPlan
  package let foreign: CrossOriginRule
  /// The base that targets are joined to; nil where there is none.
  let base: String?
  let query: [QueryStep]
  let headers: HeaderPlan
  let body: BodyPlan
  /// The credentials that calls carry: of alternatives, the one whose variables have values.
  package let auth: [AuthModel]
  /// What the binder does for them.
  package let credentials: [CredentialStep]
  /// What is secret in every call.
  let secrets: Secrets
  /// The request but for what a call writes: URL, headers, body and what is secret in them.
  let request: PreparedRequest
  /// Whether the method is one that can be sent.
  let isSendable: Bool
  let accept: StatusSet
  /// Whether the spec has replies kept.
  let isCaching: Bool
  /// The usual length of a URL.
  let length: Int
  package let reply: ReplyPlan
  package let obstacles: PlanFaults?
  /// What a wait asks in place of the endpoint.
  package let check: PollRequestPlan?
  /// Those of the client; they may change between two calls.
  let codecs: CodecTable
  /// Whether it asks a token server: neither the service nor its spec has such an endpoint.
  let isForTokens: Bool

  convenience init(_ index: Int, _ scope: VariableScope, _ base: BasePlan) {
    self.init(scope.service.endpoints[index], index: index, scope, base)
  }

  init(_ model: EndpointModel, index: Int?, _ scope: VariableScope, _ base: BasePlan, isForTokens: Bool = false) {
    var planner = EndpointPlanner(model, scope, base)
    let parts = TargetParts(base.target.map { model.target.behind($0) } ?? model.target)
    self.model = model
    self.index = index
    file = model.range.file.name
    types = scope.service.types
    arguments = ArgumentNames(model.parameters)
    foreign = planner.foreign
    self.base = base.url
    target = TargetPlan(parts, &planner)
    query = planner.query(parts)
    parameters = model.parameters.map { ParameterPlan($0, types: scope.service.types, filler: &planner.filler) }
    body = BodyPlan(model, filler: &planner.filler)
    headers = HeaderPlan(planner.headers())
    (auth, credentials) = planner.credentials()
    secrets = planner.filler.secrets
    let method = HTTPRequest.Method(model.isSocket ? "GET" : model.method)
    isSendable = method != nil
    reply = ReplyPlan(model, types: scope.service.types)
    var request = PreparedRequest(
      endpoint: model.name, method: method ?? .get, url: "", policy: .init(model.policy, isStream: model.isStream), tags: model.tags)
    if index == nil { request.own = model }
    request.tls = model.policy.tls.map { TLSRules($0, home: planner.foreign) }
    request.secrets = secrets
    if scope.service.hasTokens {
      request.tokenPaths = scope.service.tokenPaths(in: model.name)
      request.secrets.headerNames.formUnion(scope.service.tokenHeaders.compactMap { HTTPField.Name($0) })
    }
    request.isReadWhole = !reply.discardsBody && !model.isStream && !model.isSocket
    self.request = request
    accept = model.policy.accept ?? .success
    isCaching = model.policy.isCaching
    length = target.head.utf8.count + 24 * (1 + model.parameters.count) + query.count * 16
    obstacles = PlanFaults(model, base)
    codecs = scope.codecs
    self.isForTokens = isForTokens
    check = PollRequestPlan(model, scope)
  }

  /// Another plan of the same calls, for whole replies.
  init(whole other: EndpointPlan) {
    model = other.model.whole
    index = other.index
    file = other.file
    types = other.types
    arguments = other.arguments
    parameters = other.parameters
    target = other.target
    foreign = other.foreign
    base = other.base
    query = other.query
    headers = other.headers
    body = other.body
    auth = other.auth
    credentials = other.credentials
    secrets = other.secrets
    request = other.request
    isSendable = other.isSendable
    accept = other.accept
    isCaching = other.isCaching
    length = other.length
    reply = ReplyPlan(model, types: other.types)
    obstacles = other.obstacles
    codecs = other.codecs
    isForTokens = other.isForTokens
    check = other.check
  }
}

extension PreparedRequest {
  private enum OwnEndpointKey: MessageContextKey { typealias Value = EndpointModel }

  /// The endpoint, where it came with its request and stands in no spec.
  package var own: EndpointModel? {
    get { context[OwnEndpointKey.self] }
    set { context[OwnEndpointKey.self] = newValue }
  }
}

extension PreparedRequest.Policy {
  /// What the spec gives, over what holds without it: a stream may take as long as it goes on.
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

extension EndpointPlan {
  /// The same calls, whose replies are taken as they come: nothing is selected and no shape is checked. What waits for a reply looks
  /// at more than what the endpoint selects, and at answers that are not its result yet.
  package func whole() -> EndpointPlan { EndpointPlan(whole: self) }
}

extension EndpointModel {
  /// The same endpoint with the reply that the server gives for its result.
  var whole: EndpointModel {
    EndpointModel(
      name: name, range: range, doc: doc, method: method, hasBody: hasBody, isSocket: isSocket, encoding: encoding, target: target,
      parameters: parameters, isOpen: isOpen, headers: headers, query: query, body: body,
      result: method == "HEAD" ? .headers : .inferred, failure: failure, style: style, auth: auth, policy: policy, mock: mock,
      pagination: pagination, poll: poll, tags: tags, pending: pending)
  }
}

/// Where arguments go: slots by bare and by qualified name.
package struct ArgumentNames: Sendable {
  package enum Target: Sendable {
    case slot(Int)
    /// A bare name that stands in several places.
    case several([Int])
  }

  /// Bare names with one place, by slot; an endpoint with few parameters compares them faster than it would hash one.
  private let few: [String]
  private let all: [String: Target]

  init(_ parameters: [ParameterModel]) {
    var all: [String: Target] = [:]
    for (slot, parameter) in parameters.enumerated() where all[parameter.qualifiedName] == nil {
      all[parameter.qualifiedName] = .slot(slot)
    }
    for (name, slots) in Dictionary(grouping: parameters.indices, by: { parameters[$0].name }) {
      all[name] = slots.count == 1 ? .slot(slots[0]) : .several(slots)
    }
    self.all = all
    let isPlain = parameters.count <= 8 && all.count == 2 * parameters.count
    few = isPlain ? parameters.map(\.name) : []
  }

  package subscript(name: String) -> Target? {
    let count = name.utf8.count
    // A name that is written otherwise and is the same to Unicode is in the table.
    for slot in few.indices where few[slot].utf8.count == count && few[slot] == name { return .slot(slot) }
    return all[name]
  }

  /// Where an argument goes. Most callers name their arguments in the declared order, so that the slot `likely` is looked at first.
  func target(of name: String, likely: Int) -> Target? {
    likely < few.count && few[likely] == name ? .slot(likely) : self[name]
  }
}

/// What is known of one argument before it is given: its default, what fits it, and how it is rewritten.
package final class ParameterPlan: Sendable {
  enum Standard: Sendable {
    case value(JSON)
    case text(FilledText)
    case generated(GeneratedWord)
  }

  package let model: ParameterModel
  let standard: Standard?
  let isRequired: Bool
  let isSecret: Bool
  /// The declared type without its `?`, names resolved.
  let shape: Shape
  /// The declared type of the items of a list, without its `?`.
  let itemShape: Shape?
  /// Whether a value that fits is taken as it is.
  private let isPlain: Bool
  private let check: ShapeCheck
  /// Renames members and writes dates; nil where no value would be changed.
  let rewrite: ShapeRewrite?

  init(_ model: ParameterModel, types: TypeTable, filler: inout TextFiller) {
    self.model = model
    isRequired = model.isRequired
    isSecret = filler.scope.service.isSecret(model)
    shape = types.resolve(model.shape.wrapped)
    if case .array(let item) = shape { itemShape = types.resolve(item.wrapped) } else { itemShape = nil }
    let rewrite = ShapeRewrite(types: types, dates: model.style.dates ?? .rfc3339, data: model.style.data ?? .base64)
    self.rewrite = rewrite.isNeeded(for: model.shape) ? rewrite : nil
    isPlain =
      !(model.isFlag || model.values != nil || isSecret || shape.takesRaw || itemShape?.takesRaw ?? false || self.rewrite != nil)
    check = ShapeCheck(types: types)
    switch model.defaultValue {
    case nil: standard = nil
    case .json(let json): standard = .value(json)
    case .generated(let word): standard = .generated(word)
    case .text(let text):
      // A default does not read the environment, wherever its parameter goes. What is secret in one that stays away from another origin
      // is withheld with it.
      let staysAway = [.query, .header, .cookie].contains(model.place)
      let whole = filler.fill(text, in: .structure)
      let filled = staysAway ? FilledText(whole.pieces, problems: whole.problems.filter(\.isMissing)) : whole
      // A variable is text; what the type makes of a text of the command line it makes of this one.
      standard = filled.constant.map { .value(ArgumentText(types: types).value($0, as: model.shape)) } ?? .text(filled)
    }
  }

  /// Whether a value needs no second look.
  @inline(__always) func takes(_ json: JSON) -> Bool { isPlain && !json.isNull && check.fits(json, shape) }
}

extension Shape {
  /// Whether a value is sent as bytes where it is a part or the whole body: a File, Data.
  var takesRaw: Bool {
    switch self {
    case .file, .data: true
    default: false
    }
  }
}

/// Rewrites an argument for the wire: members get their wire names, dates and bytes the style of their parameter.
struct ShapeRewrite {
  let types: TypeTable
  let dates: Style.Dates
  let data: Style.Binary

  /// Whether any value of this shape would be changed.
  func isNeeded(for shape: Shape) -> Bool {
    var seen: Set<String> = []
    return isNeeded(shape, &seen)
  }

  private func isNeeded(_ shape: Shape, _ seen: inout Set<String>) -> Bool {
    switch shape {
    case .date: return dates != .rfc3339
    case .data: return data != .base64
    case .array(let inner), .dictionary(let inner), .optional(let inner): return isNeeded(inner, &seen)
    case .named(let name): return seen.insert(name).inserted && isNeeded(types.resolve(shape), &seen)
    case .record(let record): return record.members.contains { $0.label != $0.wire || isNeeded($0.shape, &seen) }
    default: return false
    }
  }

  func rewrite(_ value: JSON, _ shape: Shape) -> JSON {
    switch types.resolve(shape) {
    case .optional(let inner): return value.isNull ? value : rewrite(value, inner)
    case .date: return date(value)
    case .data: return data == .base64 ? value : value.asString.map { .string(Base64.urlSafe($0)) } ?? value
    case .array(let item): return value.asArray.map { .array($0.map { rewrite($0, item) }) } ?? value
    case .dictionary(let item): return value.asObject.map { .object($0.map { ($0.name, rewrite($0.value, item)) }) } ?? value
    case .record(let record):
      guard let members = value.asObject else { return value }
      return .object(
        members.map { member in
          guard let declared = record.members.first(where: { $0.label == member.name }) else { return (member.name, member.value) }
          return (declared.wire, rewrite(member.value, declared.shape))
        })
    default: return value
    }
  }

  private func date(_ value: JSON) -> JSON {
    guard let text = value.asString, let moment = Timestamp(rfc3339: text) else { return value }
    switch dates {
    case .rfc3339: return value
    case .unix: return JSON.number(moment.unix) ?? .string(moment.unix)
    case .http: return .string(moment.http)
    }
  }
}
