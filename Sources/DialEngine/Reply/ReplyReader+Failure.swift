import DialJSON
public import DialMessage
import DialModel
import DialSyntax
import DialXML
package import HTTPTypes

extension ReplyReader {
  struct Refusal {
    /// The body, decoded by its media type; nil if it is empty, binary or invalid.
    var content: JSON?
    /// The body as the declared failure shape; nil if there is none or the body does not fit.
    var failure: JSON?
    /// The value that was last compared with the shape; nil if none is declared or nothing could be decoded.
    var compared: JSON?
  }

  /// Throws if the body of a response whose result does not depend on it, or is text or bytes, is JSON that reports a failure.
  func refuse(_ response: Response, _ body: inout ReplyBody) throws(CallError) {
    switch try? inferred(response, &body) {
    case (let value, .json)? where format(response.mediaType) != nil || value.asObject != nil: try refuse(value, response, body)
    case (let text, .text)?:
      // Other text is no failure, even if a condition such as `status != 'ok'` is true for it.
      if let value = text.asString.flatMap({ try? JSON(parsing: $0) }), value.asObject != nil { try refuse(value, response, body) }
    default: return
    }
  }

  /// Throws if a response with an accepted status reports a failure, or one of its lines does.
  func refuse(_ value: JSON, _ response: Response, _ body: ReplyBody) throws(CallError) {
    let lines = format(response.mediaType) == .lines ? value.asArray.map(Array.init) ?? [] : []
    for (index, part) in ([value] + lines).enumerated() {
      guard try fails(part, "the response", budget(response)) else { continue }
      let said = self.said(in: part, index == 0 ? body.bytes : JSONWriter.bytes(part)).map { ": \($0)" } ?? ""
      var error = self.error(.status, "the server reported a failure with status \(response.status.code)\(said)")
      let refusal = refusal(response, body.bytes)
      (error.failure, error.content) = (refusal.failure, refusal.content)
      throw error
    }
  }

  /// Throws if a message of a WebSocket reports a failure: its JSON, otherwise its text.
  package func refuse(_ message: SocketMessage) throws(CallError) {
    guard model.policy.refusal != nil else { return }
    let bytes = message.utf8
    guard let value = (try? JSON(parsing: bytes)) ?? message.asText.map({ .string($0) }), try fails(value, "the message") else { return }
    var error = failure("the server reported a failure", value, bytes)
    error.body = bytes
    throw error
  }

  /// Returns the error of an element or a message that reports a failure.
  func failure(_ what: String, _ value: JSON?, _ bytes: [UInt8]) -> CallError {
    let said = value.flatMap { self.said(in: $0, bytes) } ?? ErrorBody.message(bytes)
    var error = self.error(.status, what + (said.map { ": \($0)" } ?? ""))
    error.content = value
    guard let shape = model.failure, let value, plan.reply.check.fault(value, shape, at: "") == nil else { return error }
    error.failure = plan.reply.failureLayout.map { JSONLayout.attach($0, to: value) } ?? value
    return error
  }

  /// Whether `fails` of the endpoint is true for a response, an element of a stream or a message.
  func fails(_ value: JSON, _ what: String, _ budget: SelectionBudget = SelectionBudget()) throws(CallError) -> Bool {
    guard let rule = model.policy.refusal else { return false }
    do throws(JSONError) {
      return try rule.when.path.select(value, budget).isTrue
    } catch {
      throw self.error(.selection, "cannot evaluate 'when' of 'fails' on \(what): \(error.message)")
    }
  }

  /// Returns the message of a failure: what `message` of `fails` finds, otherwise that of a usual member.
  func said(in value: JSON, _ body: [UInt8]) -> String? {
    let declared = try? model.policy.refusal?.message?.path.select(value)
    return declared.flatMap { ValueText.plain($0) }.map(ErrorBody.shown) ?? ErrorBody.message(body)
  }

  func refusal(_ response: Response, _ bytes: [UInt8]) -> Refusal {
    var refusal = Refusal()
    var body = ReplyBody.bytes(bytes)
    if let (value, kind) = try? inferred(response, &body), kind == .json || kind == .text { refusal.content = value }
    guard let shape = model.failure else { return refusal }
    var values = [refusal.content].compactMap { $0 }
    if [.form, .xml].contains(format(response.mediaType)) {
      values = values.map { FormShape(types: plan.types, format(response.mediaType) == .xml ? .xml : .form).value($0, as: shape) }
    }
    // JSON with another media type is common, especially in error pages.
    if format(response.mediaType) != .json, let json = try? JSON(parsing: bytes) { values.append(json) }
    refusal.compared = values.last
    refusal.failure = values.first { plan.reply.check.fault($0, shape, at: "") == nil }
      .map { value in plan.reply.failureLayout.map { JSONLayout.attach($0, to: value) } ?? value }
    return refusal
  }
}

/// Finds the message in the body of a rejected response: in the usual members (RFC 9457 and common practice), elements of XML, or the only
/// line of a text.
package enum ErrorBody {
  private static let paths = [
    "error.message", "message", "detail", "error_description", "error", "errors[0].message", "errors[0].detail", "errors[0]", "description",
    "title", "faultstring", "fault.faultstring",
  ]

  package static func message(_ body: [UInt8]) -> String? {
    guard body.count < 1 << 20 else { return nil }
    guard let json = try? JSON(parsing: body) else { return String(validating: body, as: UTF8.self).flatMap(message(text:)) }
    for path in paths {
      if let text = json[path].asString, !text.isEmpty { return Self.shown(text) }
    }
    return validation(json).map(shown)
  }

  /// Returns the faults of arguments in `{"detail": [{"loc": ["body", "name"], "msg": "…"}]}`, as FastAPI writes them.
  private static func validation(_ json: JSON) -> String? {
    let faults = json[member: "detail"].asArray?.prefix(3).compactMap { fault -> String? in
      let place = fault[member: "loc"].asArray?.compactMap(ValueText.plain).joined(separator: ".") ?? ""
      return fault[member: "msg"].asString.map { place.isEmpty ? $0 : "\(place): \($0)" }
    }
    if let faults, !faults.isEmpty { return faults.joined(separator: "; ") }
    return members(json)
  }

  /// Returns the faults of `{"name": ["This field is required."]}`, as Django REST framework and Rails write them.
  private static func members(_ json: JSON) -> String? {
    guard let members = json.asObject, !members.isEmpty else { return nil }
    var faults: [String] = []
    for member in members.prefix(20) {
      guard let texts = member.value.asArray?.map(\.asString), !texts.isEmpty, !texts.contains(nil), !texts.contains(""),
        !SecretNames.contains(member.name)
      else { return nil }
      let text = texts.compactMap(\.self).joined(separator: " ")
      faults.append(["non_field_errors", "base", "__all__"].contains(member.name) ? text : "\(member.name): \(text)")
    }
    return faults.prefix(3).joined(separator: "; ")
  }

  private static func message(text: String) -> String? {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    if text.hasPrefix("<") {
      guard let root = (try? XMLReader.read(String(text)))?.asObject?.first, root.name.lowercased() != "html" else { return nil }
      return message(in: root.value).map(shown)
    }
    // A text of several lines is a page, not a message.
    let isLine = !text.isEmpty && text.utf8.count <= 300 && !ValueText.looksLikeJSON(String(text))
    return isLine && text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ? shown(String(text)) : nil
  }

  /// Returns the text of the first element that usually contains the message, whatever its prefix: `<s:message>`, `<faultstring>`.
  private static func message(in element: JSON) -> String? {
    var elements = [element]
    while !elements.isEmpty {
      for name in ["message", "faultstring", "text", "detail", "description", "title"] {
        for case let members? in elements.map(\.asObject) {
          guard let found = members.first(where: { XMLName.local($0.name).lowercased() == name })?.value else { continue }
          if let text = found.asString ?? found[member: "#text"].asString { return text }
        }
      }
      elements = elements.flatMap { $0.asObject?.map(\.value) ?? $0.asArray.map(Array.init) ?? [] }
    }
    return nil
  }

  /// Whether a message only repeats the status: "Not Found", "404 not found.".
  package static func repeats(_ said: String, _ status: HTTPResponse.Status) -> Bool {
    let (said, reason) = (letters(said), letters(status.reasonPhrase))
    return said == "\(status.code)" || !reason.isEmpty && (said == reason || said == "\(status.code)" + reason)
  }

  private static func letters(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  static func shown(_ text: String) -> String {
    let scalars = text.excerpt(300).unicodeScalars.map { $0.value < 0x20 || (0x7F...0x9F).contains($0.value) ? " " : $0 }
    return String(String.UnicodeScalarView(scalars))
  }
}

extension CallError {
  /// Decodes the body of a rejected response: as the declared failure shape if it fits, otherwise by its media type.
  ///
  /// ```swift
  /// do { try await users.getUser(id: 7) } catch {
  ///   let problem: APIError = try error.decodeFailure()
  /// }
  /// ```
  ///
  /// Throws the error itself if there was no response (no connection, a timeout), or one with code `decoding` if the body is not a `T`.
  public func decodeFailure<T: Decodable>(_ type: T.Type = T.self) throws(CallError) -> T {
    guard status != nil, let body else { throw self }
    do throws(JSONError) {
      return try decodeFirst(type, [failure, content], body)
    } catch {
      var misfit = self
      misfit.code = .decoding
      misfit.hint = nil
      misfit.message = "cannot read the error response of '\(endpoint)' as \(type): \(error.message)"
      throw misfit
    }
  }
}

extension Reply {
  /// Decodes the body as a failure, for calls that accept such statuses (`accept: any`): as the declared failure shape if it fits,
  /// otherwise by its media type. Throws a ``CallError`` with code `decoding` if the body is not a `T`.
  ///
  /// ```swift
  /// let reply = try await users.call("getUser", ["id": 7], CallOptions(accept: .any))
  /// if reply.status.kind != .successful { let problem: APIError = try reply.decodeFailure() }
  /// ```
  public func decodeFailure<T: Decodable>(_ type: T.Type = T.self) throws(CallError) -> T {
    let bytes = body
    let refusal = ReplyReader(plan: plan).refusal(Response(status: status, headers: headers, url: url), bytes)
    do throws(JSONError) {
      return try decodeFirst(type, [refusal.failure, refusal.content], bytes)
    } catch {
      throw failure(.decoding, "cannot read the error response of '\(endpoint.name)' as \(type): \(error.message)")
    }
  }
}

/// Returns the first value that is a `T`, otherwise tries the body as JSON. Throws the error of the first value.
private func decodeFirst<T: Decodable>(_ type: T.Type, _ values: [JSON?], _ body: [UInt8]) throws(JSONError) -> T {
  var first: JSONError?
  for value in values.compactMap({ $0 }) {
    do throws(JSONError) { return try value.decode(type) } catch { first = first ?? error }
  }
  do throws(JSONError) { return try JSON(parsing: body).decode(type) } catch { throw first ?? error }
}
