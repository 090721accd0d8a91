import DialJSON
import DialSyntax
import HTTPTypes

/// Makes a ``Reply`` of a whole response: decodes by media type and declared result, selects, checks the shape.
struct ReplyReader {
  let plan: EndpointPlan

  private var model: EndpointModel { plan.model }

  func reply(_ response: Response, body: consuming [UInt8], secrets: Secrets = .init()) throws(CallError) -> Reply {
    var body = ReplyBody.bytes(body)
    do throws(CallError) {
      let (value, content) = try result(response, &body)
      return Reply(
        status: response.status, headers: response.headers, url: response.url, value: value, content: content, source: body,
        endpoint: model, secrets: secrets)
    } catch {
      var failure = error
      failure.status = response.status
      failure.headers = response.headers
      failure.body = body.bytes
      throw failure
    }
  }

  private func result(_ response: Response, _ body: inout ReplyBody) throws(CallError) -> (JSON, Reply.Content) {
    let isSuccess = response.status.kind == .successful
    switch model.result {
    case .void: return (.null, .none)
    case .headers: return (Self.headers(response.headers), .headers)
    case .bytes where isSuccess: return (.string(Base64.encode(body.bytes)), .bytes)
    case .text where isSuccess: return (.string(try text(body, mediaType(response))), .text)
    case .shape(let shape) where isSuccess: return try declared(shape, response, &body)
    default:
      let (value, content) = try inferred(response, &body)
      guard isSuccess else { return (value, content) }
      return (try select(value, isOptional: false), content)
    }
  }

  private func mediaType(_ response: Response) -> MediaType? {
    guard let first = response.headers.firstIndex(where: { $0.name == .contentType }) else { return nil }
    let isSole = !response.headers[(first + 1)...].contains { $0.name == .contentType }
    return (isSole ? response.headers[first].value : response.headers[.contentType]).flatMap(MediaType.read)
  }

  // MARK: decoding

  /// By media type: JSON, text, form, else bytes; nothing is null.
  private func inferred(_ response: Response, _ body: inout ReplyBody) throws(CallError) -> (JSON, Reply.Content) {
    if Self.isEmpty(response, body) { return (.null, .none) }
    guard let type = mediaType(response) else {
      if let json = try? body.parse() { return (json, .json) }
      return (.string(Base64.encode(body.bytes)), .bytes)
    }
    if type.isJSON { return (try json(&body, type), .json) }
    if type.type == "text" { return (.string(try text(body, type)), .text) }
    if type.isForm { return (try form(body, type), .json) }
    return (.string(Base64.encode(body.bytes)), .bytes)
  }

  private func declared(_ shape: Shape, _ response: Response, _ body: inout ReplyBody) throws(CallError) -> (JSON, Reply.Content) {
    let type = mediaType(response)
    let target = plan.reply.target
    if Self.isEmpty(response, body) {
      if shape.isOptional || plan.types.resolve(shape).isOptional { return (.null, .none) }
      if case .string? = target, type?.type == "text" { return (.string(""), .text) }
      throw error(.decoding, "the reply is empty (\(response.status.code)), expected \(shape.spelling)")
    }
    if case .data? = target, type?.isJSON != true { return (.string(Base64.encode(body.bytes)), .bytes) }
    if case .string? = target, model.selection == nil, let type, type.type == "text", !type.isJSON {
      return (.string(try text(body, type)), .text)
    }
    let value = if let type, type.isForm { try form(body, type) } else { try json(&body, type) }
    let selected = try select(value, isOptional: shape.isOptional)
    if plan.reply.matcher?.fits(selected) != true, let fault = plan.reply.check.fault(selected, shape, at: "") {
      throw error(.decoding, "the result does not fit \(shape.spelling): \(fault.message.replacing("''", with: "the result"))")
    }
    return (plan.reply.layout.map { JSONLayout.attach($0, to: selected) } ?? selected, .json)
  }

  private static func isEmpty(_ response: Response, _ body: ReplyBody) -> Bool {
    response.status.code == 204 || response.status.code == 205 || body.isEmpty
  }

  private func json(_ body: inout ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    let charset = type?["charset"].map { $0.lowercased() } ?? "utf-8"
    let decoded = ["utf-8", "utf8", "us-ascii"].contains(charset) ? nil : try text(body, type)
    do throws(JSONError) {
      return if let decoded { try JSON(parsing: decoded) } else { try body.parse() }
    } catch {
      let place = error.line.map { " at line \($0), column \(error.column ?? 1)" } ?? ""
      let kind = type.map { " of type \($0.essence)" } ?? ""
      let code: CallError.Code = error.kind == .depth ? .limit : .decoding
      throw self.error(code, "the reply\(kind) is no JSON: \(error.message)\(place)", hint: "it begins: \(Self.excerpt(body.bytes))")
    }
  }

  private func text(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> String {
    do throws(Charset.Fault) {
      return try Charset.decode(body.bytes, label: type?["charset"])
    } catch {
      throw self.error(.decoding, error.message)
    }
  }

  private func form(_ body: ReplyBody, _ type: MediaType) throws(CallError) -> JSON {
    var members = RepeatedMembers()
    for (name, value) in FormCoding.decode(try text(body, type)) { members.append(name, .string(value)) }
    return members.object
  }

  /// Names in lower case to a value, or to an array of them where the name repeats.
  static func headers(_ fields: HTTPFields) -> JSON {
    var members = RepeatedMembers()
    for field in fields { members.append(field.name.canonicalName, .string(field.value)) }
    return members.object
  }

  /// The body of a refused reply as the declared failure shape; nil where it does not fit.
  func failure(_ body: [UInt8]) -> JSON? {
    guard let shape = model.failure, let json = try? JSON(parsing: body),
      plan.reply.check.fault(json, shape, at: "") == nil
    else { return nil }
    return plan.reply.failureLayout.map { JSONLayout.attach($0, to: json) } ?? json
  }

  // MARK: selecting

  private func select(_ value: JSON, isOptional: Bool) throws(CallError) -> JSON {
    guard let selection = model.selection else { return value }
    let found: JSON
    do throws(JSONError) {
      found = try selection.path.select(value)
    } catch {
      throw self.error(.selection, "'@ \(selection.path.text)' fails: \(error.message)")
    }
    if !found.isNull || isOptional { return found }
    let step = selection.path.firstMissing(in: value) ?? selection.path.text
    throw error(
      .selection, "'@ \(selection.path.text)' finds nothing in the reply: '\(step)' is missing or null",
      hint: "an optional result, '-> T?', gives null instead")
  }

  private func error(_ code: CallError.Code, _ message: String, hint: String? = nil) -> CallError {
    CallError(code, message, endpoint: model.name, hint: hint, location: model.range, attempts: 1)
  }

  /// The beginning of a body in one line, safe to show.
  static func excerpt(_ body: [UInt8]) -> String {
    let text = String(decoding: body.prefix(200), as: UTF8.self).replacing("\r\n", with: "\n").replacing("\n", with: "\\n")
    return "'" + TerminalText.safe(text) + "'" + (body.count > 200 ? "…" : "")
  }
}
