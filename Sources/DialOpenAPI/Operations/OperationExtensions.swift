import DialBuild
import DialJSON
import DialModel
import DialSyntax

/// The extensions of operations that say what OpenAPI cannot: pages, waiting and retries. Each becomes a key of the language.
///
/// A value that is not understood has no effect, and is a warning.
struct OperationExtensions {
  let document: OpenAPIDocument
  let method: String
  /// Without references.
  let operation: Node
  /// The names of all arguments.
  let arguments: Set<String>
  let note = DiagnosticList()

  /// What an extension says in the language.
  private enum Meaning {
    /// The value of the key: its words, and one that is a list.
    case value([(String, String)], list: (key: String, items: [String])? = nil)
    case text(String)
    /// It says that there is nothing to do.
    case nothing
    /// It cannot be said; why.
    case unknown(String)
  }

  /// The extensions by the key that they become. Of several with one key, the first that is there is used.
  private static let table: [(name: String, key: String, read: @Sendable (OperationExtensions, Node) -> Meaning)] = [
    ("x-ms-pageable", "paginate", { $0.pageable($1) }),
    ("x-speakeasy-pagination", "paginate", { $0.speakeasyPages($1) }),
    ("x-pagination", "paginate", { $0.pages($1) }),
    ("x-dropshot-pagination", "paginate", { $0.dropshotPages($1) }),
    ("x-ms-long-running-operation", "poll", { $0.longRunning($1) }),
    ("x-speakeasy-polling", "poll", { $0.polling($1) }),
    ("x-speakeasy-retries", "retry", { $0.retries($1) }),
  ]

  var settings: [Entry] {
    var settings: [Entry] = []
    for (name, key, read) in Self.table {
      guard let value = operation.value(for: name), !settings.contains(where: { $0.name == key }) else { continue }
      add(key, read(self, value), name, value.range, to: &settings)
    }
    return settings
  }

  /// Returns the retries of all operations.
  static func shared(_ document: OpenAPIDocument, note: (Diagnostic) -> Void) -> [Entry] {
    guard let value = document["x-speakeasy-retries"] else { return [] }
    let reader = OperationExtensions(document: document, method: "", operation: document.root, arguments: [])
    var settings: [Entry] = []
    reader.add("retry", reader.retries(value), "x-speakeasy-retries", value.range, to: &settings)
    for found in reader.note.all { note(found) }
    return settings
  }

  private func add(_ key: String, _ meaning: Meaning, _ name: String, _ range: SourceRange, to settings: inout [Entry]) {
    switch meaning {
    case .nothing: break
    case .unknown(let reason): note(.warning(.documentExtension, "'\(name)' has no effect, because \(reason)", at: range))
    case .text(let text): settings.append(Literal.entry(key, text, range))
    case .value(let words, let list):
      var entries = words.map { Literal.entry($0.0, $0.1, range) }
      if let list {
        entries.append(Entry(Literal.node(list.key, range), Node(.sequence(list.items.map { Literal.node($0, range) }), range: range)))
      }
      settings.append(Entry(Literal.node(key, range), Node(.mapping(entries), range: range)))
    }
  }

  // MARK: Pages

  /// `{nextLinkName: nextLink, itemName: value}`. Without a name of the link, there is one page.
  private func pageable(_ node: Node) -> Meaning {
    guard node.mapping != nil, let next = node.value(for: "nextLinkName") else { return .unknown("'nextLinkName' is missing") }
    if next.isNullText { return .nothing }
    guard let name = next.text, !name.isEmpty else { return .unknown("'nextLinkName' must be a name") }
    if let other = node.text(for: "operationName"), operations(ofFragments: other) {
      return .unknown("'operationName' names another operation, to which only a part of a URL is passed")
    }
    return .value([("next", responsePath(name)), ("items", responsePath(node.text(for: "itemName") ?? "value"))])
  }

  /// Whether the operation that reads further pages takes the link as an argument of its path.
  private func operations(ofFragments name: String) -> Bool {
    (document["paths"]?.mapping ?? []).contains { path in
      path.name.lowercased().contains("nextlink}") && (path.value.mapping ?? []).contains { $0.value.text(for: "operationId") == name }
    }
  }

  /// A name in a response: a member with dots in its name, or a path.
  private func responsePath(_ name: String) -> String {
    let success = ResponseReader(document: document, operation: operation).success
    let members = success.map { $0.content.first?.media ?? $0.node }?.value(for: "schema")
    let isMember = document.schema(members).properties.contains { $0.name == name }
    return isMember ? RuntimePath.member(name) : name.split(separator: ".").map { RuntimePath.member(String($0)) }.joined(separator: ".")
  }

  /// `{type: cursor, inputs: [{name: cursor, in: parameters, type: cursor}], outputs: {results: $.items, nextCursor: $.next}}`
  private func speakeasyPages(_ node: Node) -> Meaning {
    var inputs: [String: String] = [:]
    for input in node.value(for: "inputs")?.sequence ?? [] {
      // Without a type, the name says it.
      if let name = input.text(for: "name") { inputs[input.text(for: "type") ?? name] = name }
    }
    let outputs = node.value(for: "outputs")
    func output(_ key: String) -> String? { outputs?.text(for: key) }
    return pages(
      node.text(for: "type"), cursor: inputs["cursor"], next: output("nextCursor"), page: inputs["page"], offset: inputs["offset"],
      url: output("nextUrl"), items: output("results"))
  }

  /// The forms of `x-pagination` that tools and vendors have in common: a kind, and the names of parameters and members.
  private func pages(_ node: Node) -> Meaning {
    if let next = node.value(for: "next"), next.mapping != nil { return modifiers(next) }
    guard node.mapping != nil else { return node.text == "false" ? .nothing : .unknown("it does not say how to find the next page") }
    func text(_ keys: String...) -> String? {
      for key in keys {
        let found = node.mapping?.first { $0.name.filter { $0 != "_" && $0 != "-" }.lowercased() == key }
        if let text = found?.value.text, !text.isEmpty { return text }
      }
      return nil
    }
    return pages(
      text("type", "strategy", "style", "kind"), cursor: text("cursorparam", "cursorparameter", "cursor"),
      next: text("nextcursor", "cursorpath", "nextcursorpath", "nextcursorfield"), page: text("pageparam", "pageparameter", "page"),
      offset: text("offsetparam", "offsetparameter", "offset"), url: text("nexturl", "nexturlpath", "nextlink", "next"),
      items: text("results", "itemspath", "items", "resultspath", "datapath"))
  }

  /// `{modifiers: [{param: $request.query.cursor, value: $response.body#/next}], result: items}`
  private func modifiers(_ next: Node) -> Meaning {
    let all = next.value(for: "modifiers")?.sequence ?? []
    let isSame = next.flag("reuse-previous-request") || next.flag("reuse_previous_request")
    if !isSame, let url = next.text(for: "url") {
      return pages("url", cursor: nil, next: nil, page: nil, offset: nil, url: url, items: next.text(for: "result"))
    }
    guard isSame, all.count == 1, let name = all[0].text(for: "param")?.split(separator: ".").last, let value = all[0].text(for: "value")
    else {
      return .unknown("it does not say how to find the next page")
    }
    return pages("cursor", cursor: String(name), next: value, page: nil, offset: nil, url: nil, items: next.text(for: "result"))
  }

  private func pages(
    _ kind: String?, cursor: String?, next: String?, page: String?, offset: String?, url: String?, items: String?
  ) -> Meaning {
    var words: [(String, String)]
    func known(_ name: String?) -> String? { name.flatMap { arguments.contains($0) ? $0 : nil } }
    switch kind?.lowercased() {
    case "cursor", "token":
      guard let next = next ?? url else { return .unknown("it does not say where the next cursor is") }
      guard let path = RuntimePath.path(next) else { return .unknown("'\(next)' is not the path of one value") }
      guard let name = known(cursor) else { return .unknown("the operation has no parameter '\(cursor ?? "cursor")'") }
      words = [("cursor", path), ("as", name)]
    case "offsetlimit", "offset", "page", "pagenumber", "limitoffset":
      if let name = known(page) {
        words = [("page", name)]
      } else if let name = known(offset) {
        words = [("offset", name)]
      } else {
        return .unknown("the operation has no parameter '\(page ?? offset ?? "offset")'")
      }
    case "url", "nexturl":
      guard let path = url.flatMap(RuntimePath.path) else { return .unknown("it does not say where the next URL is") }
      words = [("next", path)]
    case "link", "header": words = [("next", "link")]
    case let kind: return .unknown(kind.map { "'\($0)' is not a kind of pages" } ?? "it does not say how to find the next page")
    }
    if let items, let path = RuntimePath.path(items), path != "@" { words.append(("items", path)) }
    return .value(words)
  }

  /// Dropshot always has these names.
  private func dropshotPages(_ node: Node) -> Meaning {
    if node.text == "false" { return .nothing }
    guard node.isTrue || node.mapping != nil else { return .unknown("it must be true or a mapping") }
    guard arguments.contains("page_token") else { return .unknown("the operation has no parameter 'page_token'") }
    return .value([("cursor", "next_page"), ("as", "page_token"), ("items", "items")])
  }

  // MARK: Waiting

  /// The status of a response and its URL decide. The result is that of the operation itself, of a URL, or the last response.
  private func longRunning(_ node: Node) -> Meaning {
    if node.text == "false" { return .nothing }
    guard node.isTrue else { return .unknown("it must be true") }
    switch operation.value(for: "x-ms-long-running-operation-options")?.text(for: "final-state-via")?.lowercased() {
    case "location": return .value([("result", "location")])
    case "original-uri": return .value([("result", "self")])
    case "azure-async-operation", "operation-location": return .value([])
    case nil: return .value(method == "PUT" ? [("result", "self")] : [])
    case let word?: return .unknown("'\(word)' is not a place of the final state")
    }
  }

  /// The first of `[{successCriteria: [{condition: …}], failureCriteria: …, intervalSeconds: 5, limitCount: 60}]`.
  private func polling(_ node: Node) -> Meaning {
    guard let first = node.sequence?.first, first.mapping != nil else { return .unknown("it must be a list of mappings") }
    func number(_ key: String, _ standard: Int) -> Int {
      first.text(for: key).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? standard
    }
    var words: [(String, String)] = []
    for (key, word) in [("successCriteria", "until"), ("failureCriteria", "fail")] {
      var terms: [String] = []
      for item in first.value(for: key)?.sequence ?? [] {
        guard let condition = item.text(for: "condition") else { return .unknown("a criterion has no 'condition'") }
        if condition.hasPrefix("$statusCode") {
          // Only a success is looked at.
          guard condition.filter({ $0 != " " }) == "$statusCode==200" else {
            return .unknown("'\(condition)' decides by the status, which a condition cannot")
          }
          continue
        }
        guard let term = Self.term(condition) else { return .unknown("'\(condition)' is not understood") }
        terms.append(term)
      }
      if !terms.isEmpty { words.append((word, terms.joined(separator: " && "))) }
    }
    let every = number("intervalSeconds", 5)
    words += [("every", "\(every)s"), ("timeout", "\(every * min(number("limitCount", 60), 100_000) + number("delaySeconds", 0))s")]
    return .value(words)
  }

  /// `$response.body#/status == "done"` as JMESPath.
  private static func term(_ condition: String) -> String? {
    for sign in ["==", "!=", "<=", ">=", "<", ">"] {
      guard let found = condition.firstRange(of: sign) else { continue }
      let (left, right) = (String(condition[..<found.lowerBound].trimmed), String(condition[found.upperBound...].trimmed))
      guard let path = RuntimePath.path(left) else { return nil }
      guard let value = try? JSON(parsing: right) else { return Name.isASCII(right) ? "\(path) \(sign) '\(right)'" : nil }
      return "\(path) \(sign) \(RuntimePath.literal(value))"
    }
    return nil
  }

  // MARK: Retries

  /// `{strategy: backoff, backoff: {initialInterval: 500, maxInterval: 60000}, statusCodes: [5XX], retryConnectionErrors: true}`
  private func retries(_ node: Node) -> Meaning {
    if node.text(for: "strategy") == "none" || node.text == "none" { return .text("none") }
    guard node.mapping != nil else { return .unknown("it must be a mapping") }
    var causes: [String] = []
    for code in node.value(for: "statusCodes")?.sequence ?? [] {
      var set = StatusSet()
      guard let word = code.text?.lowercased(), word != "any", set.insert(word) else {
        return .unknown("'\(code.text ?? "")' is not a status")
      }
      causes.append(word)
    }
    if node.flag("retryConnectionErrors") { causes.append("network") }
    var words: [(String, String)] = []
    if let backoff = node.value(for: "backoff") {
      let (first, longest) = (milliseconds("initialInterval", backoff) ?? 500, milliseconds("maxInterval", backoff) ?? 60_000)
      guard let first, let longest, first <= longest else { return .unknown("its intervals are not numbers of milliseconds") }
      words.append(("backoff", "\(first)ms..\(longest)ms"))
    }
    return .value(words, list: causes.isEmpty ? nil : ("on", causes))
  }

  /// Returns nil without the key; an inner nil for something else.
  private func milliseconds(_ key: String, _ node: Node) -> Int?? {
    guard let value = node.value(for: key) else { return nil }
    return .some(value.text.flatMap { Double($0) }.flatMap { (0...86_400_000).contains($0) ? Int($0) : nil })
  }
}
