import DialMessage
import DialModel
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOWebSocket

/// The opening handshake of one WebSocket (RFC 6455 section 4.1).
struct Handshake: Sendable {
  let exchange: Exchange
  let options: SocketOptions
  private let url: String
  private let subprotocols: [String]
  private let upgrader: NIOWebSocketClientUpgrader
  private let fields: HTTPHeaders

  init(_ request: PreparedRequest, _ exchange: Exchange, _ options: SocketOptions) {
    self.exchange = exchange
    self.options = options
    url = request.url
    let key = NIOWebSocketClientUpgrader.randomRequestKey()
    // Only its key computation is used, because its pipeline would lose the response of a rejection.
    upgrader = NIOWebSocketClientUpgrader(requestKey: key) { channel, _ in channel.eventLoop.makeSucceededVoidFuture() }
    subprotocols = SocketHandshake.list(request.headers[SocketHandshake.subprotocol])
    var fields: HTTPHeaders = [
      "Host": exchange.url.server.hostField, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Key": key,
      "Sec-WebSocket-Version": "13",
    ]
    if options.compression { fields.add(name: "Sec-WebSocket-Extensions", value: Deflate.offer) }
    if request.headers[.userAgent] == nil { fields.add(name: "User-Agent", value: RequestHead.userAgent) }
    for field in request.headers where !RequestHead.isOurs(field.name) && field.name != .connection && !SocketHandshake.isOwned(field.name)
    {
      fields.add(name: field.name.rawName, value: field.value)
    }
    self.fields = fields
  }

  var head: HTTPRequestHead { HTTPRequestHead(version: .http1_1, method: .GET, uri: exchange.head.uri, headers: fields) }

  /// Returns what a server agreed to with its 101. Throws if the response is invalid.
  func agreed(_ head: HTTPResponseHead) throws -> Deflate? {
    guard head.headers["upgrade"].map({ $0.trimmed.lowercased() }) == ["websocket"] else {
      throw refused("its Upgrade header is not 'websocket'")
    }
    guard head.headers[canonicalForm: "connection"].contains(where: { $0.lowercased() == "upgrade" }) else {
      throw refused("its Connection header is not 'Upgrade'")
    }
    guard upgrader.shouldAllowUpgrade(upgradeResponse: head) else {
      throw refused("its Sec-WebSocket-Accept header does not match the key that was sent")
    }
    let chosen = head.headers["sec-websocket-protocol"].map { String($0.trimmed) }
    guard chosen.count <= 1, chosen.allSatisfy(subprotocols.contains) else {
      throw refused("it chose the subprotocol '\(Self.shown(chosen.joined(separator: ", ")))', which was not offered")
    }
    return try deflate(head)
  }

  private func deflate(_ head: HTTPResponseHead) throws -> Deflate? {
    let lines = head.headers["sec-websocket-extensions"]
    do throws(Deflate.Fault) {
      let deflate = try Deflate(lines)
      if deflate == nil || options.compression { return deflate }
      throw Deflate.Fault(extensions: lines.joined(separator: ", "))
    } catch {
      throw refused("it chose the extension '\(Self.shown(error.extensions))', which was not offered in this form")
    }
  }

  private func refused(_ why: String) -> TransportError {
    TransportError(.protocol, "\(exchange.peer) sent an invalid WebSocket handshake: \(why)")
  }

  private static func shown(_ text: String) -> String { String(escaping: Array(text.utf8)) }

  /// Returns a response without its body.
  func response(_ head: HTTPResponseHead) -> Response {
    let status = HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase)
    var response = Response(status: status, headers: HeadRules.fields(of: head), url: url)
    response.connection = exchange.metrics(exchange.snapshot())
    return response
  }
}
