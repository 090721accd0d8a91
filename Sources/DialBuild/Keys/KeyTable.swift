import DialModel
package import DialPolicies
import DialSyntax

/// The known keys of each mapping of the language. The reader, findings and the editor schema all use this list.
package final class KeyTable: Sendable {
  package let name: String
  package let keys: [String]
  private let set: Set<String>

  private init(_ name: String, _ keys: [String]) { (self.name, self.keys, set) = (name, keys, Set(keys)) }

  package func contains(_ key: String) -> Bool { set.contains(key) }

  package static let allCases =
    [
      spec, group, endpoint, parameter, bounds, variable, style, timeout, retry, limit, redirects, cookies, tls, client, auth, login, token,
      oauth2,
      paginate, poll, events, streamIf, mock, fails,
    ] + credentials

  package static let spec = KeyTable(
    "spec", ["service", "base", "doc", "vars", "types", "endpoints", "groups", "include", "overlay", "fails"] + shared)
  package static let group = KeyTable("group", ["doc", "prefix", "endpoints", "groups", "fails"] + shared)
  package static let endpoint = KeyTable(
    "endpoint",
    ["doc", "params", "body", "select", "returns", "fails", "hasBody", "paginate", "poll", "events", "streamIf", "contentTypes", "mock"]
      + shared + Methods.all)
  package static let parameter = KeyTable(
    "parameter",
    [
      "type", "in", "as", "default", "doc", "raw", "style", "values", "min", "max", "above", "below", "multiple", "length", "pattern",
      "items", "unique",
      "filename", "mimeType", "secret", "example",
    ])
  package static let bounds = KeyTable("bounds", ["min", "max"])
  package static let variable = KeyTable("variable", ["default", "secret"])
  package static let style = KeyTable(
    "style", ["arrays", "first", "objects", "nesting", "bools", "strings", "dates", "data", "keys", "single"])
  package static let timeout = KeyTable("timeout", ["connect", "read", "total"])
  package static let retry = KeyTable("retry", ["max", "on", "backoff", "unsafe"])
  package static let limit = KeyTable("limit", ["rate", "concurrent", "share"])
  package static let redirects = KeyTable("redirects", ["max", "trust"])
  package static let cookies = KeyTable("cookies", ["session", "store"])
  package static let tls = KeyTable("tls", ["pins", "mode", "except", "ca", "client", "min"])
  package static let client = KeyTable("client", ["cert", "key", "password"])
  package static let auth = KeyTable(
    "auth",
    ["bearer", "header", "query", "login", "refresh", "token", "scheme", "from", "on", "oauth2"] + credentials.map(\.name) + ["any"])
  package static let login = KeyTable("login", ["call", "args"])
  package static let token = KeyTable("token", ["access", "refresh", "expires"])
  package static let oauth2 = KeyTable(
    "oauth2",
    [
      "grant", "token_url", "auth_url", "device_url", "revoke_url", "client_id", "client_secret", "client_auth", "scope", "audience",
      "refresh_token", "username", "password",
    ])
  package static let paginate = KeyTable(
    "paginate", ["next", "cursor", "as", "page", "until", "offset", "step", "short", "total", "items"])
  package static let poll = KeyTable("poll", ["until", "fail", "every", "timeout", "call", "args", "result"])
  package static let events = KeyTable("events", ["each", "name", "until", "reconnect"])
  package static let streamIf = KeyTable("streamIf", ["argument", "default"])
  package static let mock = KeyTable("mock", ["status", "headers", "json", "text", "file", "error", "delay", "events"])
  package static let fails = KeyTable("fails", ["when", "message", "type"])

  /// The mappings of the kinds of credentials that have one.
  package static let credentials = CredentialKinds.all.compactMap { kind in
    kind.syntax.flatMap { syntax in syntax.more.map { _ in KeyTable(kind.name, syntax.keys.map(\.name)) } }
  }

  /// Returns the mapping of a kind of credentials.
  package static func of(_ kind: any CredentialKind) -> KeyTable {
    kind.name == scheme.name ? scheme : credentials.first { $0.name == kind.name } ?? auth
  }

  package static let scheme = KeyTable("scheme", ["scheme", "token"])

  package static let shared = [
    "headers", "query", "style", "encoding", "auth", "timeout", "retry", "limit", "cache", "redirects", "cookies", "accept", "use",
    "decode", "compress", "tls",
  ]
}

extension KeyTable: Hashable {
  package static func == (a: KeyTable, b: KeyTable) -> Bool { a === b }
  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension KeyTable {
  /// What has these keys, for messages about a level of a spec.
  package var words: String {
    switch self {
    case .spec: "the service"
    case .group: "a group"
    case .endpoint: "an endpoint"
    default: "a parameter"
    }
  }
}

/// The keys with a closed set of words, for the reader, findings and the schema.
package enum WordTable: String, CaseIterable, Sendable {
  case arrays, objects, nesting, bools, strings, dates, data, keys, single
  case cache, cookies, compress
  case cookieStore = "store"
  case place = "in"
  case pinMode = "mode"
  case tlsVersion = "min"
  case grant
  case clientAuth = "client_auth"
  case supply = "from"
  case mockError = "error"
  case pollResult = "result"

  /// The words in the order of findings; the first word of a style is its default.
  package var words: [String] {
    switch self {
    case .arrays: Style.Arrays.allCases.map(\.rawValue)
    case .objects: Style.Objects.allCases.map(\.rawValue)
    case .nesting: Style.Nesting.allCases.map(\.rawValue)
    case .bools: Style.Bools.allCases.map(\.rawValue)
    case .strings: Style.Strings.allCases.map(\.rawValue)
    case .dates: Style.Dates.allCases.map(\.rawValue)
    case .data: Style.Binary.allCases.map(\.rawValue)
    case .keys: Style.Keys.allCases.map(\.rawValue)
    case .single: Style.Single.allCases.map(\.rawValue)
    case .cache: ["none", "standard", "prefer-cache", "only-cache", "reload", "revalidate"]
    case .cookies: ["none", "session"]
    case .cookieStore: ["memory", "disk"]
    case .compress: Compression.allCases.map(\.rawValue)
    case .place: Place.written.map(\.rawValue) + [Place.body.rawValue]
    case .pinMode: ["key", "certificate", "both"]
    case .tlsVersion: ["1.2", "1.3"]
    case .grant: OAuthModel.Grant.allCases.map(\.rawValue)
    case .clientAuth: OAuthModel.ClientAuth.allCases.map(\.rawValue)
    case .supply: TokenModel.Supply.allCases.map(\.rawValue)
    case .mockError: MockModel.errors
    case .pollResult: PollModel.Result.allCases.map(\.rawValue)
    }
  }
}
