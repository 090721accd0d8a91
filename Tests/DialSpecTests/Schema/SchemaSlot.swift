import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec

/// A place in a spec, and the text around it.
struct SchemaSlot: CustomTestStringConvertible, Sendable {
  var testDescription: String
  /// The spec up to the value.
  var head: String

  /// Returns the spec with a value of one line.
  func spec(_ value: String) -> String { "\(head)\(value)\n" }

  init(_ table: KeyTable, _ key: String) {
    testDescription = "\(table.name).\(key)"
    let base = table == .spec && key == "base" ? "" : "base: https://api.test\n"
    let isOnly = table == .spec && ["endpoints", "groups"].contains(key)
    head = base + (isOnly ? "" : "endpoints:\n" + Self.around(table, key)) + "\(key): "
  }

  init(_ name: String, _ head: String) { (testDescription, self.head) = (name, head) }

  private static func around(_ table: KeyTable, _ key: String) -> String {
    let other = "  other: GET /other\n"
    return switch table {
    case .spec: other
    case .group: other + "groups:\n  g:\n    "
    case .endpoint: "  e:\n" + (Methods.all.contains(key) ? "" : "    POST: /a\n") + "    "
    case .parameter: "  e:\n    POST: /a\n    params:\n      p:\n        "
    case .bounds: "  e:\n    POST: /a\n    params:\n      p:\n        length:\n          "
    case .variable: other + "vars:\n  V:\n    "
    case .auth: "  token: POST /token\n" + other + "auth:\n  " + companion(table, key)
    case .style, .timeout, .retry, .limit, .redirects, .cookies, .tls: other + "\(table.name):\n  "
    case .client: other + "tls:\n  client:\n    "
    case .login, .token: "  token: POST /token\n" + other + "auth:\n  bearer: b\n  \(table.name):\n    " + companion(table, key)
    case .oauth2: other + "auth:\n  oauth2:\n    " + companion(table, key)
    case .paginate, .events, .mock, .fails: "  e:\n    GET: /a\n    \(table.name):\n      " + companion(table, key)
    case .streamIf: "  e:\n    GET: /a -> events\n    streamIf:\n      " + companion(table, key)
    case .poll: "  token: GET /token\n  e:\n    GET: /a\n    poll:\n      " + companion(table, key)
    // A kind of credentials.
    default: other + "auth:\n  \(table.name):\n    " + requiredKeys(table).filter { $0 != key }.map { "\($0): \"${S}\"\n    " }.joined()
    }
  }

  private static func companion(_ table: KeyTable, _ key: String) -> String {
    let line: String? =
      switch (table, key) {
      case (.paginate, "cursor"): "as: c"
      case (.paginate, "as"): "cursor: next"
      case (.paginate, "until"), (.paginate, "items"): "next: link"
      case (.paginate, "short"): "offset: skip\n      step: 5"
      case (.paginate, "step"), (.paginate, "total"): "offset: skip"
      case (.fails, "when"): nil
      case (.fails, _): "when: failed"
      case (.poll, "args"): "call: token"
      case (.streamIf, "default"): "argument: x"
      case (.auth, "login"), (.auth, "refresh"), (.auth, "token"), (.auth, "on"): "bearer: b"
      case (.auth, "from"): "header: X-A b"
      case (.auth, "scheme"): "token: \"${S}\""
      case (.login, "args"): "call: token"
      default: nil
      }
    if table == .oauth2 { return oauthCompanions(key) }
    let indent = table == .auth ? "  " : table == .login ? "    " : "      "
    return line.map { "\($0)\n\(indent)" } ?? ""
  }

  private static func requiredKeys(_ table: KeyTable) -> [String] {
    CredentialKinds[table.name]?.syntax?.required.map(\.name) ?? []
  }

  /// The keys that the grant `refresh_token` requires, except this one.
  private static func oauthCompanions(_ key: String) -> String {
    let all = ["grant: refresh_token", "token_url: https://a.test/token", "client_id: c", "refresh_token: \"${R}\""]
    return all.filter { !$0.hasPrefix("\(key):") }.map { "\($0)\n    " }.joined()
  }

  /// Every key of every table once; shared keys are those of the service.
  static let keys: [SchemaSlot] = KeyTable.allCases.flatMap { table in
    table.keys.filter { table == .spec || ![.group, .endpoint].contains(table) || !KeyTable.shared.contains($0) }
      .map { SchemaSlot(table, $0) }
  }

  /// Places without their own key.
  static let others: [SchemaSlot] = [
    SchemaSlot("line", "endpoints:\n  e: "), SchemaSlot("custom method", "endpoints:\n  e:\n    hasBody: true\n    PURGE: "),
    SchemaSlot("parameter", "endpoints:\n  e:\n    POST: /a\n    params:\n      p: "),
    SchemaSlot("header", "endpoints: {e: GET /a}\nheaders:\n  X-A: "), SchemaSlot("query", "endpoints: {e: GET /a}\nquery:\n  a: "),
    SchemaSlot("type", "endpoints: {e: GET /a}\ntypes:\n  T: "), SchemaSlot("member", "endpoints: {e: GET /a}\ntypes:\n  T:\n    a: "),
    SchemaSlot("variable", "endpoints: {e: GET /a}\nvars:\n  V: "), SchemaSlot("group", "groups:\n  g: "),
    SchemaSlot("pin", "endpoints: {e: GET /a}\ntls:\n  pins:\n    a.test: "), SchemaSlot("include", "include: [c.yaml]\nendpoints:\n  e: "),
    SchemaSlot("mock header", "endpoints:\n  e:\n    GET: /a\n    mock:\n      headers:\n        X-A: "),
    SchemaSlot("free", "endpoints: {e: GET /a}\nx-a: "), SchemaSlot("spec", ""),
  ]

  /// Places where the value is a key.
  static let names: [SchemaSlot] = [
    SchemaSlot("endpoint name", "endpoints:\n  ? "), SchemaSlot("group name", "endpoints: {e: GET /a}\ngroups:\n  ? "),
    SchemaSlot("type name", "endpoints: {e: GET /a}\ntypes:\n  ? "),
    SchemaSlot("member name", "endpoints: {e: GET /a}\ntypes:\n  T:\n    ? "),
    SchemaSlot("parameter name", "endpoints:\n  e:\n    POST: /a\n    params:\n      ? "),
    SchemaSlot("header name", "endpoints: {e: GET /a}\nheaders:\n  ? "), SchemaSlot("service key", "endpoints: {e: GET /a}\n? "),
    SchemaSlot("endpoint key", "endpoints:\n  e:\n    GET: /a\n    ? "),
    SchemaSlot("method key", "endpoints:\n  e:\n    hasBody: true\n    ? "),
  ]

  /// Texts that can follow a name.
  static let afterName = [": GET /a", ": {endpoints: {e: GET /a}}", ": Int", ":"]

  /// Values of every kind, including those of special places.
  static let values: [String] =
    [
      "", "~", "null", "Null", "true", "False", "yes", "0", "1", "-1", "+7", "007", "5.5", "1e3", "0x10", "0o17", ".inf", "200", "404",
      "600", "[text/csv]",
      "\"200\"", "\"+7\"", "'7'", "!!str 7", "\"\"", "\" \"", "none", "any", "2xx", "5XX", "6xx", "network", "30s", "1.5m", "5.s", ".5s",
      "1e3s",
      "30", "200ms..20s", "20s..1s", "10/s", "0/s", "010/h", "10MB", ".5KiB", "1.B", "10", "text", "two words", "größe", "/users/{id}",
      "/users (a, b) -> Void", "GET /users/{id}", "' POST  form /a (a, b?) @ data -> [(id Int)] ! (code) '", "GET /a b", "POST xml /a",
      "get /a", "GET", "GET /a ->", "GET /a{b", "GET /{+path}?x={y} (z = 1)", "GET /a{q=two words}", "{a: b}", "{a}", "\"{a}\"", "{}", "[]",
      "[a]", "[a, b]", "[200, 5xx]", "[[a]]", "[{a: b}]", "{a: {b: c}}", "{2a: b}", "{\"a b\": c}", "[1, network]", "[\"\"]", "\"${X}\"",
      "bearer ${X}", "bearer", "' bearer  ${X} '", "basic ${U} ${P}", "header X-Key ${K}", "digest ${U} ${P}", "token", "https://a.test",
      "https://a.test/v1", "HTTPS://a.test", "https://a.test?a=b", "https://u@a.test", "https://${H}/a",
      "https://{t}.a.test", "https://a-{t=b}.a.test:80/{v}", "https://{t}.localHOST:80", "https://{t}.${Z}", "https://${A}.{t}.a.test",
      "https://a.test/{v}", "a/b.yaml", "../x", "a/../b",
      "/abs",
      "~/a", "a..b/...", "sha256/AAAA=", "md5/AAAA", "image/png", "a.test", "a.test:80", "data.items", "a ==", "Int", "Int = 3",
      "Int as x = 3",
      "[Int]", "{id: Int, name?: String}", "'\"a\" | \"b\"'", "int", "link", "empty", "{GET: /a}", "{get: /a}",
      "{PURGE: /a, hasBody: true}",
      "{e: GET /a}", "{endpoints: {e: GET /a}}", "{max: 3}", "{total: 3s}", "{status: 200, json: [1]}", "[{status: 200}, {error: timeout}]",
      "{rate: 10/s}", "{call: e, args: {a: b}}", "{call: token}", "{oauth2: {grant: a}}", "X-Token main",
      "{grant: client_credentials, token_url: /t, client_id: a, client_secret: \"${S}\"}", "{arrays: csv}", "{X-A: b}", "{x-a: [b]}",
      "{Accept: [a, b]}", "[\"bearer ${X}\", none?]", "aws4 ${K} ${S} s3", "{key: k, secret: \"${S}\"}", "{scheme: Bot, token: \"${T}\"}",
      "{when: failed}", "{when: failed, message: error, type: {code: Int}}",
    ] + Set(WordTable.allCases.flatMap(\.words) + CredentialKinds.all.flatMap(words)).sorted()

  private static func words(of kind: any CredentialKind) -> [String] {
    (kind.syntax?.keys ?? []).flatMap { if case .word(let words) = $0.form { words } else { [String]() } }
  }

  /// Valid and invalid names.
  static let keyTexts = [
    "a", "A", "_a", "_", "a-b", "a1", "größe", "été", "Éa", "2a", "-a", "a b", "a.b", "a$", "😀", "a?", "a*", "a!", "a??", "query.a",
    "query.+a",
    "+a", "+query.a", "header.meta*", "body.a", "_ user", "_ user?", "\" a \"", "a as b", "a? as b", "a?as b", "a as", "\"a:1\"", "x-a",
    "X-A",
    "String", "Strings", "GET", "get", "PURGE", "M-SEARCH", "A_1", "timeout", "timout", "Accept", "Host", "!", "\"\"", "\"a\\n\"", "<<",
  ]
}

extension SchemaSlot {
  var indent: String { String(head.split(separator: "\n", omittingEmptySubsequences: false).last!.prefix { $0 == " " }) }
}
