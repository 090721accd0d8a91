import Dial

/// The operations by name. Failures are responses, so a case never ends the program.
struct Ops {
  let calls = CallOps()

  func answer(_ line: String) async -> JSON {
    do {
      let request = OpRequest(try JSON(parsing: line))
      return .object([("ok", try await run(request))])
    } catch {
      return Refusal(error).json
    }
  }

  private func run(_ request: OpRequest) async throws -> JSON {
    let name = try request.text("op")
    switch name {
    case "yaml": return try TextOps.yaml(request)
    case "yaml-scalar": return try TextOps.yamlScalar(request)
    case "json": return .string(JSONWriter.text(try JSON(parsing: try request.bytes("b64"))))
    case "double": return try TextOps.double(request)
    case "select": return try TextOps.select(request)
    case "jsonpath": return try TextOps.jsonPath(request)
    case "uritemplate": return try TextOps.uriTemplate(request)
    case "form": return try TextOps.form(request)
    case "media-type": return try TextOps.mediaType(request)
    case "content-disposition": return try TextOps.contentDisposition(request)
    case "header": return try TextOps.header(request)
    case "terminal":
      try request.allow("b64")
      return .string(TerminalText.safe(String(decoding: try request.bytes("b64"), as: UTF8.self)))
    case "multipart": return try await calls.multipart(request)
    case "sse": return try TextOps.events(request)
    case "bind": return try await calls.bind(request)
    case "reply": return try await calls.reply(request)
    case "retry-delays": return try await RetryOps.delays(request)
    case "http": return try await calls.http(request)
    case "ws-echo": return try await calls.echo(request)
    default: throw Refusal("UNSUPPORTED", "the op '\(name)' is not supported yet")
    }
  }
}

/// The members of one request. A member that an operation does not know is an error.
struct OpRequest {
  let json: JSON

  init(_ json: JSON) { self.json = json }

  func allow(_ names: String...) throws {
    for member in json.asObject ?? JSON.object([]).asObject! where member.name != "op" && !names.contains(member.name) {
      throw Refusal("USAGE", "unknown member '\(member.name)'")
    }
  }

  func optional(_ name: String) -> JSON? {
    let value = json[member: name]
    return value.asKind == .absent || value.isNull ? nil : value
  }

  func text(_ name: String) throws -> String {
    guard let text = optional(name)?.asString else { throw Refusal("USAGE", "'\(name)' must be a text") }
    return text
  }

  func bytes(_ name: String) throws -> [UInt8] {
    guard let bytes = Base64.decode(try text(name)) else { throw Refusal("USAGE", "'\(name)' must be base64") }
    return bytes
  }

  func integer(_ name: String, default value: Int) throws -> Int {
    guard let given = optional(name) else { return value }
    guard let number = given.asInt else { throw Refusal("USAGE", "'\(name)' must be a whole number") }
    return number
  }

  func pairs(_ name: String) throws -> [(String, String)] {
    guard let rows = optional(name) else { return [] }
    return try (rows.asArray.map(Array.init) ?? []).map { row in
      guard let key = row[0].asString, let value = row[1].asString else { throw Refusal("USAGE", "'\(name)' must be pairs of texts") }
      return (key, value)
    }
  }
}
