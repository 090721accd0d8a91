import DialModel
import DialSyntax

/// The flows of an OAuth 2 scheme as `oauth2` of the language. Their values are variables named after service and scheme.
struct OAuthFlows {
  /// One flow with the variables that it needs.
  struct Way: Sendable {
    var grant: OAuthModel.Grant
    var urls: [(key: String, url: String)]
    /// The keys whose values are variables.
    var keys: [String]

    func variables(_ variable: String) -> [String] { keys.map { Self.name($0, variable) } }

    func node(_ variable: String, scopes: [String], at range: SourceRange) -> Node {
      var entries = [Literal.entry("grant", grant.rawValue, range)]
      entries += urls.map { Literal.entry($0.key, $0.url, range) }
      entries += keys.map { Literal.entry($0, "${\(Self.name($0, variable))}", range) }
      if !scopes.isEmpty {
        let items = scopes.map { Literal.node(Text.escaped($0, arguments: false), range) }
        entries.append(Entry(Literal.node("scope", range), Node(.sequence(items), range: range)))
      }
      let oauth = Entry(Literal.node("oauth2", range), Node(.mapping(entries), range: range))
      return Node(.mapping([oauth]), range: range)
    }

    private static func name(_ key: String, _ variable: String) -> String { "\(variable)_\(key.uppercased())" }
  }

  private(set) var ways: [Way] = []

  /// Whether a user signs in for one of them.
  var isInteractive: Bool { ways.contains { $0.grant.isInteractive } }

  /// The flows of Swagger 2.0 by their names in OpenAPI 3.
  private static let names = ["application": "clientCredentials", "accessCode": "authorizationCode", "password": "password"]

  init(_ scheme: Node, warn: (String) -> Void) {
    if let flows = scheme.value(for: "flows") {
      for flow in flows.mapping ?? [] where !flow.name.hasPrefix("x-") { add(flow.name, flow.value, warn) }
    } else if let name = scheme.text(for: "flow"), let flow = Self.names[name] {
      add(flow, scheme, warn)
    }
    // What needs a user comes last, and what has more values before what has fewer.
    let order: [OAuthModel.Grant] = [.refreshToken, .password, .clientCredentials, .authorizationCode, .deviceCode]
    let places = Dictionary(uniqueKeysWithValues: zip(order, 0...))
    ways = ways.enumerated().sorted { (places[$0.element.grant] ?? 0, $0.offset) < (places[$1.element.grant] ?? 0, $1.offset) }.map(
      \.element)
  }

  private mutating func add(_ name: String, _ flow: Node, _ warn: (String) -> Void) {
    func url(_ key: String) -> String? {
      guard let text = flow.text(for: key), !text.isEmpty else {
        warn("the flow '\(name)' has no '\(key)', and is left out")
        return nil
      }
      guard let url = Self.url(text) else {
        warn("'\(key)' of the flow '\(name)' is not a URL that can get secrets, so the flow is left out")
        return nil
      }
      return url
    }
    let client = ["client_id"]
    let whole = ["client_id", "client_secret"]
    switch name {
    case "clientCredentials":
      guard let token = url("tokenUrl") else { return }
      ways.append(Way(grant: .clientCredentials, urls: [("token_url", token)], keys: whole))
    case "password":
      guard let token = url("tokenUrl") else { return }
      let user = ["username", "password"]
      for keys in [user + whole, user + client, user] { ways.append(Way(grant: .password, urls: [("token_url", token)], keys: keys)) }
      addRefresh(flow, token)
    case "authorizationCode":
      guard let auth = url("authorizationUrl"), let token = url("tokenUrl") else { return }
      let urls = [("auth_url", auth), ("token_url", token)]
      for keys in [whole, client] { ways.append(Way(grant: .authorizationCode, urls: urls, keys: keys)) }
      addRefresh(flow, token)
    case "deviceAuthorization":
      guard let device = url("deviceAuthorizationUrl"), let token = url("tokenUrl") else { return }
      let urls = [("device_url", device), ("token_url", token)]
      for keys in [whole, client] { ways.append(Way(grant: .deviceCode, urls: urls, keys: keys)) }
      addRefresh(flow, token)
    // Its token comes from elsewhere, as a value.
    case "implicit": break
    default: warn("the flow '\(name)' is unknown, and is left out")
    }
  }

  /// A refresh token that the user has, which the flows renew with, too.
  private mutating func addRefresh(_ flow: Node, _ token: String) {
    if ways.contains(where: { $0.grant == .refreshToken }) { return }
    let url = flow.text(for: "refreshUrl").flatMap { $0.isEmpty ? nil : Self.url($0) } ?? token
    for keys in [["refresh_token", "client_id", "client_secret"], ["refresh_token", "client_id"]] {
      ways.append(Way(grant: .refreshToken, urls: [("token_url", url)], keys: keys))
    }
  }

  /// Returns a URL as the language writes it: absolute, a path below the base, or a path at the origin of the base (RFC 3986 section 4.2).
  /// Returns nil for anything else.
  private static func url(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), !text.contains(where: { "{}$@#\\".contains($0) }) else { return nil }
    if text.contains("://") {
      guard let origin = Origin(text) else { return nil }
      return origin.scheme == "https" || origin.scheme == "http" && Loopback.contains(origin.host) ? text : nil
    }
    if text.hasPrefix("//") || text.prefix(while: { $0 != "/" }).contains(":") { return nil }
    if text.hasPrefix("/") { return "{origin}" + text }
    let rest = text.hasPrefix("./") ? String(text.dropFirst(2)) : text
    return rest.hasPrefix("../") || rest.isEmpty ? nil : "/" + rest
  }
}
