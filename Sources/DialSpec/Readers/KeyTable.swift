import DialModel

/// The known keys of each mapping of the language. The reader, findings and the editor schema all use this list.
package enum KeyTable: String, CaseIterable, Sendable {
  case spec, group, endpoint, parameter
  case style, timeout, retry, limit, redirects, tls, client
  case auth, login, token, oauth2
  case paginate, poll, events, mock

  /// The keys in the order of findings. Keys that begin with `x-` are allowed in each mapping.
  package var keys: [String] {
    switch self {
    case .spec: Self.specKeys
    case .group: Self.groupKeys
    case .endpoint: Self.endpointKeys
    case .parameter: Self.parameterKeys
    case .style: ["arrays", "objects", "nesting", "bools", "dates", "keys"]
    case .timeout: ["connect", "read", "total"]
    case .retry: ["max", "on", "backoff", "unsafe"]
    case .limit: ["rate", "concurrent"]
    case .redirects: ["max", "trust"]
    case .tls: ["pins", "mode", "except", "ca", "client", "min"]
    case .client: ["cert", "key"]
    case .auth: ["bearer", "header", "query", "login", "refresh", "token", "on", "oauth2"]
    case .login: ["call", "args"]
    case .token: ["access", "refresh", "expires"]
    case .oauth2: Self.oauthKeys
    case .paginate: ["next", "cursor", "as", "page", "until", "offset", "step", "total"]
    case .poll: ["until", "fail", "every", "timeout", "call", "args"]
    case .events: ["each", "until", "reconnect"]
    case .mock: ["status", "headers", "json", "text", "file", "error", "delay", "events"]
    }
  }

  /// Whether the mapping has this key.
  package func contains(_ key: String) -> Bool {
    switch self {
    // These are queried often.
    case .spec: Self.specSet.contains(key)
    case .group: Self.groupSet.contains(key)
    case .endpoint: Self.endpointSet.contains(key)
    case .parameter: Self.parameterSet.contains(key)
    default: keys.contains(key)
    }
  }

  private static let specSet = Set(specKeys)
  private static let groupSet = Set(groupKeys)
  private static let endpointSet = Set(endpointKeys)
  private static let parameterSet = Set(parameterKeys)

  /// The keys that service, group and endpoint share.
  static let shared = [
    "headers", "query", "style", "encoding", "auth", "timeout", "retry", "limit", "cache", "redirects", "cookies", "accept", "use",
    "decode", "tls",
  ]

  private static let specKeys = ["service", "base", "doc", "vars", "types", "endpoints", "groups", "include", "overlay"] + shared
  private static let groupKeys = ["doc", "prefix", "endpoints", "groups"] + shared
  private static let endpointKeys =
    ["doc", "params", "body", "select", "returns", "fails", "hasBody", "paginate", "poll", "events", "mock"] + shared + Methods.all
  private static let oauthKeys = [
    "grant", "token_url", "auth_url", "device_url", "revoke_url", "client_id", "client_secret", "client_auth", "scope", "audience",
    "refresh_token", "username", "password",
  ]
  private static let parameterKeys = [
    "type", "in", "as", "default", "doc", "raw", "style", "values", "filename", "mimeType", "max", "secret", "example",
  ]
}
