import DialBuild
import DialModel
import DialSyntax

/// Other names of keys, in other tools and by guess.
enum KeyHabits {
  /// The replacement of a key.
  enum Advice {
    case key(String)
    /// How to write the value, if it must change.
    case form(String)
  }

  static func advice(for key: String, on table: KeyTable) -> Advice? {
    guard key.utf8.count < 32 else { return nil }
    let plain = key.lowercased().filter { $0 != "_" && $0 != "-" }
    var lists = [own[table], credentials[table.name]]
    if table == .poll { lists.append(own[.login]) }
    if [.spec, .group, .endpoint].contains(table) { lists.append(policies) }
    for (advice, words) in lists.compactMap(\.self).joined() where words.split(separator: " ").contains(plain[...]) {
      return table.contains(advice) ? .key(advice) : .form(advice)
    }
    return nil
  }

  /// Returns the replacement for an entry, which can depend on its value.
  static func advice(for entry: Entry, on table: KeyTable) -> Advice? {
    let advice = advice(for: entry.name, on: table)
    let text = entry.value.text
    switch advice {
    // A mapping without targets contains lines of this language.
    case .form? where isPaths(entry.name, on: table) && !(entry.value.mapping ?? []).contains { $0.name.hasPrefix("/") }:
      return entry.value.mapping == nil ? advice : .key("endpoints")
    case .key("returns")? where isMock(entry.value): return .key("mock")
    case .key("prefix")? where text?.contains("://") ?? false:
      return .form("targets with the whole URL, such as 'GET https://…', because all groups share one 'base'")
    case .form? where table == .retry:
      // `attempts` counts the first one, too.
      if let count = text.flatMap({ Int($0) }), count > 0, entry.name.lowercased() == "attempts" {
        return .form("'max: \(count - 1)', the number of retries after the first attempt")
      }
      return text?.contains("..") ?? false ? .key("backoff") : advice
    default: return advice
    }
  }

  /// Whether a mapping has a body or a status, which no shape has.
  private static func isMock(_ node: Node) -> Bool {
    node.mapping?.contains { $0.name == "json" || $0.name == "status" && $0.value.text.flatMap { Int($0) } != nil } ?? false
  }

  private static func isPaths(_ key: String, on table: KeyTable) -> Bool { table == .spec && key.lowercased() == "paths" }

  /// A key, or how to write the value, and the words that mean it, in lowercase and without `_` and `-`.
  private typealias Words = KeyValuePairs<String, String>

  private static let doc = "description desc documentation summary"

  private static let own: [KeyTable: Words] = [
    .spec: [
      "base": "url baseurl server", "'base: https://…'": "host servers", "service": "name title", "doc": doc,
      "vars": "variables env environment", "'vars: {NAME: {secret: true}}'": "secrets", "types": "schemas models definitions",
      "'types:' with the schemas of the document": "components", "endpoints": "routes operations requests",
      "'endpoints:' with lines such as 'list: GET /users'": "paths", "include": "imports",
      "overlay": "extends openapi swagger",
    ],
    .group: ["prefix": "path base basepath baseurl url", "doc": doc],
    .endpoint: [
      "doc": doc, "params": "parameters arguments args", "returns": "response result", "fails": "errors error failure",
      "'-> Type ! Failure' in the endpoint line, or 'returns:' and 'fails:'": "responses", "body": "requestbody payload data json",
      "it as the key of the endpoint, which is its name": "operationid", "'POST form /path', with the fields as parameters": "form",
      "'POST multipart /path', with the fields as parameters": "formdata", "'GET: /path', with the method as the key": "method",
      "'GET: /path', with the target as the value": "path url",
    ],
    .parameter: [
      "doc": doc, "values": "enum options choices", "as": "name wire alias", "in": "place location", "mimeType": "contenttype",
      "'?' after the name of an optional parameter; all others are required": "required",
      "'?' after the name of an optional parameter": "optional", "'type:' with a type such as String": "schema",
      "'?' after the type of a parameter that accepts null": "nullable", "a type such as 'type: Date'": "format",
    ],
    .auth: [
      "the credentials on one line, such as 'bearer ${TOKEN}', 'basic ${USER} ${PASSWORD}' or 'header X-Api-Key ${KEY}'":
        "type scheme kind basic value user username password key name"
    ],
    .mock: ["'json: {…}' or 'text: …'": "body response", "status": "code statuscode", "delay": "latency"],
    .login: ["call": "endpoint", "args": "with params parameters arguments body"],
    .poll: ["every": "interval delay", "until": "success", "fail": "failure error"],
    .paginate: [
      "as": "param parameter query", "step": "size limit pagesize perpage count increment maxresults", "offset": "skip start",
      "page": "pagenumber pageparam pagenum", "cursor": "token nextcursor nexttoken nextpagetoken after", "next": "url nexturl nextlink",
      "until": "stop", "'until:' with the condition that ends the pages": "while", "total": "totalcount",
    ],
    .retry: [
      "max": "times count retries", "on": "statuses status codes", "'backoff: 200ms..20s'": "delay wait interval",
      "'max: 2', the number of retries after the first attempt": "attempts",
    ],
  ]

  private static let credentials: [String: Words] = [
    "aws4": ["key": "accesskey accesskeyid keyid", "secret": "secretkey secretaccesskey", "token": "sessiontoken"]
  ]

  private static let policies: Words = [
    "retry": "retries", "limit": "ratelimit", "use": "middleware middlewares interceptors", "auth": "authentication authorization",
    "credentials such as 'auth: bearer ${TOKEN}'": "security", "'headers: {Content-Type: …}'": "contenttype",
    "'timeout:' with a unit, such as 'timeout: 10m'": "timeoutminutes", "'timeout:' with a unit, such as 'timeout: 30s'": "timeoutseconds",
    "'timeout:' with a unit, such as 'timeout: 500ms'": "timeoutms", "'timeout: 30s'": "maxtime",
    "'timeout: {connect: 5s}'": "connecttimeout", "compress": "compression", "'compress: gzip'": "gzip contentencoding",
  ]
}
