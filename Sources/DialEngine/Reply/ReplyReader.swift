import DialJSON
package import DialMessage
import DialModel
import DialSyntax
import HTTPTypes

/// Makes a ``Reply`` of a whole response: decodes by media type and declared result, selects, checks the shape.
package struct ReplyReader {
  package let plan: EndpointPlan
  package var check = ResponseCheck.off

  package init(plan: EndpointPlan, check: ResponseCheck = .off) {
    self.plan = plan
    self.check = check
  }

  var model: EndpointModel { plan.model }

  package func reply(_ response: Response, body: consuming [UInt8], secrets: Secrets = .init()) throws(CallError) -> Reply {
    // Without the word the parameter stays alive beside it, and the parser copies all of it.
    var body = ReplyBody.bytes(consume body)
    do throws(CallError) {
      let (value, content) = try result(response, &body)
      let faults = check == .off ? [] : try contract(value, content, response, &body, secrets)
      return Reply(
        status: response.status, headers: response.headers, url: response.url, value: value, content: content, source: body,
        contract: faults, plan: plan, secrets: secrets)
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
    case .void:
      if isSuccess, model.policy.refusal != nil, let (value, _) = try? inferred(response, &body) { try refuse(value, response, body) }
      return (.null, .none)
    case .headers: return (Self.headers(response.headers), .headers)
    case .bytes where isSuccess: return (.string(Base64.encode(body.bytes)), .bytes)
    case .text where isSuccess: return (.string(try text(body, response.mediaType)), .text)
    case .shape where isSuccess && plan.reply.parted != nil: return try parted(response, &body)
    case .shape(let shape) where isSuccess: return try declared(shape, response, &body)
    default:
      let (value, content) = try inferred(response, &body)
      guard isSuccess else { return (value, content) }
      try refuse(value, response, body)
      return (try select(value, isOptional: false, from: response, content), content)
    }
  }

  /// By media type: JSON, lines of it, text, form, else bytes; nothing is null.
  func inferred(_ response: Response, _ body: inout ReplyBody) throws(CallError) -> (JSON, Reply.Content) {
    let type = response.mediaType
    let format = format(type)
    if Self.isEmpty(response, body, format) { return (.null, .none) }
    if let (name, codec) = try codec(type) { return (try decode(body, type, name, codec), .json) }
    switch format {
    case .json: return (try json(&body, type), .json)
    case .lines: return (try lines(body, type), .json)
    case .text: return (.string(try text(body, type)), .text)
    case .form: return (try form(body, type), .json)
    case .xml: return (try xml(body, type), .json)
    case nil:
      if let json = try? body.parse() { return (json, .json) }
      fallthrough
    case .bytes: return (.string(Base64.encode(body.bytes)), .bytes)
    }
  }

  /// A result of which the head gives a part.
  private func parted(_ response: Response, _ body: inout ReplyBody) throws(CallError) -> (JSON, Reply.Content) {
    guard let parted = plan.reply.parted else { return (.null, .none) }
    let read = if let shape = parted.body { try fitting(shape, response, &body) } else { DeclaredBody(.null, .none, isWhole: false) }
    let value = parted.value(read.value, isWhole: read.isWhole, response, plan.types)
    if check == .off, let fault = plan.reply.check.fault(value, parted.whole, at: "") {
      throw error(.decoding, "the result does not match \(parted.whole.spelling): \(fault.named("the result"))")
    }
    return (plan.reply.layout.map { JSONLayout.attach($0, to: value) } ?? value, .json)
  }

  private func declared(_ shape: Shape, _ response: Response, _ body: inout ReplyBody) throws(CallError) -> (JSON, Reply.Content) {
    let read = try fitting(shape, response, &body)
    guard read.content == .json else { return (read.value, read.content) }
    return (plan.reply.layout.map { JSONLayout.attach($0, to: read.value) } ?? read.value, .json)
  }

  /// What was read of a body that has a declared shape.
  private struct DeclaredBody {
    var value: JSON
    var content: Reply.Content
    /// Whether it is of the shape, and no record whose one member is.
    var isWhole: Bool

    init(_ value: JSON, _ content: Reply.Content, isWhole: Bool = true) {
      self.value = value
      self.content = content
      self.isWhole = isWhole
    }
  }

  private func fitting(_ shape: Shape, _ response: Response, _ body: inout ReplyBody) throws(CallError) -> DeclaredBody {
    let type = response.mediaType
    let format = format(type)
    if Self.isEmpty(response, body, format) {
      if shape.isOptional || plan.types.resolve(shape).isOptional { return DeclaredBody(.null, .none) }
      if case .string? = plan.reply.target, format == .text { return DeclaredBody(.string(""), .text) }
      guard check == .off else { return DeclaredBody(.null, .none) }
      throw error(.decoding, emptiness(response, shape))
    }
    switch (plan.reply.target, format) {
    case _ where try codec(type) != nil: break
    case (.data?, .json?): break
    case (.data?, _): return DeclaredBody(.string(Base64.encode(body.bytes)), .bytes)
    case (.string?, .text?) where model.selection == nil: return DeclaredBody(.string(try text(body, type)), .text)
    default: break
    }
    let value = try typed(&body, type, format)
    try refuse(value, response, body)
    var selected = try select(value, isOptional: shape.isOptional, from: response)
    // Text has no kinds but those that are declared.
    let isText = format == .form || format == .xml
    func withKinds(_ shape: Shape) -> JSON {
      isText ? FormShape(types: plan.types, isXML: format == .xml).value(selected, as: shape) : selected
    }
    let holder = plan.reply.parted?.holder(of: selected) { plan.reply.check.fits(withKinds($0), $0) }
    let shape = holder ?? shape
    selected = withKinds(shape)
    if check == .off, let fault = plan.reply.check.fault(selected, shape, at: "") {
      var error = error(.decoding, "the result does not match \(shape.spelling): \(fault.named("the result"))")
      // Of a long list the item that does not fit is enough to see why.
      error.misfit = fault.path.lastIndex(of: "]").map { selected[String(fault.path[...$0])] }
      throw error
    }
    return DeclaredBody(selected, .json, isWhole: holder == nil)
  }

  /// What a declared shape is compared with: JSON, whatever the media type calls it, unless it is known to be written in another way.
  private func typed(_ body: inout ReplyBody, _ type: MediaType?, _ format: ReplyFormat?) throws(CallError) -> JSON {
    if let (name, codec) = try codec(type) { return try decode(body, type, name, codec) }
    switch format {
    case .form: return try form(body, type)
    case .xml: return try xml(body, type)
    case .lines: return try lines(body, type)
    case .text where model.policy.decode != nil: return .string(try text(body, type))
    case .bytes where model.policy.decode != nil: return .string(Base64.encode(body.bytes))
    default: return try json(&body, type)
    }
  }

  /// Whether there is nothing to read. A list of no lines is an empty list.
  private static func isEmpty(_ response: Response, _ body: ReplyBody, _ format: ReplyFormat?) -> Bool {
    if response.status.code == 204 || response.status.code == 205 { return true }
    return body.isEmpty && format != .lines
  }

  func emptiness(_ response: Response, _ shape: Shape) -> String {
    "expected \(shape.spelling), but the response is empty (status \(response.status.code))"
  }

  func error(_ code: CallError.Code, _ message: String, hint: String? = nil) -> CallError {
    CallError(code, message, endpoint: model.name, hint: hint, location: model.range, attempts: 1)
  }

  /// The beginning of a body in one line, safe to show.
  static func excerpt(_ body: [UInt8]) -> String {
    let text = String(decoding: body.prefix(200), as: UTF8.self).replacing("\r\n", with: "\n").replacing("\n", with: "\\n")
    return "'" + TerminalText.safe(text) + "'" + (body.count > 200 ? "…" : "")
  }
}

extension Response {
  /// The media type of the body; nil where the field is missing or unreadable.
  var mediaType: MediaType? {
    guard let first = headers.firstIndex(where: { $0.name == .contentType }) else { return nil }
    let isSole = !headers[(first + 1)...].contains { $0.name == .contentType }
    return (isSole ? headers[first].value : headers[.contentType]).flatMap(MediaType.read)
  }
}
