import DialBuild
package import DialJSON
package import DialMessage
package import DialModel
package import DialPolicies
import HTTPTypes

extension Engine: AuthDelegate {
  package var service: ServiceModel { spec.service }
  package var isUntrusted: Bool { spec.trust == .untrusted }

  package func variable(_ name: String) throws(CallError) -> String {
    if let value = scope.value(name, in: .auth) { return value }
    let missing = scope.complaint(name, in: .auth)
    throw CallError(.variable, missing.message, remedy: missing.remedy)
  }

  package func identity(of name: String) -> String? { scope.identity(of: name) }

  package func call(
    _ endpoint: String, _ arguments: [(String, JSON)], base: String?, _ review: (inout PreparedRequest) throws(CallError) -> Void
  ) async throws(CallError) -> TokenResponse {
    var plan = try plan(endpoint)
    if let base, base != plan.base, let index = plan.index { plan = try plans.plan(index, base: base) }
    var given = Arguments()
    for (name, value) in arguments { given.append(name, json: value) }
    var draft = try prepare(plan.whole(), given, CallOptions())
    try review(&draft.request)
    return try await answer(draft)
  }

  package func send(
    _ endpoint: EndpointModel, to url: String, _ headers: [(String, String)], _ review: (inout PreparedRequest) -> Void
  ) async throws(CallError) -> TokenResponse {
    let plan = EndpointPlan(endpoint, index: nil, scope, BasePlan(scope, given: Origin(url)?.text), isForTokens: true)
    var options = CallOptions()
    options.headers = headers
    var draft = try prepare(plan, [:], options)
    draft.request.url = url
    review(&draft.request)
    return try await answer(draft)
  }

  private func answer(_ draft: Draft) async throws(CallError) -> TokenResponse {
    // Token servers send JSON with any media type, and a token that is not read is lost with the refresh token that was used for it.
    func object(_ body: [UInt8]) -> JSON? { (try? JSON(parsing: body)).flatMap { $0.asObject == nil ? nil : $0 } }
    do throws(CallError) {
      let reply = try await send(draft)
      let whole = draft.plan.model.selection == nil ? object(reply.body) : nil
      return TokenResponse(value: whole ?? reply.value, headers: reply.headers)
    } catch {
      var error = error
      if error.code == .status, let content = error.body.flatMap(object) { error.content = content }
      throw error
    }
  }
}

extension Engine {
  func hideCredentials(_ arguments: Arguments, in request: inout PreparedRequest) {
    let name = request.endpoint
    let tokens = spec.service.tokens.filter { $0.endpoints.contains(name) }
    guard !tokens.isEmpty else { return }
    let filled = Set(tokens.flatMap { $0.credentialArguments(of: name) })
    for item in arguments.items where filled.contains(item.name) || SecretNames.contains(item.name, in: .item) {
      guard let text = item.value.json.flatMap({ ValueText.plain($0) }) else { continue }
      request.secrets.add(text)
      request.context[BodyHoldsSecret.self] = true
    }
  }
}

extension TokenModel {
  /// Returns the arguments of an endpoint that contain a credential or a part of the old token.
  fileprivate func credentialArguments(of endpoint: String) -> [String] {
    let calls = [login, refresh].compactMap(\.self).filter { $0.endpoint == endpoint }
    return calls.flatMap(\.arguments).filter { argument in
      argument.value.texts.contains { !$0.arguments.isEmpty || $0.variables.contains(where: credentials.contains) }
    }.compactMap(\.name.literal)
  }
}

extension CredentialRefusal {
  /// Says which origin gets the credentials.
  static func owner(_ foreign: CrossOriginRule) -> String {
    foreign.origin.map { "are for \($0.text)" } ?? "are for the origin of 'base'"
  }

  /// Whether the server offers Digest, and not the Basic that was sent: the password may be right (RFC 9110 section 11.6.1).
  private static func wantsDigest(_ response: Response, _ request: PreparedRequest) -> Bool {
    guard response.status == .unauthorized, response.redirects == 0,
      request.headers[.authorization]?.lowercased().hasPrefix("basic ") == true
    else { return false }
    let offered = Challenge.list(response.headers).map { $0.scheme.lowercased() }
    return offered.contains("digest") && !offered.contains("basic")
  }

  /// Describes the rejection of credentials that the binder added or withheld, if no policy did.
  init?(_ response: Response, to draft: Draft) {
    let plan = draft.plan
    guard [401, 403].contains(response.status.code) else { return nil }
    if plan.auth.isEmpty, !Self.wantsDigest(response, draft.request) { return nil }
    let url = response.url.isEmpty ? draft.request.url : response.url
    let foreign = draft.foreign
    if !plan.auth.isEmpty, foreign.contains(url), let there = Origin(url) {
      let what = "the credentials \(Self.owner(foreign)) and were not sent to \(there.text)"
      let key = plan.own.map { $0.isSecured } ?? true ? "" : "'auth' to '\(plan.model.name)' and "
      self.init(.text("\(what); to send them, add \(key)'redirects: {trust: [\(there.host)]}' to the spec"), wasSent: false)
      return
    }
    if Self.wantsDigest(response, draft.request) {
      let what = "the server asks for Digest, but the call sent Basic"
      self.init(.text("\(what); write 'auth: digest ${USER} ${PASSWORD}' in the spec"))
      return
    }
    guard response.status == .unauthorized, !plan.credentials.isEmpty else { return nil }
    let isReplaced = plan.credentials.contains { step in
      switch step {
      case .header(let target, let value, _): target.name.map { draft.request.headers[$0] != value } ?? false
      case .problems: true
      case .item: false
      }
    }
    if isReplaced {
      self.init(.text("check the header that the call sent instead of the credentials in 'auth'; the server rejected it"))
      return
    }
    let variables = plan.auth.flatMap(\.variables)
    guard let first = variables.first else {
      self.init(.text("check the credentials in 'auth' of the spec; the server rejected them"))
      return
    }
    let names = variables.map { "'\($0)'" }.joined(separator: " and ")
    let more = plan.model.authHint.map { "; \($0)" } ?? ""
    self.init(.anotherValue(of: first, reason: "the server rejected the credentials in \(names)\(more)"))
  }
}
