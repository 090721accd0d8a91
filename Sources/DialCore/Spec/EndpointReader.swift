import DialSyntax

/// Reads one endpoint, a line or a mapping, into its model.
struct EndpointReader {
  static let ownKeys = [
    "doc", "params", "body", "select", "returns", "fails", "hasBody", "paginate", "poll", "events", "mock",
  ]

  let findings: Findings

  /// What the keys of an endpoint gave, before parameters are joined.
  struct Draft {
    var name: String
    var range: SourceRange
    var signature: Signature
    var level: Level
    var params: [DeclaredParameter]?
    var encodingRange: SourceRange?
    var hasBody: (value: Bool, range: SourceRange)?
    var body: (template: BodyTemplate, range: SourceRange)?
    var doc: String?
    var mock: MockModel?
    var tags: [String: String] = [:]
  }

  func read(_ entry: Entry, in outer: Level) -> EndpointModel? {
    guard Name.isValid(entry.name) else {
      findings.error(
        .invalidName, "'\(entry.name)' is no name of an endpoint: \(Name.rule)",
        at: entry.key.range)
      return nil
    }
    HiddenNames.check(entry.name, at: entry.key.range, findings)
    var draft: Draft?
    switch entry.value.content {
    case .scalar(let scalar): draft = line(entry, scalar.text, outer)
    case .mapping(let entries): draft = long(entry, entries, outer)
    case .sequence:
      findings.error(
        .expectedMapping, "an endpoint is a line such as 'GET /users' or a mapping, found a list", at: entry.value.range)
    }
    guard var draft else { return nil }
    draft.signature.target = draft.signature.target.under(outer.prefix)
    return EndpointJoin(draft: draft, findings: findings).join()
  }

  private func line(_ entry: Entry, _ text: String, _ outer: Level) -> Draft? {
    guard let signature = SignatureParser.line(entry.value, text, findings) else { return nil }
    return Draft(
      name: (outer.names + [entry.name]).joined(separator: "."), range: entry.key.range, signature: signature, level: outer.inner(),
      encodingRange: signature.encodingRange)
  }

  private func long(_ entry: Entry, _ entries: [Entry], _ outer: Level) -> Draft? {
    let methods = entries.filter { Methods.all.contains($0.name) || Methods.isCustom($0.name) }
    for extra in methods.dropFirst() {
      findings.error(
        .method, "a second method '\(extra.name)': an endpoint has one", at: extra.key.range,
        notes: [.init("the first is here", range: methods[0].key.range)])
    }
    if methods.isEmpty { missingMethod(entry, entries) }
    let signature = methods.first.flatMap { method in
      Values.text(method.value, "a target after '\(method.name)'", findings).flatMap {
        SignatureParser.value(method.value, $0, method: method.name, methodRange: method.key.range, findings)
      }
    }
    let placeholder = Signature(
      method: "GET", methodRange: entry.key.range, target: .none(at: entry.key.range), range: entry.key.range)
    var draft = Draft(
      name: (outer.names + [entry.name]).joined(separator: "."), range: entry.key.range, signature: signature ?? placeholder,
      level: outer.inner(), encodingRange: signature?.encodingRange)
    for key in entries where !methods.contains(where: { $0.name == key.name }) { read(key, into: &draft) }
    return signature == nil ? nil : draft
  }

  private func missingMethod(_ entry: Entry, _ entries: [Entry]) {
    if let small = entries.first(where: { Methods.all.contains($0.name.uppercased()) }) {
      findings.error(
        .method, "methods are written in capitals: '\(small.name.uppercased())', not '\(small.name)'", at: small.key.range,
        fixIts: [.init("write it in capitals", range: small.key.range, replacement: small.name.uppercased())])
      return
    }
    findings.error(.missingKey, "the endpoint '\(entry.name)' has no method: add a key such as 'GET: /path'", at: entry.key.range)
  }

  private func read(_ entry: Entry, into draft: inout Draft) {
    let node = entry.value
    switch entry.name {
    case "doc": draft.doc = Values.text(node, "a text", findings)
    case "params": draft.params = ParamsReader(findings: findings).read(node)
    case "body": draft.body = BodyReader(findings: findings).read(node).map { ($0, node.range) }
    case "select": select(entry, into: &draft)
    case "returns": returns(entry, into: &draft)
    case "fails":
      if draft.signature.failure != nil { twice("fails", "!", entry) }
      draft.signature.failure = ShapeNodeReader(findings: findings).read(node)
    case "hasBody": draft.hasBody = Values.bool(node, "hasBody", findings).map { ($0, entry.key.range) }
    case "paginate": ManyReader(findings: findings).paginate(node)
    case "poll": ManyReader(findings: findings).poll(node)
    case "events": ManyReader(findings: findings).events(node)
    case "mock": draft.mock = MockReader(findings: findings).read(node)
    case let name where name.hasPrefix("x-"): draft.tags[name] = node.text
    default:
      if entry.name == "encoding" { draft.encodingRange = node.range }
      if LevelReader(findings: findings).read(entry, into: &draft.level) { return }
      if Methods.all.contains(entry.name.uppercased()) { return }
      findings.unknown(
        .unknownKey, "key", entry.name, of: "an endpoint", among: Self.ownKeys + LevelReader.keys + Methods.all, at: entry.key.range)
    }
  }

  private func twice(_ key: String, _ sign: String, _ entry: Entry) {
    findings.error(.signature, "'\(key)' and '\(sign)' in the line say the same: keep one of them", at: entry.key.range)
  }

  private func select(_ entry: Entry, into draft: inout Draft) {
    if draft.signature.selection != nil { twice("select", "@", entry) }
    guard let text = Values.text(entry.value, "a JMESPath expression", findings) else { return }
    draft.signature.selection = Selections.read(entry.value, text, findings)
  }

  private func returns(_ entry: Entry, into draft: inout Draft) {
    if draft.signature.result != nil { twice("returns", "->", entry) }
    if let scalar = entry.value.scalar, !scalar.text.isEmpty {
      draft.signature.result = Shapes.result(Cursor(entry.value, text: scalar.text), findings)
    } else {
      draft.signature.result = ShapeNodeReader(findings: findings).read(entry.value).map { .shape($0) }
    }
  }
}

extension TargetModel {
  /// The target below the prefixes of its groups; an absolute one stands for itself.
  func under(_ prefix: String) -> TargetModel {
    guard !isAbsolute, !prefix.isEmpty, let outer = try? URITemplate(target: prefix) else { return self }
    var target = self
    let path = prefix.hasSuffix("/") ? String(prefix.dropLast()) : prefix
    let isApart = text.isEmpty || text.hasPrefix("/") || text.hasPrefix("?") || text.hasPrefix("{?") || text.hasPrefix("{/")
    let head = path == prefix ? outer : (try? URITemplate(target: path)) ?? outer
    target.template.parts = head.parts + (isApart ? [] : [.literal("/")]) + template.parts
    target.text = path + (isApart ? "" : "/") + text
    return target
  }

  /// Stands where a target could not be read, so that the other keys are checked all the same.
  static func none(at range: SourceRange) -> TargetModel {
    TargetModel(template: URITemplate(parts: []), text: "", range: range, isAbsolute: false)
  }
}

/// Endpoints that a member of `Client` hides in Swift; they are called as `users["name"](…)`.
enum HiddenNames {
  static let members: Set<String> = [
    "call", "prepare", "start", "stream", "events", "pages", "items", "poll", "connect", "endpoint", "send", "use", "on", "tokens",
    "codecs", "cache", "cancelAll", "spec", "base", "variables",
  ]

  static func check(_ name: String, at range: SourceRange, _ findings: Findings) {
    guard members.contains(name) else { return }
    findings.note(.hiddenName, "in Swift a member of Client hides '\(name)': call it as users[\"\(name)\"](…)", at: range)
  }
}

/// Checks `paginate:`, `poll:` and `events:`, which later versions act on.
struct ManyReader {
  let findings: Findings

  func paginate(_ node: Node) {
    let keys = ["next", "cursor", "as", "page", "until", "offset", "step", "total"]
    PolicyReader(findings: findings).each(node, "paginate", keys: keys) { entry in
      switch entry.name {
      case "next": if entry.value.text != "link" { path(entry.value) }
      case "cursor", "total": path(entry.value)
      case "until": if entry.value.text != "empty" { path(entry.value) }
      case "step": _ = Values.integer(entry.value, "step", least: 1, findings)
      default: _ = Values.text(entry.value, "the name of an argument", findings)
      }
    }
  }

  func poll(_ node: Node) {
    PolicyReader(findings: findings).each(node, "poll", keys: ["until", "fail", "every", "timeout", "call", "args"]) { entry in
      switch entry.name {
      case "until", "fail": path(entry.value)
      case "every", "timeout": _ = Values.duration(entry.value, entry.name, findings)
      case "call": _ = Values.text(entry.value, "the name of an endpoint", findings)
      default: _ = Values.mapping(entry.value, "'args'", findings)
      }
    }
  }

  func events(_ node: Node) {
    PolicyReader(findings: findings).each(node, "events", keys: ["each", "until", "reconnect"]) { entry in
      switch entry.name {
      case "each": path(entry.value)
      case "until": _ = Values.text(entry.value, "a text", findings)
      default: _ = Values.bool(entry.value, "reconnect", findings)
      }
    }
  }

  private func path(_ node: Node) {
    guard let text = Values.text(node, "a JMESPath expression", findings) else { return }
    _ = Selections.read(node, text, findings)
  }
}
