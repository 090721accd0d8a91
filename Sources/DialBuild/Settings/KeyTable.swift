import DialModel
import DialSyntax

/// The known keys of each mapping of the language. The reader, findings and the editor schema all use this list.
package enum KeyTable: String, CaseIterable, Sendable {
  case spec, group, endpoint, parameter, variable
  case style, timeout, retry, limit, redirects, cookies, tls, client
  case auth, login, token, oauth2, aws4
  case paginate, poll, events, mock, fails

  package var keys: [String] {
    switch self {
    case .spec: Self.specKeys
    case .group: Self.groupKeys
    case .endpoint: Self.endpointKeys
    case .parameter: Self.parameterKeys
    case .variable: ["default", "secret"]
    case .style: ["arrays", "objects", "nesting", "bools", "dates", "data", "keys"]
    case .timeout: ["connect", "read", "total"]
    case .retry: ["max", "on", "backoff", "unsafe"]
    case .limit: ["rate", "concurrent"]
    case .redirects: ["max", "trust"]
    case .cookies: ["session"]
    case .tls: ["pins", "mode", "except", "ca", "client", "min"]
    case .client: ["cert", "key"]
    case .auth: ["bearer", "header", "query", "login", "refresh", "token", "from", "on", "oauth2", "aws4", "any"]
    case .login: ["call", "args"]
    case .token: ["access", "refresh", "expires"]
    case .oauth2: Self.oauthKeys
    case .aws4: ["key", "secret", "token", "service", "region", "payload", "carrier", "expires"]
    case .paginate: ["next", "cursor", "as", "page", "until", "offset", "step", "short", "total", "items"]
    case .poll: ["until", "fail", "every", "timeout", "call", "args"]
    case .events: ["each", "until", "reconnect"]
    case .fails: ["when", "message", "type"]
    case .mock: ["status", "headers", "json", "text", "file", "error", "delay", "events"]
    }
  }

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

  static let shared = [
    "headers", "query", "style", "encoding", "auth", "timeout", "retry", "limit", "cache", "redirects", "cookies", "accept", "use",
    "decode", "compress", "tls",
  ]

  private static let specKeys = ["service", "base", "doc", "vars", "types", "endpoints", "groups", "include", "overlay", "fails"] + shared
  private static let groupKeys = ["doc", "prefix", "endpoints", "groups", "fails"] + shared
  private static let endpointKeys =
    ["doc", "params", "body", "select", "returns", "fails", "hasBody", "paginate", "poll", "events", "mock"] + shared + Methods.all
  private static let oauthKeys = [
    "grant", "token_url", "auth_url", "device_url", "revoke_url", "client_id", "client_secret", "client_auth", "scope", "audience",
    "refresh_token", "username", "password",
  ]
  private static let parameterKeys = [
    "type", "in", "as", "default", "doc", "raw", "style", "values", "filename", "mimeType", "max", "secret", "example",
  ]

  /// Reads each entry of a mapping with these keys. An unknown key is reported, and read under the key that was probably meant.
  ///
  /// - Parameter name: the key of the mapping, if it differs from that of the table.
  func read(_ node: Node, as name: String? = nil, _ findings: Findings, _ body: (Entry) -> Void) {
    var whole: String { "'\(name ?? rawValue)'" }
    guard let entries = Values.mapping(node, whole, findings) else { return }
    for entry in entries {
      if contains(entry.name) {
        body(entry)
      } else if !entry.name.hasPrefix("x-") {
        // Read it anyway, so that its absence is not another finding.
        let meant = findings.unknown(entry, of: whole, self)
        if let meant, !entries.contains(where: { $0.name == meant.name }) { body(meant) }
      }
    }
  }
}

/// The levels of a spec, whose keys are often written on the wrong one.
extension KeyTable {
  /// From the outermost in.
  package static let levels: [KeyTable] = [.spec, .group, .endpoint, .parameter]

  package var words: String {
    switch self {
    case .spec: "the service"
    case .group: "a group"
    case .endpoint: "an endpoint"
    default: "a parameter"
    }
  }

  package var neighbours: [KeyTable] {
    switch self {
    case .spec: [.endpoint, .group]
    case .group: [.spec, .endpoint]
    case .endpoint: [.spec, .group, .parameter]
    default: [.endpoint]
    }
  }
}

/// The keys with a closed set of words, for the reader, findings and the schema.
package enum WordTable: String, CaseIterable, Sendable {
  case arrays, objects, nesting, bools, dates, data, keys
  case cache, cookies, compress
  case place = "in"
  case pinMode = "mode"
  case tlsVersion = "min"
  case grant
  case clientAuth = "client_auth"
  case supply = "from"
  case payload, carrier
  case mockError = "error"

  /// The words in the order of findings; the first word of a style is its default.
  package var words: [String] {
    switch self {
    case .arrays: Style.Arrays.allCases.map(\.rawValue)
    case .objects: Style.Objects.allCases.map(\.rawValue)
    case .nesting: Style.Nesting.allCases.map(\.rawValue)
    case .bools: Style.Bools.allCases.map(\.rawValue)
    case .dates: Style.Dates.allCases.map(\.rawValue)
    case .data: Style.Binary.allCases.map(\.rawValue)
    case .keys: Style.Keys.allCases.map(\.rawValue)
    case .cache: ["none", "standard", "prefer-cache", "only-cache", "reload", "revalidate"]
    case .cookies: ["none", "session"]
    case .compress: Compression.allCases.map(\.rawValue)
    case .place: Place.written.map(\.rawValue) + [Place.body.rawValue]
    case .pinMode: ["key", "certificate", "both"]
    case .tlsVersion: ["1.2", "1.3"]
    case .grant: OAuthModel.Grant.allCases.map(\.rawValue)
    case .clientAuth: OAuthModel.ClientAuth.allCases.map(\.rawValue)
    case .payload: AWS4Model.Payload.allCases.map(\.rawValue)
    case .carrier: AWS4Model.Carrier.allCases.map(\.rawValue)
    case .supply: TokenModel.Supply.allCases.map(\.rawValue)
    case .mockError: MockModel.errors
    }
  }

  /// Reads one of the words, the value of the key with the name of the table.
  ///
  /// - Parameter others: what else is allowed: "a lifetime such as 5m".
  func word(_ node: Node, _ findings: Findings, orElse others: String? = nil) -> String? {
    guard let text = Values.text(node, "a word for '\(rawValue)'", findings) else { return nil }
    if words.contains(text) { return text }
    if let others, findings.nearest(to: text, among: words) == nil {
      let list = words.map { "'\($0)'" }.joined(separator: ", ")
      return findings.fail(
        .expectedValue, "unknown value '\(text)' of '\(rawValue)'; expected one of \(list), or \(others)", at: node.range)
    }
    // A longer word means something else: 'unixms' is not 'unix'.
    let nearest = findings.nearest(to: text, among: words).flatMap { text.hasPrefix($0) && text.count > $0.count + 1 ? nil : $0 }
    findings.unknown(.expectedValue, "value", text, of: "'\(rawValue)'", nearest, among: words, at: node.range)
    return nil
  }

  /// Reads one of the words as a value of its type.
  func choice<Word: RawRepresentable>(_ node: Node, _ findings: Findings) -> Word? where Word.RawValue == String {
    word(node, findings).flatMap(Word.init)
  }
}
