import DialSyntax

/// Other names of keys, in other tools and by guess.
enum KeySynonyms {
  /// The replacement of a key.
  enum Advice {
    case key(String)
    /// How to write the value, if it must change.
    case form(String)
  }

  static func advice(for key: String, on table: KeyTable) -> Advice? {
    guard key.utf8.count < 32 else { return nil }
    let plain = key.lowercased().filter { $0 != "_" && $0 != "-" }
    if let advice = own[table]?[plain] ?? (table == .poll ? call[plain] : nil) { return advice }
    return KeyTable.holdsPolicies(table) ? policies[plain] : nil
  }

  /// Returns the replacement for an entry, which can depend on its value.
  static func advice(for entry: Entry, on table: KeyTable) -> Advice? {
    let advice = advice(for: entry.name, on: table)
    switch advice {
    // A mapping without targets contains lines of this language.
    case .form? where isPaths(entry.name, on: table) && !(entry.value.mapping ?? []).contains { $0.name.hasPrefix("/") }:
      return entry.value.mapping == nil ? advice : .key("endpoints")
    case .key("returns")? where isMock(entry.value): return .key("mock")
    case .key("prefix")? where entry.value.text?.contains("://") ?? false:
      return .form("targets with the whole URL, such as 'GET https://…', because all groups share one 'base'")
    default: return advice
    }
  }

  /// Whether a mapping has a body or a status, which no shape has.
  private static func isMock(_ node: Node) -> Bool {
    node.mapping?.contains { $0.name == "json" || $0.name == "status" && $0.value.text.flatMap { Int($0) } != nil } ?? false
  }

  /// Returns the replacement for an entry of a policy, with its value where it can be kept.
  static func policyAdvice(for entry: Entry, on table: KeyTable) -> Advice? {
    let advice = advice(for: entry.name, on: table)
    guard table == .retry, case .form? = advice, let text = entry.value.text else { return advice }
    // `attempts` counts the first one, too.
    if let count = Int(text), count > 0, entry.name.lowercased() == "attempts" {
      return .form("'max: \(count - 1)', the number of retries after the first attempt")
    }
    return text.contains("..") ? .key("backoff") : advice
  }

  /// Whether the message about this key already reports missing endpoints.
  static func meansEndpoints(_ key: String, on table: KeyTable) -> Bool {
    if case .key("endpoints")? = advice(for: key, on: table) { return true }
    return isPaths(key, on: table)
  }

  private static func isPaths(_ key: String, on table: KeyTable) -> Bool { table == .spec && key.lowercased() == "paths" }

  private static let own: [KeyTable: [String: Advice]] = [
    .spec: [
      "url": .key("base"), "baseurl": .key("base"), "host": .form("'base: https://…'"), "server": .key("base"),
      "servers": .form("'base: https://…'"), "name": .key("service"), "title": .key("service"), "description": .key("doc"),
      "desc": .key("doc"), "documentation": .key("doc"),
      "summary": .key("doc"), "variables": .key("vars"), "schemas": .key("types"), "models": .key("types"), "definitions": .key("types"),
      "routes": .key("endpoints"), "operations": .key("endpoints"), "requests": .key("endpoints"),
      "paths": .form("'endpoints:' with lines such as 'list: GET /users'"), "imports": .key("include"), "extends": .key("overlay"),
      "components": .form("'types:' with the schemas of the document"), "env": .key("vars"), "environment": .key("vars"),
      "secrets": .form("'vars: {NAME: {secret: true}}'"),
    ],
    .group: [
      "path": .key("prefix"), "base": .key("prefix"), "basepath": .key("prefix"), "baseurl": .key("prefix"), "url": .key("prefix"),
      "description": .key("doc"), "desc": .key("doc"), "documentation": .key("doc"), "summary": .key("doc"),
    ],
    .endpoint: [
      "description": .key("doc"), "desc": .key("doc"), "documentation": .key("doc"), "summary": .key("doc"), "parameters": .key("params"),
      "arguments": .key("params"),
      "args": .key("params"), "response": .key("returns"), "result": .key("returns"),
      "responses": .form("'-> Type ! Failure' in the endpoint line, or 'returns:' and 'fails:'"), "errors": .key("fails"),
      "error": .key("fails"),
      "failure": .key("fails"), "requestbody": .key("body"), "payload": .key("body"), "data": .key("body"), "json": .key("body"),
      "operationid": .form("it as the key of the endpoint, which is its name"),
      "form": .form("'POST form /path', with the fields as parameters"),
      "formdata": .form("'POST multipart /path', with the fields as parameters"),
      "method": .form("'GET: /path', with the method as the key"), "path": .form("'GET: /path', with the target as the value"),
      "url": .form("'GET: /path', with the target as the value"),
    ],
    .parameter: [
      "description": .key("doc"), "desc": .key("doc"), "documentation": .key("doc"), "enum": .key("values"), "name": .key("as"),
      "place": .key("in"),
      "required": .form("'?' after the name of an optional parameter; all others are required"),
      "optional": .form("'?' after the name of an optional parameter"),
      "schema": .form("'type:' with a type such as String"),
      "nullable": .form("'?' after the type of a parameter that accepts null"),
      "location": .key("in"), "format": .form("a type such as 'type: Date'"), "options": .key("values"), "choices": .key("values"),
      "contenttype": .key("mimeType"), "wire": .key("as"), "alias": .key("as"),
    ],
    .mock: [
      "body": .form("'json: {…}' or 'text: …'"), "response": .form("'json: {…}' or 'text: …'"), "code": .key("status"),
      "statuscode": .key("status"), "latency": .key("delay"),
    ],
    .aws4: [
      "accesskey": .key("key"), "accesskeyid": .key("key"), "keyid": .key("key"), "secretkey": .key("secret"),
      "secretaccesskey": .key("secret"), "sessiontoken": .key("token"),
    ],
    .login: call,
    .poll: [
      "interval": .key("every"), "delay": .key("every"), "success": .key("until"), "failure": .key("fail"), "error": .key("fail"),
    ],
    .paginate: [
      "param": .key("as"), "parameter": .key("as"), "query": .key("as"), "size": .key("step"), "limit": .key("step"),
      "pagesize": .key("step"), "perpage": .key("step"), "count": .key("step"), "increment": .key("step"), "maxresults": .key("step"),
      "skip": .key("offset"), "start": .key("offset"), "pagenumber": .key("page"), "pageparam": .key("page"), "pagenum": .key("page"),
      "token": .key("cursor"), "nextcursor": .key("cursor"), "nexttoken": .key("cursor"), "nextpagetoken": .key("cursor"),
      "after": .key("cursor"), "url": .key("next"), "nexturl": .key("next"), "nextlink": .key("next"), "stop": .key("until"),
      "while": .form("'until:' with the condition that ends the pages"), "totalcount": .key("total"),
    ],
    .retry: [
      "times": .key("max"), "count": .key("max"), "retries": .key("max"), "statuses": .key("on"),
      "attempts": .form("'max: 2', the number of retries after the first attempt"), "delay": .form("'backoff: 200ms..20s'"),
      "wait": .form("'backoff: 200ms..20s'"), "interval": .form("'backoff: 200ms..20s'"), "status": .key("on"), "codes": .key("on"),
    ],
  ]

  /// Keys of a mapping that calls another endpoint.
  private static let call: [String: Advice] = [
    "endpoint": .key("call"), "with": .key("args"), "params": .key("args"), "parameters": .key("args"), "arguments": .key("args"),
    "body": .key("args"),
  ]

  private static let policies: [String: Advice] = [
    "retries": .key("retry"), "ratelimit": .key("limit"), "middleware": .key("use"), "middlewares": .key("use"),
    "interceptors": .key("use"), "authentication": .key("auth"), "authorization": .key("auth"),
    "security": .form("credentials such as 'auth: bearer ${TOKEN}'"), "contenttype": .form("'headers: {Content-Type: …}'"),
    "timeoutminutes": .form("'timeout:' with a unit, such as 'timeout: 10m'"),
    "timeoutseconds": .form("'timeout:' with a unit, such as 'timeout: 30s'"),
    "timeoutms": .form("'timeout:' with a unit, such as 'timeout: 500ms'"),
    "compression": .key("compress"), "gzip": .form("'compress: gzip'"), "contentencoding": .form("'compress: gzip'"),
    "maxtime": .form("'timeout: 30s'"), "connecttimeout": .form("'timeout: {connect: 5s}'"),
  ]
}

extension KeyTable {
  fileprivate static func holdsPolicies(_ table: KeyTable) -> Bool { [.spec, .group, .endpoint].contains(table) }
}

extension Findings {
  /// Reports an unknown key with its replacement or the nearest key. Returns the entry under that key only if it is certain, because a
  /// misspelled key may have any value.
  func unknown(_ entry: Entry, of whole: String, _ table: KeyTable) -> Entry? {
    if let advice = KeySynonyms.policyAdvice(for: entry, on: table) {
      report(advice, for: entry.name, of: whole, at: entry.key.range)
      if case .key(let meant) = advice { return entry.renamed(meant) }
      return nil
    }
    unknown(.unknownKey, "key", entry.name, of: whole, among: table.keys, at: entry.key.range)
    return nil
  }

  func report(_ advice: KeySynonyms.Advice, for key: String, of whole: String, at range: SourceRange) {
    switch advice {
    case .key(let known): unknown(.unknownKey, "key", key, of: whole, known, among: [], at: range)
    case .form(let form):
      error(.unknownKey, "unknown key '\(key)'\(whole.isEmpty ? "" : " of \(whole)"); write \(form)", at: range)
    }
  }
}
