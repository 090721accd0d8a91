package import DialJSON
package import DialMessage
import DialModel
import DialSyntax
import DialXML
import HTTPTypes

/// Creates a ``Reply`` from a whole response: decodes by media type and declared result, selects, and checks the shape.
package struct ReplyReader {
  package let plan: EndpointPlan
  package var check = ResponseCheck.off

  package init(plan: EndpointPlan, check: ResponseCheck = .off) {
    self.plan = plan
    self.check = check
  }

  /// Reads a response of a status, for which the spec can declare a result of its own.
  package init(plan: EndpointPlan, check: ResponseCheck = .off, for status: Int) {
    self.init(plan: plan.model.reading(status).map(plan.planned) ?? plan, check: check)
  }

  var model: EndpointModel { plan.model }

  package func reply(_ response: Response, body: consuming [UInt8], secrets: Secrets = .init()) throws(CallError) -> Reply {
    // `consume` ends the parameter; otherwise the parser would copy all of it.
    var body = ReplyBody.bytes(consume body)
    do throws(CallError) {
      let (value, content) = try result(response, &body)
      let faults = check == .off ? [] : try contract(value, content, response, &body, secrets)
      return Reply(
        status: response.status, headers: response.headers, url: response.url, value: value, content: content, source: body,
        contract: faults, plan: plan, secrets: secrets)
    } catch {
      throw error.with(response.status, response.headers, body.bytes)
    }
  }

  private func result(_ response: Response, _ body: inout ReplyBody) throws(CallError) -> (JSON, Reply.Content) {
    let isSuccess = response.status.kind == .successful
    if isSuccess, model.policy.refusal != nil, !readsJSON { try refuse(response, &body) }
    if let parted = plan.reply.parted { return try composite(parted, response, &body) }
    switch model.result {
    case .void: return (.null, .none)
    case .headers: return (Self.headers(response.headers), .headers)
    case .bytes where isSuccess: return (.string(Base64.encode(body.bytes)), .bytes)
    case .text where isSuccess: return (.string(try text(body, response.mediaType)), .text)
    case .shape(let shape) where isSuccess: return try declared(shape, response, &body)
    default:
      let (value, content) = try inferred(response, &body)
      guard isSuccess else { return (value, content) }
      if model.policy.refusal != nil { try refuse(value, response, body) }
      return (try select(value, isOptional: false, from: response, content), content)
    }
  }

  /// Whether the result is made of decoded JSON, on which `fails` is evaluated then.
  private var readsJSON: Bool {
    switch model.result {
    case .void, .headers, .bytes, .text: false
    case .shape where plan.reply.parted != nil: plan.reply.parted?.body != nil && !readsText
    case .shape: !readsText
    default: true
    }
  }

  private var readsText: Bool {
    switch plan.reply.target {
    case .data?: true
    case .string?: model.selection == nil
    default: false
    }
  }

  /// Decodes by media type: JSON, lines, text, form, otherwise bytes. An empty body is null.
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

  /// Reads the declared members of the head, and the body: of an accepted status other than 2xx, a body of any shape.
  private func composite(
    _ result: CompositeResult, _ response: Response, _ body: inout ReplyBody
  ) throws(CallError) -> (JSON, Reply.Content) {
    let isSuccess = response.status.kind == .successful
    var read = DeclaredBody(value: .null, content: .none, isWhole: !isSuccess)
    if !isSuccess {
      read.value = try inferred(response, &body).0
    } else if let shape = result.body {
      read = try fitting(shape, response, &body)
    }
    let value = result.value(read.value, isWhole: read.isWhole, response, plan.types)
    if isSuccess, check == .off, let fault = plan.reply.check.fault(value, result.whole, at: "") {
      throw error(.decoding, "the result does not match \(result.whole.spelling): \(fault.named("the result"))")
    }
    return (JSONLayout.attach(plan.reply.layout, to: value), .json)
  }

  private func declared(_ shape: Shape, _ response: Response, _ body: inout ReplyBody) throws(CallError) -> (JSON, Reply.Content) {
    let read = try fitting(shape, response, &body)
    guard read.content == .json else { return (read.value, read.content) }
    return (JSONLayout.attach(plan.reply.layout, to: read.value), .json)
  }

  private struct DeclaredBody {
    var value: JSON
    var content: Reply.Content
    /// Whether the body is the declared shape, not a record around its only member.
    var isWhole = true
  }

  private func fitting(_ shape: Shape, _ response: Response, _ body: inout ReplyBody) throws(CallError) -> DeclaredBody {
    let type = response.mediaType
    let format = format(type)
    if Self.isEmpty(response, body, format) {
      if shape.isOptional || plan.types.resolve(shape).isOptional { return DeclaredBody(value: .null, content: .none) }
      if case .string? = plan.reply.target, format == .text { return DeclaredBody(value: .string(""), content: .text) }
      guard check == .off else { return DeclaredBody(value: .null, content: .none) }
      throw error(.decoding, emptiness(response, shape))
    }
    switch (plan.reply.target, format) {
    case _ where try codec(type) != nil: break
    case (.data?, .json?): break
    case (.data?, _): return DeclaredBody(value: .string(Base64.encode(body.bytes)), content: .bytes)
    case (.string?, .text?) where model.selection == nil: return DeclaredBody(value: .string(try text(body, type)), content: .text)
    default: break
    }
    let value = try typed(response, &body, format)
    if model.policy.refusal != nil { try refuse(value, response, body) }
    let list = format == .xml ? try list(shape, in: value, response) : nil
    var selected = if let list { list } else { try select(value, isOptional: shape.isOptional, from: response) }
    // Text formats have no types; the declared shape converts their values.
    let isText = format == .form || format == .xml
    let kind: FormShape.Kind? = isText ? (format == .xml ? .xml : .form) : model.style.single == .list ? .json : nil
    func withKinds(_ shape: Shape) -> JSON {
      kind.map { FormShape(types: plan.types, $0).value(selected, as: shape) } ?? selected
    }
    let holder = plan.reply.parted?.holder(of: selected) { plan.reply.check.fits(withKinds($0), $0) }
    let shape = holder ?? shape
    selected = withKinds(shape)
    if check == .off, let fault = plan.reply.check.fault(selected, shape, at: "") {
      var error = error(.decoding, "the result does not match \(shape.spelling): \(fault.named("the result"))")
      // The item that does not fit is enough; the array may be long.
      error.misfit = fault.path.lastIndex(of: "]").map { selected[String(fault.path[...$0])] }
      throw error
    }
    return DeclaredBody(value: selected, content: .json, isWhole: holder == nil)
  }

  /// Returns a declared list that `@` selects in an XML document, where no element, one element and an empty one are lists, too. Returns nil
  /// for other shapes, and if not even the root element of the list is there, because it is another document.
  private func list(_ shape: Shape, in document: JSON, _ response: Response) throws(CallError) -> JSON? {
    guard case .array(let item) = plan.types.unwrapped(shape), let path = model.selection?.path else {
      return nil
    }
    let found = try select(document, isOptional: true, from: response)
    if !found.isNull { return found }
    guard let names = path.listNames else { return nil }
    var element = document
    for (index, name) in names.enumerated() {
      let inner = XMLName.element(name, of: element) ?? element[member: name]
      if inner.asKind == .absent {
        // Several parents are no path to one list.
        guard index > 0, element.asArray == nil else { return nil }
        return shape.isOptional ? .null : .array([])
      }
      element = inner
    }
    // An element that is there, but empty.
    return path.isPath ? FormShape(types: plan.types, .xml).value(.null, as: .array(item)) : .array([])
  }

  /// Returns the value to compare with a declared shape: JSON, whatever the media type, unless another format is known.
  private func typed(_ response: Response, _ body: inout ReplyBody, _ format: ReplyFormat?) throws(CallError) -> JSON {
    let type = response.mediaType
    let isUnknown = format == nil || model.policy.decode == nil && (format == .text || format == .bytes)
    if isUnknown, try codec(type) == nil { return try json(&body, type) }
    return try inferred(response, &body).0
  }

  /// Whether there is nothing to decode. An empty body of lines is an empty array.
  private static func isEmpty(_ response: Response, _ body: ReplyBody, _ format: ReplyFormat?) -> Bool {
    if response.status.code == 204 || response.status.code == 205 { return true }
    return body.isEmpty && format != .lines
  }

  func emptiness(_ response: Response, _ shape: Shape) -> String {
    "expected \(shape.spelling), but the response is empty (status \(response.status.code))"
  }

  func error(_ code: CallError.Code, _ message: String, hint: String? = nil) -> CallError {
    CallError(code, message, of: model, hint: hint, attempts: 1)
  }

  /// Returns the hint for text that cannot be decoded; nil if it may contain a token.
  func hint(_ what: String, _ body: [UInt8]) -> String? {
    guard plan.tokenPaths.isEmpty else { return nil }
    let text = String(decoding: body.prefix(200), as: UTF8.self).replacing("\r\n", with: "\n").replacing("\n", with: "\\n")
    return "check \(what), which starts with: '\(TerminalText.safe(text))'" + (body.count > 200 ? "…" : "")
  }

  func json(_ body: inout ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    let charset = type?["charset"].map { $0.lowercased() } ?? "utf-8"
    // JSON is UTF-8, and the parameter has no effect (RFC 8259 sections 8.1 and 11). It is believed only where the body is something else.
    let isUTF8 =
      ["utf-8", "utf8", "us-ascii"].contains(charset)
      || !Charset.isShifted(charset) && String(validating: body.bytes, as: UTF8.self) != nil
    let decoded = isUTF8 ? nil : try text(body, type)
    do throws(JSONError) {
      return if let decoded { try JSON(parsing: decoded) } else { try body.parse() }
    } catch {
      var failure = noJSON(error, "the response", type, body.bytes)
      if holdsSeveral(body.bytes) {
        failure.hint = "the body has several JSON texts; declare '-> lines' to read them, or '-> bytes' to get them as they are (-o raw)"
      }
      throw failure
    }
  }

  /// Whether a body is several JSON texts, as some servers stream them under the type of one.
  private func holdsSeveral(_ body: [UInt8]) -> Bool {
    guard body.count <= 1 << 20, let values = JSONValueScan.values(in: body[...]) else { return false }
    return values.allSatisfy { (try? JSON(parsing: Array($0))) != nil }
  }

  /// Decodes JSON values, one per line (NDJSON) or after each record separator (RFC 7464). Blank ones are skipped.
  func lines(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    let bytes = body.bytes
    let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
    let isSequence = type?.isSequence ?? false
    var items: [JSON] = []
    for (index, line) in text.split(separator: isSequence ? 0x1E : 0x0A, omittingEmptySubsequences: false).enumerated() {
      guard line.contains(where: { !" \t\r\n".utf8.contains($0) }) else { continue }
      if isSequence, Self.mayBeCut(record: line) {
        throw self.error(.decoding, "record \(index) of the response \(Self.cutRecord)", hint: hint("the response", Array(line)))
      }
      do throws(JSONError) {
        items.append(try JSON(parsing: Array(line)))
      } catch {
        let values = isSequence ? nil : JSONValueScan.values(in: line)
        if let found = values?.compactMap({ try? JSON(parsing: Array($0)) }), found.count == values?.count {
          items += found
          continue
        }
        if isSequence { throw noJSON(error, "record \(index) of the response", type, Array(line)) }
        throw noJSON(error, "line \(index + 1) of the response", type, Array(line), inLine: true)
      }
    }
    return .array(items)
  }

  /// Whether a record without its end could still be valid JSON: `12` of `123` (RFC 7464 section 2.4).
  static func mayBeCut(record: ArraySlice<UInt8>) -> Bool { record.last.map { !" \t\r\n]}\"".utf8.contains($0) } ?? false }

  static let cutRecord = "may be truncated, because it does not end with a line feed"

  func noJSON(_ error: JSONError, _ what: String, _ type: MediaType?, _ text: [UInt8], inLine: Bool = false) -> CallError {
    let place = error.line.map { inLine ? " (column \(error.column ?? 1))" : " (line \($0), column \(error.column ?? 1))" } ?? ""
    let kind = type.map { " of type \($0.essence)" } ?? ""
    let code: CallError.Code = error.kind == .depth ? .limit : .decoding
    return self.error(code, "\(what)\(kind) is not valid JSON: \(error.message)\(place)", hint: hint(what, text))
  }

  func text(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> String {
    let bytes = body.bytes
    let isXML = type?.isXML == true || model.policy.decode == ReplyFormat.xml.rawValue
    let label = type?["charset"] ?? (isXML ? Charset.declared(inXML: bytes) : nil)
    do throws(Charset.Fault) {
      return try Charset.decode(bytes, label: label)
    } catch {
      throw self.error(.decoding, error.message)
    }
  }

  func form(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    GroupedMembers(FormCoding.decode(try text(body, type))).json
  }

  func xml(_ body: ReplyBody, _ type: MediaType?) throws(CallError) -> JSON {
    let text = try text(body, type)
    do throws(XMLReader.Fault) {
      return try XMLReader.read(text)
    } catch {
      throw self.error(
        error.isLimit ? .limit : .decoding, "the response is not valid XML: \(error.message)", hint: hint("the response", body.bytes))
    }
  }

  static func headers(_ fields: HTTPFields) -> JSON {
    GroupedMembers(fields.map { ($0.name.canonicalName, $0.value) }).json
  }

  /// Returns the codec of a response: that of `decode`, otherwise of its media type; nil for a built-in format.
  func codec(_ type: MediaType?) throws(CallError) -> (name: String, codec: any Codec)? {
    if let name = model.decodeCodec {
      guard let codec = plan.codecs[name] else { throw model.missing(codec: name) }
      return (name, codec)
    }
    guard model.policy.decode == nil, let type else { return nil }
    return plan.codecs.codec(for: type)
  }

  /// Returns the built-in format of a response: that of `decode`, otherwise of its media type; nil if neither decides.
  func format(_ type: MediaType?) -> ReplyFormat? { model.policy.decode.flatMap(ReplyFormat.init(rawValue:)) ?? ReplyFormat(type) }

  func decode(_ body: ReplyBody, _ type: MediaType?, _ name: String, _ codec: any Codec) throws(CallError) -> JSON {
    do {
      return try codec.decode(body.bytes, type)
    } catch {
      throw self.error(.decoding, "the codec '\(name)' cannot decode the response: \(error)", hint: hint("the response", body.bytes))
    }
  }

  /// How to read JSON with another media type; nil if the spec declares the format.
  private var decodeHint: String? { model.policy.decode == nil ? "if the body is JSON, add 'decode: json' to '\(model.name)'" : nil }

  /// How expressions read a response: in XML, a single element stands for a list.
  func budget(_ response: Response?) -> SelectionBudget {
    SelectionBudget(takesSingles: response.map { format($0.mediaType) == .xml } ?? false)
  }

  /// Returns what `@` of the endpoint selects; the value itself without `@`. Without a response, the value is a message.
  func select(_ value: JSON, isOptional: Bool, from response: Response?, _ content: Reply.Content = .json) throws(CallError) -> JSON {
    guard let selection = model.selection else { return value }
    let found: JSON
    do throws(JSONError) {
      found = try selection.path.select(value, budget(response))
    } catch {
      throw self.error(.selection, "cannot evaluate '@ \(selection.path.text)': \(error.message)")
    }
    if !found.isNull || isOptional { return found }
    guard content == .json else {
      let type = content == .none ? "empty" : response?.mediaType.map { "of type \($0.essence)" } ?? "of unknown media type"
      throw error(
        .selection, "'@ \(selection.path.text)' requires JSON, but the response is \(type)", hint: content == .none ? nil : decodeHint)
    }
    let step = selection.path.firstMissing(in: value) ?? selection.path.text
    let nearest = selection.path.absentMember(in: value).flatMap { Suggestion.nearest(to: $0.name, among: $0.available.prefix(100)) }
    throw error(
      .selection,
      "'@ \(selection.path.text)' selects nothing in the \(response == nil ? "message" : "response"): '\(step)' is missing or null"
        + (nearest.map { "; did you mean '\($0)'?" } ?? ""),
      hint: budget(response).takesSingles && !selection.path.isPath
        ? "to get an empty list if there is no such element, declare a list: '-> [T]'"
        : "to allow null, make the result optional: '-> T?'")
  }

  /// Decodes a message of a WebSocket: JSON, selected by `@` and checked. A declared String takes text unchanged.
  package func value(of message: SocketMessage) throws(CallError) -> JSON {
    let shape: Shape? = if case .shape(let shape) = model.result { shape } else { nil }
    if let text = message.asText, model.selection == nil, case .string? = plan.reply.target { return .string(text) }
    let bytes = message.utf8
    let value: JSON
    do throws(JSONError) {
      value = try JSON(parsing: bytes)
    } catch {
      throw noJSON(error, "the message", nil, bytes)
    }
    let selected = try select(value, isOptional: shape?.isOptional ?? false, from: nil)
    guard let shape else { return selected }
    if let fault = plan.reply.check.fault(selected, shape, at: "") {
      throw error(.decoding, "the message does not match \(shape.spelling): \(fault.message.replacing("''", with: "the message"))")
    }
    return plan.reply.layout.map { JSONLayout.attach($0, to: selected) } ?? selected
  }
}

extension Response {
  var mediaType: MediaType? {
    guard let first = headers.firstIndex(where: { $0.name == .contentType }) else { return nil }
    let isSole = !headers[(first + 1)...].contains { $0.name == .contentType }
    return (isSole ? headers[first].value : headers[.contentType]).flatMap(MediaType.read)
  }
}
