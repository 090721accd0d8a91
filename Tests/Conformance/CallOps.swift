import Dial

/// Operations that make calls. They share one transport and its connections.
struct CallOps {
  private let transport = HTTPTransport()
  private let cache = ResponseCache(separatesCallers: false)

  private func spec(_ request: OpRequest) throws -> Spec {
    let bytes = request.optional("spec_b64") == nil ? Array(try request.text("spec").utf8) : try request.bytes("spec_b64")
    return try Spec(bytes, name: "spec.yaml", folder: nil, trust: .untrusted)
  }

  private func arguments(_ request: OpRequest) throws -> Arguments {
    var arguments = Arguments(members: request.optional("args")?.asObject?.map { ($0.name, $0.value) } ?? [])
    for member in request.optional("data")?.asObject.map(Array.init) ?? [] {
      guard let bytes = member.value.asString.flatMap(Base64.decode) else { throw Refusal("USAGE", "'data' must be base64") }
      arguments.append(member.name, .bytes(bytes))
    }
    for member in request.optional("files")?.asObject.map(Array.init) ?? [] {
      arguments.append(member.name, .file(try file(OpRequest(member.value))))
    }
    return arguments
  }

  private func file(_ request: OpRequest) throws -> File {
    let name = request.optional("filename")?.asString
    let type = request.optional("type")?.asString
    if request.optional("path") != nil { return File(try request.text("path"), filename: name, mimeType: type) }
    return File(bytes: try request.bytes("b64"), filename: name, mimeType: type)
  }

  private func variables(_ request: OpRequest) -> Variables {
    let members = request.optional("vars")?.asObject.map(Array.init) ?? []
    return Variables(Dictionary(members.map { ($0.name, $0.value.asString ?? "") }, uniquingKeysWith: { _, last in last }))
  }

  func bind(_ request: OpRequest) async throws -> JSON {
    try request.allow("spec", "spec_b64", "endpoint", "args", "data", "files", "vars")
    let client = Client(try spec(request), variables: variables(request), transport: transport)
    let draft = try client.prepare(try request.text("endpoint"), try arguments(request))
    return try await draft.description(showingSecrets: true, wholeBody: true)
  }

  func reply(_ request: OpRequest) async throws -> JSON {
    try request.allow("spec", "spec_b64", "endpoint", "args", "status", "headers", "b64")
    var headers = HTTPFields()
    for (name, value) in try request.pairs("headers") {
      guard let field = HTTPField.Name(name) else { throw Refusal("USAGE", "'\(name)' is not a valid header name") }
      headers.append(HTTPField(name: field, value: value))
    }
    let status = HTTPResponse.Status(code: try request.integer("status", default: 200))
    let canned = Canned(status: status, headers: headers, body: request.optional("b64") == nil ? [] : try request.bytes("b64"))
    let client = Client(try spec(request), variables: variables(request), transport: canned)
    let reply = try await client.call(try request.text("endpoint"), try arguments(request))
    return .string(JSONWriter.text(reply.value))
  }

  func http(_ request: OpRequest) async throws -> JSON {
    try request.allow("method", "url", "headers", "b64", "timeout_ms", "max_redirects", "cache", "retry")
    var prepared = try prepared(request)
    let timeout = Duration.milliseconds(try request.integer("timeout_ms", default: 5000))
    prepared.policy.totalTimeout = timeout
    prepared.policy.deadline = .now + timeout
    prepared.policy.maxRedirects = try request.integer("max_redirects", default: 0)
    prepared.policy.cache = try mode(request)
    prepared.context[IsReadWhole.self] = true
    // Every status is a result here.
    let spec = try RetryOps.spec(request.optional("retry") ?? .string("none"), accept: "any")
    let policy = try spec.service.endpoints[0].policy
    let retry = RetryMiddleware(RetryRule(policy.retry, accept: policy.accept ?? .success), RetryBudget(), .real)
    let hop = Next { try await transport.send($0) }
    let following = Next { try await followingRedirects($0, hop) }
    let response = try await cache.answer(prepared, Next { try await retry.send($0, following) })
    let body = try await response.body.collect(upTo: prepared.policy.maxBodyBytes)
    return .object([
      ("status", JSON(response.status.code)),
      ("headers", .array(response.headers.map { [.string($0.name.canonicalName), .string($0.value)] })),
      ("b64", .string(Base64.encode(body))), ("url", .string(response.url)),
    ])
  }

  private func mode(_ request: OpRequest) throws -> CacheMode {
    guard request.optional("cache") != nil else { return .none }
    let word = try request.text("cache")
    guard let mode = CacheMode(rawValue: word) else { throw Refusal("USAGE", "unknown cache policy '\(word)'") }
    return mode
  }

  private func prepared(_ request: OpRequest) throws -> PreparedRequest {
    let word = try request.text("method")
    guard HeaderRules.isToken(word), let method = HTTPRequest.Method(word) else {
      throw Refusal("USAGE", "the method is not a token (RFC 9110)")
    }
    var headers = HTTPFields()
    for (name, value) in try request.pairs("headers") {
      guard HeaderRules.isToken(name), let field = HTTPField.Name(name), HeaderRules.isValue(value) else {
        throw Refusal("USAGE", "the header '\(name)' must not be sent")
      }
      headers.append(HTTPField(name: field, value: value))
    }
    let body: RequestBody = request.optional("b64") == nil ? .none : .bytes(try request.bytes("b64"))
    return PreparedRequest(endpoint: "http", method: method, url: try request.text("url"), headers: headers, body: body)
  }

  /// Returns every message to the server until it closes.
  func echo(_ request: OpRequest) async throws -> JSON {
    try request.allow("url")
    let spec = try Spec.load(yaml: "endpoints: {echo: WS \(try request.text("url"))}", trust: .untrusted)
    let socket = try await Client(spec, transport: transport).connect("echo")
    do {
      for try await message in socket { try await socket.send(message) }
    } catch {
      // The messages of the server are the result, whatever the close code.
      guard error.code == .closed else { throw error }
    }
    let code = socket.closing?.code.map { JSON(Int($0)) }
    return .object([("code", code ?? .null), ("reason", .string(socket.closing?.reason ?? ""))])
  }

  func multipart(_ request: OpRequest) async throws -> JSON {
    try request.allow("parts")
    var form = MultipartForm()
    for row in request.optional("parts")?.asArray.map(Array.init) ?? [] {
      let part = OpRequest(row)
      try part.allow("name", "value", "b64", "filename", "type", "headers")
      let bytes = part.optional("b64") == nil ? Array(try part.text("value").utf8) : try part.bytes("b64")
      let fault = form.append(
        name: try part.text("name"), content: .bytes(bytes), filename: part.optional("filename")?.asString,
        type: part.optional("type")?.asString, headers: try part.pairs("headers"))
      if let fault { throw Refusal("USAGE", fault) }
    }
    let body = try await form.body().collect(upTo: 64 << 20)
    return .object([("content_type", .string(form.contentType)), ("b64", .string(Base64.encode(body)))])
  }
}

/// Sends the same response to every request.
private struct Canned: Transport {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: [UInt8]

  func send(_ request: PreparedRequest) async throws -> Response {
    Response(status: status, headers: headers, url: request.url, body: ResponseBody(body))
  }
}
