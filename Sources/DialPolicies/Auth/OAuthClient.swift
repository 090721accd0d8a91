import DialJSON
package import DialMessage
package import DialModel
import DialSyntax
import HTTPTypes

/// Requests tokens from a token server (RFC 6749), with the credentials of the client, those of a user, or a refresh token.
package struct OAuthClient: Sendable {
  package let oauth: OAuthModel
  private let delegate: any AuthDelegate
  private let vault: SecretVault
  private let base: String?
  private let tls: TLSModel?

  package init(_ oauth: OAuthModel, _ delegate: any AuthDelegate, _ vault: SecretVault, base: String?, tls: TLSModel? = nil) {
    (self.oauth, self.delegate, self.vault, self.base, self.tls) = (oauth, delegate, vault, base, tls)
  }

  /// Returns the value of a key with its variables filled in; nil if the spec does not have the key.
  package func value(_ key: String) throws(CallError) -> String? {
    guard let text = oauth.values[key] else { return nil }
    var filling = TokenArguments(delegate)
    let value = try filling.fill(text)
    if OAuthModel.secrets.contains(key), let value { vault.add(value) }
    // A variable in `auth` is always secret.
    for secret in filling.secrets { vault.add(secret) }
    return value
  }

  func token() async throws(CallError) -> Token {
    let needs = ["refresh_token", "username", "password"].filter(oauth.grant.needs.contains)
    return try await token([("grant_type", oauth.grant.rawValue)] + values(needs) + scope())
  }

  /// Renews a token (RFC 6749 section 6).
  func token(renewing old: Token) async throws(CallError) -> Token {
    try await token([("grant_type", "refresh_token"), ("refresh_token", old.refresh ?? "")], renewing: old)
  }

  package func scope() throws(CallError) -> [(String, String)] { try values(["scope", "audience"]) }

  func values(_ keys: [String]) throws(CallError) -> [(String, String)] {
    var items: [(String, String)] = []
    for key in keys { if let value = try value(key) { items.append((key, value)) } }
    return items
  }

  package func token(_ form: [(String, String)], renewing old: Token? = nil) async throws(CallError) -> Token {
    try await post(form, to: "token_url").token(at: .standard, isOAuth: true, renewing: old)
  }

  /// Sends a form with the identity of the client to the address of a key.
  package func post(_ form: [(String, String)], to key: String) async throws(CallError) -> TokenResponse {
    let url = try address(key)
    let id = try value("client_id")
    let secret = try value("client_secret")
    var form = form
    var headers: [(String, String)] = [("Accept", "application/json")]
    if let id, let secret, oauth.clientAuth == .basic {
      // The id and the secret are encoded first (RFC 6749 section 2.3.1). All servers decode `%20`, but not all a `+`.
      let pair = Base64.encode(Array("\(PercentEncoding.encode(id)):\(PercentEncoding.encode(secret))".utf8))
      vault.add(pair)
      headers.append(("Authorization", "Basic \(pair)"))
    } else {
      if let id { form.append(("client_id", id)) }
      if let secret { form.append(("client_secret", secret)) }
    }
    let response: TokenResponse
    do throws(CallError) { response = try await send(form, headers, to: url) } catch { throw Self.described(error) }
    // Some servers report errors with a successful status.
    guard let code = response.value[member: "error"].asString, !code.isEmpty else { return response }
    var error = CallError(.status, "")
    (error.status, error.content) = (.ok, response.value)
    throw Self.described(error)
  }

  /// Adds the explanation of the server (RFC 6749 section 5.2) to an error.
  private static func described(_ error: CallError) -> CallError {
    guard error.code == .status, let status = error.status else { return error }
    var described = error
    described.message = "the token server responded with \(status.code)"
    let (code, words) = said(error)
    if let code { described.message += ": \(code.excerpt(80))" }
    if let words { described.message += " (\(words.excerpt(200)))" }
    // What another error of the server says.
    let head = "\(status.code)" + (status.reasonPhrase.isEmpty ? "" : " \(status.reasonPhrase)")
    if code == nil, words == nil, let mark = error.message.firstRange(of: head + ": ") {
      described.message += ": " + error.message[mark.upperBound...]
    }
    return described
  }

  package static func said(_ error: CallError) -> (code: String?, words: String?) {
    func text(_ name: String) -> String? { error.content?[member: name].asString.map { TerminalText.safe($0) } }
    return (text("error"), text("error_description"))
  }

  private func send(_ form: [(String, String)], _ headers: [(String, String)], to url: String) async throws(CallError) -> TokenResponse {
    try await delegate.send(endpoint(spends: Self.spends(form)), to: url, headers) { request in
      // The client certificate is for the service, which may be another server than this one.
      request.tls = request.tls?.presented(by: rule)
      request.headers[.contentType] = "application/x-www-form-urlencoded"
      request.body = .bytes(Array(FormCoding.encode(form).utf8))
      request.context[BodyHoldsSecret.self] = true
    }
  }

  /// Whether the form contains something that can be used only once: a code, or a refresh token.
  private static func spends(_ form: [(String, String)]) -> Bool {
    !form.contains { $0.0 == "grant_type" && ["client_credentials", "password"].contains($0.1) }
  }

  /// The origins that get the credentials of the service.
  private var rule: CrossOriginRule {
    CrossOriginRule(origin: base.flatMap { Origin($0) }, trustedHosts: delegate.service.level.policy.trustedHosts ?? [])
  }

  /// An endpoint for the token request, so that events, timeouts and retries apply. Redirects are not followed.
  private func endpoint(spends: Bool) -> EndpointModel {
    var policy = delegate.service.level.policy
    policy.tls = tls
    (policy.accept, policy.middlewares, policy.maxRedirects, policy.decode, policy.cache) = (nil, nil, 0, nil, nil)
    policy.compress = nil
    // A POST that only authenticates the client can be repeated.
    if !spends {
      policy.retry = policy.retry ?? RetryModel()
      policy.retry?.unsafe = true
    }
    let target = TargetModel(template: URITemplate(parts: []), text: "", range: oauth.range, isAbsolute: false)
    return EndpointModel(
      name: "oauth2", range: oauth.range, method: "POST", hasBody: true, isSocket: false, encoding: .form, target: target, parameters: [],
      isOpen: true, headers: [], query: [], result: .inferred, style: Style(), auth: .none, policy: policy, tags: [:])
  }

  /// Returns the URL of a key; a path is appended to the base, or to its origin. Throws if secrets must not be sent there.
  package func address(_ key: String) throws(CallError) -> String {
    guard var url = try value(key) else { throw CallError(.credentials, "'oauth2' has no '\(key)'") }
    let isAtOrigin = url.hasPrefix(OAuthModel.origin)
    if isAtOrigin || url.hasPrefix("/") {
      guard let base, let origin = Origin(base) else {
        throw CallError(.credentials, "'\(key)' is a path, which requires a base, but the spec has no 'base'", remedy: .base)
      }
      url = isAtOrigin ? origin.text + url.dropFirst(OAuthModel.origin.count) : BaseURL.join(base, url)
    }
    guard let origin = Origin(url), BaseURL.fault(origin.text) == nil, !url.contains("@"), url.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
    else { throw CallError(.credentials, "'\(key)' is not a valid URL: '\(url.excerpt)'") }
    let isOwn = base.flatMap { Origin($0) } == origin
    guard origin.scheme == "https" || isOwn || Loopback.contains(origin.host) else {
      throw CallError(.credentials, "'\(key)' must use https, because it receives secrets; http is allowed only for localhost")
    }
    return url
  }

  /// Revokes a token (RFC 7009). Returns false if the spec does not declare how.
  package func revoke(_ token: Token) async throws(CallError) -> Bool {
    guard oauth.values["revoke_url"] != nil else { return false }
    let form = token.refresh.map { [("token", $0), ("token_type_hint", "refresh_token")] } ?? [("token", token.access)]
    _ = try await post(form, to: "revoke_url")
    return true
  }
}
