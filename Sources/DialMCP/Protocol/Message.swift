import Dial

/// A message of a client: JSON-RPC 2.0, one object.
struct Message: Sendable {
  enum Kind: Sendable { case request, notification, response }

  let kind: Kind
  /// The id as it came, so that it goes back unchanged; null for a notification.
  let id: JSON
  /// Empty for a response.
  let method: String
  /// An object; empty if there are none.
  let params: JSON
  /// The result of a response; absent if it is an error.
  let result: JSON

  /// The id as text that tells `2` from `"2"`.
  var key: String { JSONWriter.text(id) }
  var meta: JSON { params[member: "_meta"] }

  init(parsing bytes: [UInt8]) throws(ProtocolFault) {
    let json: JSON
    do throws(JSONError) {
      json = try JSON(parsing: bytes, limits: JSONLimits(maxDepth: 128))
    } catch {
      throw ProtocolFault(.parse, "the message is not valid JSON: \(error.message)")
    }
    try self.init(json)
  }

  init(_ json: JSON) throws(ProtocolFault) {
    guard json.asObject != nil else {
      let what = json.asArray == nil ? "the message must be an object" : "a batch of messages is not supported; send one at a time"
      throw ProtocolFault(.request, what)
    }
    id = json[member: "id"]
    guard [.absent, .string, .number].contains(id.asKind) else { throw ProtocolFault(.request, "'id' must be a string or an integer") }
    // JSON-RPC does not limit an integer, and the answer has it as it came.
    let isInteger = id.asNumberText?.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") } ?? false
    if id.asKind == .number, !isInteger, id.asInt == nil { throw ProtocolFault(.request, "'id' must be a string or an integer") }
    guard json[member: "jsonrpc"].asString == "2.0" else { throw ProtocolFault(.request, "'jsonrpc' must be \"2.0\"", id: id) }
    let hasMethod = json.asObject?["method"] != nil
    method = json[member: "method"].asString ?? ""
    if hasMethod, method.isEmpty { throw ProtocolFault(.request, "'method' must be a name", id: id) }
    result = json[member: "result"]
    if hasMethod {
      kind = id.asKind == .absent ? .notification : .request
    } else {
      guard id.asKind != .absent, result.asObject != nil || json[member: "error"].asObject != nil else {
        throw ProtocolFault(.request, "the message is not a request, a notification or a response", id: id)
      }
      kind = .response
    }
    let given = json[member: "params"]
    guard given.asKind == .absent || given.asObject != nil else { throw ProtocolFault(.params, "'params' must be an object", id: id) }
    params = given.asKind == .absent ? [:] : given
  }
}

/// An error of the protocol, as opposed to one of a tool, which is a result.
struct ProtocolFault: Error, Sendable {
  enum Code: Int, Sendable {
    case parse = -32700
    case request = -32600
    case method = -32601
    case params = -32602
    case server = -32603
    case resource = -32002
    case header = -32020
    case revision = -32022

    /// The status over HTTP.
    var status: Int {
      switch self {
      case .method: 404
      case .resource: 200
      case .server: 500
      default: 400
      }
    }
  }

  let code: Code
  let message: String
  var data: JSON?
  /// The id of the message, if it is known although the message is invalid.
  var id: JSON?

  init(_ code: Code, _ message: String, data: JSON? = nil, id: JSON? = nil) {
    (self.code, self.message, self.data) = (code, message, data)
    self.id = id.flatMap { $0.asKind == .absent ? nil : $0 }
  }

  func response(to id: JSON? = nil) -> JSON {
    let error: [(String, JSON)] = [("code", JSON(code.rawValue)), ("message", .string(message))] + (data.map { [("data", $0)] } ?? [])
    let id = (id ?? self.id).map { [("id", $0)] } ?? []
    return .object([("jsonrpc", "2.0")] + id + [("error", .object(error))])
  }
}

/// The client of a request, as the server sees it.
struct Peer: Sendable {
  let revision: Revision
  let capabilities: JSON
  /// Sends a notification that belongs to the request.
  var notify: @Sendable (JSON) -> Void = { _ in }
  /// Asks the person by a request of the server, and returns its result; nil if the connection has no such requests.
  var elicit: (@Sendable (_ params: JSON) async -> JSON?)?

  /// Whether the client can show a form to the person. Without a mode, it can.
  var showsForms: Bool {
    guard let modes = capabilities[member: "elicitation"].asObject else { return false }
    return modes.isEmpty || modes["form"] != nil
  }

  init(_ revision: Revision, capabilities: JSON) { (self.revision, self.capabilities) = (revision, capabilities) }

  static let versionKey = "io.modelcontextprotocol/protocolVersion"
  private static let capabilitiesKey = "io.modelcontextprotocol/clientCapabilities"

  /// Reads what a request without a handshake says about its client.
  init(of message: Message) throws(ProtocolFault) {
    guard let text = message.meta[member: Self.versionKey].asString else {
      throw ProtocolFault(.params, "'_meta' must have '\(Self.versionKey)', or 'initialize' must come first", data: Self.supported)
    }
    guard let revision = Revision(rawValue: text), revision.isModern else {
      throw ProtocolFault(
        .revision, "the revision '\(TerminalText.safe(String(text.prefix(40))))' is not supported without 'initialize'",
        data: ["supported": Self.revisions, "requested": .string(text)])
    }
    guard message.meta[member: Self.capabilitiesKey].asObject != nil else {
      throw ProtocolFault(.params, "'_meta' must have '\(Self.capabilitiesKey)', which is an object")
    }
    self.init(revision, capabilities: message.meta[member: Self.capabilitiesKey])
  }

  static let revisions = JSON.array(Revision.allCases.map { .string($0.rawValue) })
  private static let supported: JSON = ["supported": revisions]
}
