import Dial
import Synchronization

/// One use of the tool `call`.
struct EndpointCall: Sendable {
  private let tools: ToolSet
  private let found: ToolSet.Found
  private let message: Message
  private let peer: Peer
  private let arguments: JSON
  private let selection: JMESPath?

  init(_ tools: ToolSet, _ found: ToolSet.Found, _ given: JSON, _ message: Message, _ peer: Peer) throws(ToolFault) {
    (self.tools, self.found, self.message, self.peer) = (tools, found, message, peer)
    arguments = given[member: "arguments"]
    guard arguments.asKind == .absent || arguments.asObject != nil else { throw .result("'arguments' must be an object") }
    let select = given[member: "select"]
    guard select.asKind != .absent else {
      selection = nil
      return
    }
    guard let text = select.asString else { throw .result("'select' must be a string, a JMESPath expression") }
    do throws(JMESPathError) { selection = try JMESPath(text) } catch {
      throw .result("'select' is not a valid JMESPath expression: \(error)")
    }
  }

  private var model: EndpointModel { found.model }
  private var digest: String { Confirmations.digest(tools.title(found), JSONWriter.text(arguments)) }

  /// Returns the members of the result.
  func members() async throws(ToolFault) -> [(String, JSON)] {
    let mayCall = tools.gate.admits(model.method, model.name, of: found.spec.name)
    if !mayCall, !tools.options.asks { throw .result(tools.refusal(of: found)) }
    if model.isSocket { throw .result("'\(tools.title(found))' is a WebSocket, which has no single result") }
    let draft = try prepare()
    if !mayCall, let question = try await question(about: draft) { return question }
    let result = await perform(draft)
    return result.members
  }

  private func prepare() throws(ToolFault) -> Draft {
    var given: [(String, JSON)] = []
    for (name, value) in arguments.asObject ?? [:] {
      let parameter = model.parameters.first { [$0.name, $0.qualifiedName].contains(name) }
      if let parameter, found.service.isSecret(parameter) {
        throw .result("'\(parameter.name)' is a secret, which a model cannot pass")
      }
      given.append((name, value))
    }
    do throws(CallError) {
      return try found.client.prepare(model.name, Arguments(members: given))
    } catch {
      throw .result(text(error))
    }
  }

  // MARK: Asking the person

  /// Returns the result that asks; nil if the person has agreed. Throws if the person has not.
  private func question(about draft: Draft) async throws(ToolFault) -> [(String, JSON)]? {
    guard peer.showsForms else {
      throw .result(tools.refusal(of: found) + "; this client cannot ask, because it has no elicitation")
    }
    let params = try await form(draft)
    guard peer.revision.isModern else {
      guard let elicit = peer.elicit else {
        throw .result(tools.refusal(of: found) + "; over HTTP, this revision of the protocol cannot ask")
      }
      return try accept(await elicit(params))
    }
    guard let state = message.params[member: "requestState"].asString else {
      return [
        ("resultType", "input_required"), ("inputRequests", ["send": ["method": "elicitation/create", "params": params]]),
        ("requestState", .string(tools.confirmations.seal(digest))),
      ]
    }
    do throws(Confirmations.Fault) {
      try tools.confirmations.open(state, for: digest)
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
    var text = "Send this request of '\(tools.title(found))'?\nmethod: \(draft.request.method.rawValue)\nhost: \(host)\npath: \(path)"
    do throws(CallError) {
      let body = try await draft.description()[member: "body"]
      if !body.isNull { text += "\nbody: " + (body[member: "text"].asString ?? JSONWriter.text(body)).prefix(2000) }
    } catch {
      throw .result(self.text(error))
    }
    return [
      "mode": "form", "message": .string(TerminalText.safe(secrets.redact(text), keepingLines: true)),
      "requestedSchema": ["type": "object", "properties": [:]],
    ]
  }

  // MARK: Sending

  private func perform(_ draft: Draft) async -> ToolResult {
    do throws(CallError) {
      let content = try await content(of: draft)
      var result = ToolResult(content.secrets.redact(AgentText.bounded(content.text, content.value, upTo: tools.options.maxBytes)))
      result.link = content.binary?.link
      audit(content.status, content.binary?.bytes.count ?? result.text.utf8.count)
      return result
    } catch {
      let text = draft.outputSecrets.redact(self.text(error))
      audit(error.status?.code, text.utf8.count)
      return ToolResult(text, isError: true)
    }
  }

  private struct Content {
    var text: String
    var value: JSON = .null
    var status: Int?
    var binary: BinaryResults.Item?
    var secrets: Secrets
  }

  /// The secrets of a call after its response, which may have brought cookies and tokens.
  private static func secrets(_ draft: Draft, _ body: [UInt8] = []) -> Secrets {
    var secrets = draft.outputSecrets
    for token in draft.request.tokenPaths.isEmpty ? [] : draft.request.tokens(in: body) ?? [] { secrets.add(token) }
    return secrets
  }

  private func content(of draft: Draft) async throws(CallError) -> Content {
    if model.isStream { return try await elements(of: draft) }
    let progress = ProgressNotes(message.meta[member: "progressToken"], peer)
    let reply = try await draft.send(progress: progress.update)
    let status = reply.status.code
    let secrets = Self.secrets(draft, reply.body)
    if reply.content == .bytes, !tools.options.showsBinary {
      let item = tools.binaries.add(secrets.redact(reply.body), type: reply.headers[.contentType])
      let size = ByteCount.text(item.bytes.count)
      return Content(
        text: "the result is \(size) of type \(item.type), in the resource \(item.address)", status: status, binary: item, secrets: secrets)
    }
    let value = try select(from: reply.value)
    if reply.content == .none, value.isNull { return Content(text: "status \(status), without a result", status: status, secrets: secrets) }
    let text = reply.content == .text && selection == nil ? value.asString ?? "" : JSONWriter.text(value)
    return Content(text: text, value: value, status: status, secrets: secrets)
  }

  /// Reads a stream until it ends or is large enough.
  private func elements(of draft: Draft) async throws(CallError) -> Content {
    var (elements, size): ([JSON], Int) = ([], 0)
    for try await element in draft.stream() {
      let element = try select(from: element)
      size += JSONWriter.bytes(element).count + 1
      if size > tools.options.maxBytes { break }
      elements.append(element)
    }
    let rest = size > tools.options.maxBytes ? "\n… the stream has more; pass 'select' to keep less of each element" : ""
    return Content(
      text: elements.map { JSONWriter.text($0) }.joined(separator: "\n") + rest, value: .array(elements), secrets: Self.secrets(draft))
  }

  private func select(from value: JSON) throws(CallError) -> JSON {
    guard let selection else { return value }
    do throws(JSONError) { return try selection.select(value) } catch {
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
    return lines.joined(separator: "\n")
  }

  private func advice(_ remedy: Remedy) -> String {
    switch remedy {
    case .parameters: "to see the arguments, use the tool 'describe'"
    case .endpoints: "to find endpoints, use the tool 'search'"
    default: tools.options.hint(remedy, found.spec.name)
    }
  }

  private func audit(_ status: Int?, _ bytes: Int) {
    guard let audit = tools.options.audit else { return }
    audit([
      "time": .string(Timestamp(secondsSince1970: WallClock.now()).rfc3339), "endpoint": .string("\(found.spec.name)/\(model.name)"),
      "arguments": .string(digest),
      "status": status.map { JSON($0) } ?? .null, "bytes": JSON(bytes),
    ])
  }
}

/// Reports the bytes of a call to a client that asks for progress: increasing, and at most ten times a second.
private final class ProgressNotes: Sendable {
  private let token: JSON
  private let peer: Peer
  private let last = Mutex((value: Int64(0), time: ContinuousClock.now - .seconds(1)))

  init(_ token: JSON, _ peer: Peer) { (self.token, self.peer) = (token, peer) }

  func update(_ step: CallProgress) {
    guard [.string, .number].contains(token.asKind) else { return }
    let value = step.sent + step.received
    let isDue = last.withLock { last in
      guard value > last.value, .now - last.time >= .milliseconds(100) else { return false }
      last = (value, .now)
      return true
    }
    guard isDue else { return }
    let text = "\(ByteCount.text(step.sent)) sent, \(ByteCount.text(step.received)) received"
    peer.notify([
      "jsonrpc": "2.0", "method": "notifications/progress",
      "params": ["progressToken": token, "progress": JSON(value), "message": .string(text)],
    ])
  }
}
