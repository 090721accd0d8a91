import DialSyntax

/// What the keys of this language are called elsewhere: in other tools, and by guess.
enum KeySynonyms {
  /// What to write in place of a key.
  enum Advice {
    /// The key of this language, with the same value.
    case key(String)
    /// Where the value must be written anew: how.
    case form(String)
  }

  static func advice(for key: String, on table: KeyTable) -> Advice? {
    guard key.utf8.count < 32 else { return nil }
    let plain = key.lowercased().filter { $0 != "_" && $0 != "-" }
    if let advice = own[table]?[plain] { return advice }
    return KeyTable.holdsPolicies(table) ? policies[plain] : nil
  }

  private static let own: [KeyTable: [String: Advice]] = [
    .spec: [
      "url": .key("base"), "baseurl": .key("base"), "host": .form("'base: https://…'"), "server": .key("base"),
      "servers": .form("'base: https://…'"), "name": .key("service"), "title": .key("service"), "description": .key("doc"),
      "summary": .key("doc"), "variables": .key("vars"), "schemas": .key("types"), "models": .key("types"), "definitions": .key("types"),
      "routes": .key("endpoints"), "operations": .key("endpoints"), "requests": .key("endpoints"),
      "paths": .form("'endpoints:' with lines such as 'list: GET /users'"), "imports": .key("include"), "extends": .key("overlay"),
    ],
    .group: ["path": .key("prefix"), "basepath": .key("prefix"), "description": .key("doc"), "summary": .key("doc")],
    .endpoint: [
      "description": .key("doc"), "summary": .key("doc"), "parameters": .key("params"), "arguments": .key("params"),
      "args": .key("params"), "response": .key("returns"), "result": .key("returns"),
      "responses": .form("'-> Type ! Failure' in the endpoint line, or 'returns:' and 'fails:'"), "errors": .key("fails"),
      "error": .key("fails"),
      "failure": .key("fails"), "requestbody": .key("body"), "payload": .key("body"),
      "method": .form("'GET: /path', with the method as the key"), "path": .form("'GET: /path', with the target as the value"),
      "url": .form("'GET: /path', with the target as the value"),
    ],
    .parameter: [
      "description": .key("doc"), "enum": .key("values"), "name": .key("as"), "place": .key("in"),
      "required": .form("'?' after the name of an optional parameter; all others are required"),
      "optional": .form("'?' after the name of an optional parameter"),
    ],
    .mock: [
      "body": .form("'json: {…}' or 'text: …'"), "response": .form("'json: {…}' or 'text: …'"), "code": .key("status"),
      "statuscode": .key("status"), "latency": .key("delay"),
    ],
  ]

  private static let policies: [String: Advice] = [
    "retries": .form("'retry: {max: 2}'"), "ratelimit": .key("limit"), "middleware": .key("use"), "middlewares": .key("use"),
    "interceptors": .key("use"), "authentication": .key("auth"), "authorization": .key("auth"),
    "security": .form("credentials such as 'auth: bearer ${TOKEN}'"), "contenttype": .form("'headers: {Content-Type: …}'"),
  ]
}

extension KeyTable {
  fileprivate static func holdsPolicies(_ table: KeyTable) -> Bool { [.spec, .group, .endpoint].contains(table) }
}

extension Findings {
  /// A key that is none of a table: what it is called here, else the nearest.
  func unknown(key: String, of whole: String, _ table: KeyTable, at range: SourceRange) {
    guard let advice = KeySynonyms.advice(for: key, on: table) else {
      return unknown(.unknownKey, "key", key, of: whole, among: table.keys, at: range)
    }
    report(advice, for: key, of: whole, among: table.keys, at: range)
  }

  func report(_ advice: KeySynonyms.Advice, for key: String, of whole: String, among known: [String], at range: SourceRange) {
    switch advice {
    case .key(let known): unknown(.unknownKey, "key", key, of: whole, known, among: [], at: range)
    case .form(let form):
      error(.unknownKey, "unknown key '\(key)'\(whole.isEmpty ? "" : " of \(whole)"); write \(form)", at: range)
    }
  }
}
