public import DialJSON
public import DialMessage
package import DialModel
public import HTTPTypes

/// The accepted, decoded response of a call.
///
/// ```swift
/// let reply = try await users.call("getUser", ["id": 7])
/// reply.status.code          // 200
/// reply.headers["etag"]      // case-insensitive
/// reply.value.name.asString
/// ```
public struct Reply: Sendable {
  /// The format of the body.
  public enum Content: Sendable, Hashable {
    /// A JSON document.
    case json
    /// Text in the charset of the response, by default UTF-8.
    case text
    /// Unchanged bytes; base64 in `value`.
    case bytes
    /// No body: the result is the headers.
    case headers
    /// No body, or a discarded one.
    case none
  }

  /// The accepted status (RFC 9110 section 15).
  public let status: HTTPResponse.Status
  /// The header fields in the order received, without Content-Encoding and Content-Length if the body was decoded.
  public let headers: HTTPFields
  /// The URL of the response, after redirects.
  public let url: String
  /// The result: what `@` of the spec selects, text as a JSON string, bytes as base64, headers as an object.
  public let value: JSON
  /// The format of the body, by the declared result of the endpoint, otherwise by its media type.
  public let content: Content
  /// The body after decoding its content coding; empty if it was discarded. May be copied from the JSON document.
  public var body: [UInt8] { source.bytes }
  /// The metrics of the call.
  public package(set) var metrics = CallMetrics()
  package let source: ReplyBody
  /// The differences between the response and its declaration, if a ``ResponseCheck`` asks for them; otherwise empty.
  public let contract: [ContractFault]
  let plan: EndpointPlan
  /// The secrets to mask in errors.
  package let secrets: Secrets

  package var endpoint: EndpointModel { plan.model }

  /// Decodes the result as a Swift type. A declared tuple of one element, `-> (n Int)`, is decoded as that element, because Swift has no
  /// such tuples.
  ///
  /// ```swift
  /// let ann = try await users.call("getUser", ["id": 7]).decode(User.self)
  /// ```
  ///
  /// Throws a ``CallError`` with code `decoding` that names endpoint, path and type.
  public func decode<T: Decodable>(_ type: T.Type = T.self) throws(CallError) -> T {
    do throws(JSONError) {
      return try value.decode(type)
    } catch {
      if let shape = plan.reply.shape, let result = try? plan.types.soleElements(of: value, as: shape).decode(type) { return result }
      throw failure(.decoding, "cannot read the result of '\(endpoint.name)' as \(type): \(error.message)")
    }
  }

  /// Whether the result is the body itself, not a part of it, the headers, or members of both.
  package var isBody: Bool { endpoint.selection == nil && plan.reply.parted == nil && content != .headers && content != .none }

  /// Returns the whole response as JSON, before `@`, for pagination.
  package func whole() throws(CallError) -> JSON {
    guard content == .json, endpoint.selection != nil else { return value }
    if case .document(let json) = source { return json }
    var body = source
    return try ReplyReader(plan: plan).inferred(Response(status: status, headers: headers, url: url), &body).0
  }

  /// How expressions read the response: in XML, a single element stands for a list.
  package var selectionBudget: SelectionBudget {
    ReplyReader(plan: plan).budget(Response(status: status, headers: headers, url: url))
  }

  package func failure(_ code: CallError.Code, _ message: String, hint: String? = nil) -> CallError {
    CallError(code, secrets.redact(message), of: endpoint, hint: hint, attempts: 1)
      .with(status, secrets.redact(headers), secrets.redact(body))
  }
}

extension CallError {
  /// Returns the error with the parts of a response.
  func with(_ status: HTTPResponse.Status, _ headers: HTTPFields, _ body: [UInt8]? = nil) -> CallError {
    var error = self
    (error.status, error.headers, error.body) = (status, headers, body)
    return error
  }
}

/// The unchanged body: its bytes, or the document that took them.
package enum ReplyBody: Sendable {
  case bytes([UInt8])
  case document(JSON)

  package var bytes: [UInt8] {
    switch self {
    case .bytes(let bytes): bytes
    case .document(let json): Array(json.documentText ?? [])
    }
  }

  var isEmpty: Bool {
    if case .bytes(let bytes) = self { bytes.isEmpty } else { false }
  }

  /// The body as JSON; nil if it is invalid.
  var json: JSON? {
    switch self {
    case .bytes(let bytes): try? JSON(parsing: bytes)
    case .document(let json): json
    }
  }

  /// Parses the body as JSON. The document takes its bytes without a copy; an invalid body is unchanged.
  mutating func parse() throws(JSONError) -> JSON {
    guard case .bytes(var bytes) = self else { return try JSON(parsing: self.bytes) }
    self = .bytes([])
    do throws(JSONError) {
      let json = try JSON(taking: &bytes)
      self = .document(json)
      return json
    } catch {
      self = .bytes(bytes)
      throw error
    }
  }
}

extension TypeTable {
  /// Returns a value with the element in the place of each declared tuple of one element.
  fileprivate func soleElements(of value: JSON, as declared: Shape) -> JSON {
    map(value, as: declared, by: \.wire) { value, shape in
      guard case .record(let record) = shape, record.members.count == 1 else { return Optional<JSON>.none }
      let element = value.asArray == nil ? value[member: record.members[0].wire] : value[0]
      return element.asKind == .absent ? .null : element
    }
  }
}

extension Reply: SecretHolder {
  /// The status and the names of the headers, without the content.
  public var description: String { status.description(headers) }
}
