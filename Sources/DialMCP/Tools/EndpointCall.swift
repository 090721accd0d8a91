import Dial

/// What an agent asks for in a call.
struct CallRequest: Sendable {
  /// An object.
  let arguments: JSON
  var selection: JMESPath?
  /// Whether the result is the items of all pages.
  var readsAll = false
  /// Whether to poll until the goal is reached.
  var waits = false
  /// What the result must be, for a tool that declares it.
  var output: OutputSchema?
  /// The names that arguments have for the model, where they are not those of the spec.
  var keys: [String: String] = [:]

  init(arguments: JSON, output: OutputSchema?) { (self.arguments, self.output) = (arguments, output) }

  /// Reads the arguments of the tool `call`.
  init(_ given: JSON) throws(ToolFault) {
    let arguments = given[member: "arguments"]
    guard arguments.asKind == .absent || arguments.asObject != nil else { throw .result("'arguments' must be an object") }
    self.arguments = arguments.asKind == .absent ? [:] : arguments
    (readsAll, waits) = (try Self.flag(given, "all"), try Self.flag(given, "wait"))
    if readsAll, waits { throw .result("'all' conflicts with 'wait'") }
    let select = given[member: "select"]
    if select.asKind == .absent { return }
    guard let text = select.asString else { throw .result("'select' must be a string, a JMESPath expression") }
    do throws(JMESPathError) { selection = try JMESPath(text) } catch {
      throw .result("'select' is not a valid JMESPath expression: \(error)")
    }
  }

  private static func flag(_ given: JSON, _ name: String) throws(ToolFault) -> Bool {
    let value = given[member: name]
    if value.asKind == .absent { return false }
    guard let flag = value.asBool else { throw .result("'\(name)' must be true or false") }
    return flag
  }
}

/// One call of an endpoint by an agent.
struct EndpointCall: Sendable {
  private let catalog: Catalog
  private let found: Catalog.Found
  private let request: CallRequest
  private let message: Message
  private let peer: Peer

  init(_ catalog: Catalog, _ found: Catalog.Found, _ request: CallRequest, _ message: Message, _ peer: Peer) {
    (self.catalog, self.found, self.request, self.message, self.peer) = (catalog, found, request, message, peer)
  }

  private var model: EndpointModel { found.model }
  /// A stream can be endless, and an agent waits for its result.
  private var options: CallOptions { CallOptions(timeout: catalog.options.timeout ?? (model.isStream ? Self.streamTime : nil)) }
  private static let streamTime = Duration.seconds(30)
  private var digest: String { Confirmations.digest(catalog.title(found), JSONWriter.text(request.arguments)) }

  /// Returns the members of the result.
  func members() async throws(ToolFault) -> [(String, JSON)] {
    let mayCall = catalog.gate.admits(model.method, model.name, of: found.spec.name)
    if !mayCall, !catalog.options.asks { throw .result(catalog.refusal(of: found)) }
    try checkPolling()
    if model.isSocket { throw .result("'\(catalog.title(found))' is a WebSocket, which has no single result") }
    let arguments = try arguments()
    let draft: Draft
    do throws(CallError) { draft = try found.client.prepare(model.name, arguments, options) } catch { throw .result(text(error)) }
    if !mayCall, let question = try await question(about: draft) { return question }
    return await perform(draft, arguments).members
  }

  /// Refuses a wait that calls an endpoint which the agent may not call itself. Nobody is asked about each of its requests.
  private func checkPolling() throws(ToolFault) {
    let endpoints = found.service.endpoints
    guard request.waits, let name = model.poll?.check?.endpoint, let index = endpoints.place(of: name) else { return }
    let other = endpoints.summary(at: index)
    if catalog.gate.admits(other.method, other.name, of: found.spec.name) { return }
    throw .result(catalog.refusal(of: found, waitingWith: other))
  }

  private func arguments() throws(ToolFault) -> Arguments {
    var given: [(String, JSON)] = []
    for (name, value) in request.arguments.asObject ?? [:] {
      let parameter = model.parameters.first { $0.name == name || $0.spellings.contains(name) }
      if let parameter, found.isSecret(parameter) {
        throw .result("'\(parameter.name)' is a secret, which a model cannot pass")
      }
      if parameter == nil, let refusal = Self.refusal(ofUndeclared: name, model) { throw .result(refusal) }
      for member in name == "_" ? value.asObject ?? [:] : [:] { try checkBodyMember(member.name) }
      given.append((name, value))
    }
    return Arguments(members: given)
  }

  /// A member of the whole body is held to what holds for it as an argument of its own.
  private func checkBodyMember(_ name: String) throws(ToolFault) {
    let inBody = model.parameters.filter { [.field, .part].contains($0.place) }
    if let parameter = inBody.first(where: { $0.wire == name || $0.name == name }) {
      if found.isSecret(parameter) { throw .result("'\(parameter.name)' is a secret, which a model cannot pass") }
    } else if model.parameters.first(where: { $0.place == .body })?.knownShape.isUntyped != false,
      let refusal = Self.secretRefusal(name, name)
    {
      throw .result(refusal)
    }
  }

  /// Returns why a model cannot pass an argument that the endpoint does not declare: a header can be a credential, or turn a safe method into
  /// another one, and so can a body where none is expected.
  private static func refusal(ofUndeclared name: String, _ model: EndpointModel) -> String? {
    let shown = TerminalText.safe(String(name.prefix(100)))
    let (location, rest) =
      name.split(separator: ".", maxSplits: 1).count == 2
      ? (String(name.prefix { $0 != "." }), String(name.drop { $0 != "." }.dropFirst())) : ("", name)
    if ["header", "cookie"].contains(location) { return "'\(shown)' is not declared; a model cannot choose headers and cookies" }
    if name == "_" || location == "body" || name.hasPrefix("_."), Methods.isSafe(model.method), model.method != "QUERY" {
      return "'\(shown)' is not declared; a \(model.method) of a model has no body"
    }
    // An item of this name would take the place of the credential.
    let isCredential = model.auth.leaves.contains { $0.location.item == rest || $0.location.item == name }
    return isCredential ? "'\(shown)' is a credential, which a model cannot pass" : secretRefusal(rest, name)
  }

  private static func secretRefusal(_ name: String, _ written: String) -> String? {
    let shown = TerminalText.safe(String(written.prefix(100)))
    return SecretNames.contains(name) ? "'\(shown)' sounds like a secret, which a model cannot pass" : nil
  }

  // MARK: Asking the person

  /// Returns the result that asks; nil if the person has agreed. Throws if the person has not.
  private func question(about draft: Draft) async throws(ToolFault) -> [(String, JSON)]? {
    guard peer.showsForms else {
      throw .result(catalog.refusal(of: found) + "; this client cannot ask, because it has no elicitation")
    }
    let params = try await form(draft)
    // The spec can change between question and answer, so the answer counts only for the target that was shown.
    let digest = Confirmations.digest(
      digest, draft.request.method.rawValue, draft.request.url, "\(request.readsAll)", "\(request.waits)")
    guard peer.revision.isModern else {
      guard let elicit = peer.elicit else {
        throw .result(catalog.refusal(of: found) + "; over HTTP, this revision of the protocol cannot ask")
      }
      return try accept(await elicit(params))
    }
    guard let state = message.params[member: "requestState"].asString else {
      return [
        ("resultType", "input_required"), ("inputRequests", ["send": ["method": "elicitation/create", "params": params]]),
        ("requestState", .string(catalog.confirmations.seal(digest))),
      ]
    }
    do throws(Confirmations.Fault) {
      try catalog.confirmations.open(state, for: digest)
    } catch {
      let text =
        switch error {
        case .forged: "'requestState' does not belong to this call"
        case .expired: "'requestState' is older than two minutes; call again"
        case .used: "'requestState' was used before; call again"
        }
      throw .protocolFault(ProtocolFault(.params, text))
    }
    return try accept(message.params[member: "inputResponses"][member: "send"])
  }

  private func accept(_ answer: JSON?) throws(ToolFault) -> [(String, JSON)]? {
    if answer?[member: "action"].asString == "accept" { return nil }
    throw .result("the person did not agree, so nothing was sent")
  }

  /// Shows method, host and path as words, so that nothing is a link.
  private func form(_ draft: Draft) async throws(ToolFault) -> JSON {
    let secrets = draft.outputSecrets
    let url = secrets.redact(url: draft.request.url)
    let rest = url.firstRange(of: "://").map { url[$0.upperBound...] } ?? url[...]
    let (host, path) = (rest.prefix { $0 != "/" && $0 != "?" }, rest.drop { $0 != "/" && $0 != "?" })
    var text = "Send this request of '\(catalog.title(found))'?\nmethod: \(draft.request.method.rawValue)\nhost: \(host)\npath: \(path)"
    do throws(CallError) {
      let description = try await draft.description()
      // Those that an argument sets; the others are the same for every call.
      for parameter in model.parameters where [.header, .cookie].contains(parameter.place) && !found.isSecret(parameter) {
        let given = ([parameter.name] + parameter.spellings).map { request.arguments[member: $0] }.first { $0.asKind != .absent }
        guard let given else { continue }
        text += "\n\(parameter.place.rawValue): \(parameter.wire): " + Self.beginning(given.asString ?? JSONWriter.text(given), 500)
      }
      let body = description[member: "body"]
      if !body.isNull { text += "\nbody: " + Self.beginning(body[member: "text"].asString ?? JSONWriter.text(body), 4000) }
      if request.readsAll { text += "\nsent again for each further page, up to \(Self.maxPages) times" }
      if request.waits { text += "\nsent again until the goal of the endpoint is reached" }
    } catch {
      throw .result(self.text(error))
    }
    return [
      "mode": "form", "message": .string(TerminalText.safe(secrets.redact(text), keepingLines: true)),
      "requestedSchema": ["type": "object", "properties": [:]],
    ]
  }

  /// A person must not take the beginning of a text for all of it.
  private static func beginning(_ text: String, _ limit: Int) -> String {
    let size = text.utf8.count
    guard size > limit else { return text }
    let shown = text.utf8.prefix(limit)
    return String(decoding: shown, as: UTF8.self) + "… (the first \(shown.count) of \(size) bytes; the rest is not shown)"
  }

  // MARK: Sending

  private func perform(_ draft: Draft, _ arguments: Arguments) async -> ToolResult {
    do throws(CallError) {
      let content = try await keepingCookies { () async throws(CallError) in try await self.content(of: draft, arguments) }
      let result = result(of: content)
      audit(content.status, content.binary?.bytes.count ?? result.text.utf8.count)
      return result
    } catch {
      let text = draft.outputSecrets.redact(self.text(error))
      audit(error.status?.code, text.utf8.count)
      return ToolResult(text, isError: true)
    }
  }

  /// Runs a call with the stored cookies, for `cookies: {store: disk}`.
  private func keepingCookies(_ call: () async throws(CallError) -> Content) async throws(CallError) -> Content {
    guard model.policy.cookies?.isOnDisk == true else { return try await call() }
    try catalog.options.readCookies(found.client)
    let ended: Result<Content, CallError>
    do throws(CallError) { ended = .success(try await call()) } catch { ended = .failure(error) }
    await catalog.options.writeCookies(found.client)
    return try ended.get()
  }

  /// A result that a tool declares is an error if it does not have its schema: a client would refuse it without a word.
  private func result(of content: Content) -> ToolResult {
    let limit = catalog.options.maxBytes
    var result = ToolResult(
      content.secrets.redact(AgentText.bounded(content.text, content.value, upTo: limit, selects: !catalog.options.makesToolOfEach)))
    result.link = content.binary?.link
    result.isError = content.isFailure
    guard let output = request.output, !content.isFailure else { return result }
    switch content.text.utf8.count > limit ? nil : output.structured(content.secrets.redact(content.value)) {
    case .success(let value)?: result.structured = value
    case .failure(let misfit)?:
      result = ToolResult(content.secrets.redact("\(misfit.text), as the spec declares it; the response:\n") + result.text, isError: true)
    case nil: result.isError = true
    }
    return result
  }

  private struct Content {
    var text: String
    var value: JSON = .null
    var status: Int?
    var isFailure = false
    var binary: BinaryResults.Item?
    var secrets: Secrets
  }

  /// The secrets of a call after its response, which may have brought cookies and tokens.
  private static func secrets(_ draft: Draft, _ body: [UInt8] = []) -> Secrets {
    var secrets = draft.outputSecrets
    for token in draft.request.tokenPaths.isEmpty ? [] : draft.request.tokens(in: body) ?? [] { secrets.add(token) }
    return secrets
  }

  private func content(of draft: Draft, _ arguments: Arguments) async throws(CallError) -> Content {
    let progress = ProgressNotes(message.meta[member: "progressToken"], peer)
    if request.readsAll { return try await items(arguments, progress) }
    if request.waits { return try content(of: try await end(of: arguments, progress), draft) }
    if model.isStream { return try await elements(of: draft) }
    return try content(of: try await draft.send(progress: progress.bytes), draft)
  }

  private func content(of reply: Reply, _ draft: Draft) throws(CallError) -> Content {
    let status = reply.status.code
    let secrets = Self.secrets(draft, reply.body)
    if reply.content == .bytes, !catalog.options.showsBinary {
      let item = catalog.binaries.add(secrets.redact(reply.body), type: reply.headers[.contentType])
      let size = ByteCount.text(item.bytes.count)
      return Content(
        text: "the result is \(size) of type \(item.type), in the resource \(item.address)", status: status, binary: item, secrets: secrets)
    }
    // Bytes are masked before they are text.
    let whole = reply.content == .bytes ? .string(Base64.encode(secrets.redact(reply.body))) : reply.value
    let value = try select(from: whole, secrets)
    if reply.content == .none, value.isNull { return Content(text: "status \(status), without a result", status: status, secrets: secrets) }
    let text = reply.content == .text && request.selection == nil ? value.asString ?? "" : JSONWriter.text(value)
    return Content(text: text, value: value, status: status, secrets: secrets)
  }

  /// The maximum size of the items of all pages, before a selection.
  private static let maxItemBytes = 16 << 20
  private static let maxPages = 1000

  /// Returns the items of all pages as one array, up to a size that no selection can make useful.
  private func items(_ arguments: Arguments, _ progress: ProgressNotes) async throws(CallError) -> Content {
    var walk = try PageWalk(found.client.engine, model.name, arguments, PageOptions(maxPages: Self.maxPages, call: options))
    var (items, size, rest): ([JSON], Int, String) = ([], 0, "")
    var (secrets, status): (Secrets, Int?) = (Secrets(), nil)
    while let draft = try walk.draft() {
      let reply: Reply
      do throws(CallError) { reply = try await draft.send() } catch { throw walk.named(error) }
      try walk.take(reply)
      let earlier = secrets.values
      (secrets, status) = (Self.secrets(draft, reply.body), reply.status.code)
      for text in earlier { secrets.add(text) }
      items += Array(try reply.items())
      size += reply.body.count
      progress.note("\(walk.pages.counted("page")), \(items.count.counted("item"))", at: Int64(walk.pages))
      guard size < Self.maxItemBytes else {
        rest = "\n… there are more pages; these are the first \(items.count.counted("item"))"
        break
      }
    }
    if walk.end == .maxPages { rest = "\n… there are more than \(Self.maxPages) pages; these are the items of the first ones" }
    let value = try select(from: .array(items), secrets)
    return Content(text: JSONWriter.text(value) + rest, value: value, status: status, secrets: secrets)
  }

  /// Polls until the goal of the spec is reached, or until the status is not 202.
  private func end(of arguments: Arguments, _ progress: ProgressNotes) async throws(CallError) -> Reply {
    let options = PollOptions(timeout: catalog.options.timeout) { look in
      let status = look.status.map { ", status \($0.code)" } ?? ""
      progress.note("poll \(look.number)\(status), next in \(DurationText.text(look.wait))", at: Int64(look.number))
    }
    return try await PollLoop(found.client.engine, model.name, arguments, options).run()
  }

  /// Reads a stream until it ends, is large enough, or time is up. What came before a fault is not lost.
  private func elements(of draft: Draft) async throws(CallError) -> Content {
    var (elements, size, rest): ([JSON], Int, String) = ([], 0, "")
    var failure: CallError?
    let secrets = Self.secrets(draft)
    do throws(CallError) {
      for try await element in draft.stream() {
        let element = try select(from: element, secrets)
        size += JSONWriter.bytes(element).count + 1
        if size > catalog.options.maxBytes {
          rest = "\n… the stream has more" + (catalog.options.makesToolOfEach ? "" : "; pass 'select' to keep less of each element")
          break
        }
        elements.append(element)
      }
    } catch {
      if error.code == .timeout, let time = options.timeout, error.status != nil || !elements.isEmpty {
        rest = "\n… read for \(DurationText.text(time)); the stream goes on"
      } else if elements.isEmpty {
        throw error
      } else {
        (failure, rest) = (error, "\n… then the stream failed: \(text(error))")
      }
    }
    return Content(
      text: elements.map { JSONWriter.text($0) }.joined(separator: "\n") + rest, value: .array(elements), isFailure: failure != nil,
      secrets: secrets)
  }

  /// Selects from a result without its secrets: an expression can turn a text round, or ask how it begins.
  private func select(from value: JSON, _ secrets: Secrets) throws(CallError) -> JSON {
    guard let selection = request.selection else { return value }
    do throws(JSONError) { return try selection.select(secrets.redact(value)) } catch {
      throw CallError(.selection, "'select' cannot be applied to the result: \(error.message)", of: model)
    }
  }

  /// Returns what is wrong, all faults at once, with the body of the service and what to do.
  private func text(_ error: CallError) -> String {
    var lines = error.faults.isEmpty ? [error.message] : error.faults.map(\.message)
    if error.faults.isEmpty, let body = error.body, !body.isEmpty {
      let shown = body.prefix(2000)
      let text = String(decoding: shown, as: UTF8.self)
      lines.append("the response: " + TerminalText.safe(text, keepingLines: true) + (body.count > shown.count ? "…" : ""))
    }
    if let remedy = error.remedy { lines.append("hint: " + advice(remedy)) }
    return request.keys.reduce(lines.joined(separator: "\n")) { $0.replacing("'\($1.key)'", with: "'\($1.value)'") }
  }

  private func advice(_ remedy: Remedy) -> String {
    switch remedy {
    case .parameters where catalog.options.makesToolOfEach: "the input schema of this tool has the arguments"
    case .parameters: "to see the arguments, use the tool 'describe'"
    case .endpoints: "to find endpoints, use the tool 'search'"
    default: catalog.options.hint(remedy, found.spec.name)
    }
  }

  private func audit(_ status: Int?, _ bytes: Int) {
    guard let audit = catalog.options.audit else { return }
    audit([
      "time": .string(Timestamp(secondsSince1970: WallClock.now()).rfc3339), "endpoint": .string("\(found.spec.name)/\(model.name)"),
      "arguments": .string(digest),
      "status": status.map { JSON($0) } ?? .null, "bytes": JSON(bytes),
    ])
  }
}
