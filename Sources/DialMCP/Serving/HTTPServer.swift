package import Dial

/// Serves agents over Streamable HTTP on 127.0.0.1: each request is a POST, and there are no sessions.
package struct HTTPServer: Sendable {
  package static let path = "/mcp"

  private let agent: AgentServer

  package init(_ agent: AgentServer) { self.agent = agent }

  package func response(to request: LoopbackRequest) async -> LoopbackResponse {
    guard Self.isLocal(request) else { return Self.text(403, "only programs of this machine may call this server") }
    let path = request.target.prefix { $0 != "?" }
    guard path == Self.path else { return Self.text(404, "the path is \(Self.path)") }
    guard request.method == "POST" else { return Self.text(405, "use POST", [("Allow", "POST")]) }
    guard Self.media(request, "content-type").contains("application/json") else {
      return Self.text(415, "the Content-Type must be application/json")
    }
    let accepted = Self.media(request, "accept")
    let takesAll = accepted.contains("*/*")
    guard takesAll || accepted.contains("application/json") && accepted.contains("text/event-stream") else {
      return Self.text(406, "Accept must list application/json and text/event-stream")
    }
    do throws(ProtocolFault) {
      return try await response(to: try Message(parsing: request.body), request)
    } catch {
      return Self.json(error.response(), status: error.code.status)
    }
  }

  private func response(to message: Message, _ request: LoopbackRequest) async throws(ProtocolFault) -> LoopbackResponse {
    guard message.kind == .request else { return LoopbackResponse(status: 202) }
    do throws(ProtocolFault) {
      let headers = try RoutingHeaders(request)
      if message.method == "initialize" { return Self.json(agent.initialize(message, notifies: false).0) }
      var peer = try headers.peer(of: message)
      let reports = message.meta[member: "progressToken"].asKind != .absent && message.method == "tools/call"
      guard reports || message.method == "subscriptions/listen" else {
        guard let response = await agent.response(to: message, peer) else { return .dropped }
        return Self.json(response, status: Self.status(of: response, peer))
      }
      let (events, feed) = AsyncStream.makeStream(of: [UInt8].self)
      peer.notify = { feed.yield(Self.event($0)) }
      let work = Task { [peer] in
        if let response = await agent.response(to: message, peer) { feed.yield(Self.event(response)) }
        feed.finish()
      }
      // A client cancels by closing the connection.
      feed.onTermination = { if case .cancelled = $0 { work.cancel() } }
      let fields = [("Content-Type", "text/event-stream"), ("Cache-Control", "no-store"), ("X-Accel-Buffering", "no")]
      return LoopbackResponse(headers: fields, stream: ResponseBody(events))
    } catch {
      throw ProtocolFault(error.code, error.message, data: error.data, id: message.id)
    }
  }

  /// Errors have a status of their own where each request stands for itself.
  private static func status(of response: JSON, _ peer: Peer) -> Int {
    guard peer.revision.isModern, let code = response[member: "error"][member: "code"].asInt else { return 200 }
    return ProtocolFault.Code(rawValue: code)?.status ?? 200
  }

  /// A page in a browser can send requests to this machine, also under a name of its own (DNS rebinding). A page of this machine is at
  /// another port and so of another origin (RFC 6454 section 4): no browser lets it read a response, which has no CORS header.
  private static func isLocal(_ request: LoopbackRequest) -> Bool {
    func names(_ name: String) -> [String] { request.headers.filter { $0.name.lowercased() == name }.map { $0.value.lowercased() } }
    func isLoopback(_ authority: Substring) -> Bool {
      let host = ["127.0.0.1", "localhost", "[::1]"].first { authority.hasPrefix($0) } ?? ""
      let rest = authority.dropFirst(host.count)
      // Nothing else, such as a user or a path, belongs to an origin.
      let port = rest.dropFirst()
      return !host.isEmpty && (rest.isEmpty || rest.first == ":" && port.first != "+" && UInt16(port) != nil)
    }
    let hosts = names("host")
    guard hosts.count == 1, isLoopback(hosts[0][...]) else { return false }
    return names("origin").allSatisfy { origin in
      guard let mark = origin.firstRange(of: "://"), ["http", "https"].contains(origin[..<mark.lowerBound]) else { return false }
      return isLoopback(origin[mark.upperBound...])
    }
  }

  /// The media types in a header, without parameters.
  private static func media(_ request: LoopbackRequest, _ name: String) -> [String] {
    request.headers.filter { $0.name.lowercased() == name }.flatMap { $0.value.split(separator: ",") }.map {
      String($0.prefix { $0 != ";" }.drop { $0 == " " }).lowercased().split(separator: " ").first.map(String.init) ?? ""
    }
  }

  private static func event(_ message: JSON) -> [UInt8] {
    Array("event: message\ndata: ".utf8) + JSONWriter.bytes(message) + Array("\n\n".utf8)
  }

  private static func json(_ message: JSON, status: Int = 200) -> LoopbackResponse {
    LoopbackResponse(status: status, headers: [("Content-Type", "application/json")], body: JSONWriter.bytes(message))
  }

  private static func text(_ status: Int, _ text: String, _ headers: [(String, String)] = []) -> LoopbackResponse {
    LoopbackResponse(status: status, headers: headers + [("Content-Type", "text/plain")], body: Array((text + "\n").utf8))
  }
}

/// The headers that repeat parts of the body, so that a proxy need not read it.
struct RoutingHeaders {
  private static let names = ["mcp-protocol-version", "mcp-method", "mcp-name"]
  /// The parameter that `Mcp-Name` repeats.
  private static let parameters = ["tools/call": "name", "resources/read": "uri", "prompts/get": "name"]

  private var values: [String: String] = [:]

  init(_ request: LoopbackRequest) throws(ProtocolFault) {
    for (name, value) in request.headers where Self.names.contains(name.lowercased()) {
      guard values.updateValue(value, forKey: name.lowercased()) == nil else {
        throw ProtocolFault(.header, "'\(name)' must not be repeated")
      }
    }
  }

  /// Returns the client of a request. One without a revision in body and header, or with one of a handshake, had a handshake.
  func peer(of message: Message) throws(ProtocolFault) -> Peer {
    let version = values["mcp-protocol-version"]
    let body = message.meta[member: Peer.versionKey]
    if body.asKind == .absent {
      guard let version else { return Peer(.november2025, capabilities: [:]) }
      if let revision = Revision(rawValue: version), !revision.isModern { return Peer(revision, capabilities: [:]) }
    } else {
      try check("mcp-protocol-version", "MCP-Protocol-Version", body.asString ?? "")
      try check("mcp-method", "Mcp-Method", message.method)
      if let parameter = Self.parameters[message.method] {
        try check("mcp-name", "Mcp-Name", message.params[member: parameter].asString ?? "")
      }
    }
    if let version, Revision(rawValue: version) == nil {
      throw ProtocolFault(
        .revision, "the revision '\(TerminalText.safe(String(version.prefix(40))))' is not supported",
        data: ["supported": Peer.revisions, "requested": .string(version)])
    }
    return try Peer(of: message)
  }

  private func check(_ key: String, _ name: String, _ expected: String) throws(ProtocolFault) {
    guard let value = values[key] else { throw ProtocolFault(.header, "the header '\(name)' is missing") }
    guard Self.decoded(value) == expected else { throw ProtocolFault(.header, "the header '\(name)' differs from the body") }
  }

  /// Decodes `=?base64?…?=`, which stands for a value that is not plain text.
  private static func decoded(_ value: String) -> String? {
    guard value.hasPrefix("=?base64?"), value.hasSuffix("?="), value.utf8.count >= 11 else { return value }
    return Base64.decode(String(value.dropFirst(9).dropLast(2))).flatMap { String(validating: $0, as: UTF8.self) }
  }
}
