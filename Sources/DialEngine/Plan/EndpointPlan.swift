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
  package let foreign: ForeignRule
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
