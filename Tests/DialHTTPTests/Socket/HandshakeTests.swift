import DialMessage
import DialModel
import HTTPTypes
import NIOCore
import Testing

@testable import DialHTTP

/// The handshake of WebSockets: the request, and responses that open nothing.
struct HandshakeTests {
  static func request(_ url: String, headers: HTTPFields = [:], _ options: SocketOptions = .init()) -> PreparedRequest {
    Calls.request(.get, url, headers: headers) { $0.socket = options }
  }

  /// Returns `101`, the status and body of another response, or the kind and the message of the error.
  private static func outcome(_ request: PreparedRequest, proxies: HTTPTransport.Proxies = .none) async -> String {
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = proxies
    let transport = HTTPTransport(configuration: configuration)
    do {
      let response = try await transport.connect(request)
      let body = try await response.body.collect(upTo: 1 << 20)
      return "\(response.status.code)\(response.socket == nil ? "" : " open") \(String(decoding: body, as: UTF8.self))"
    } catch let error as TransportError {
      let address = request.url.split(separator: "/").dropFirst().first.map(String.init) ?? ""
      return "\(error.kind.rawValue): \(error.message.replacing(address, with: "ADDRESS"))"
    } catch {
      return "unmapped: \(error)"
    }
  }

  private static let switching = "HTTP/1.1 101 Switching Protocols\r\n"
  private static let notAsked = "protocol: ADDRESS sent an invalid WebSocket handshake: "

  static let refused: [(String, String)] = [
    ("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", "200 ok"),
    ("HTTP/1.1 401 Unauthorized\r\nContent-Length: 4\r\n\r\nwho?", "401 who?"),
    ("HTTP/1.1 302 Found\r\nLocation: ws://h/\r\nContent-Length: 0\r\n\r\n", "302 "),
    ("HTTP/1.1 503 Busy\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbusy\r\n0\r\n\r\n", "503 busy"),
    ("HTTP/1.1 500 No\r\n\r\nto the end", "500 to the end"),
    (
      "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nok",
      "protocol: ADDRESS sent a response that is not valid HTTP: it declares its length more than once"
    ),
    ("\(switching)Connection: Upgrade\r\n\r\n", "\(notAsked)its Upgrade header is not 'websocket'"),
    ("\(switching)Upgrade: h2c\r\nConnection: Upgrade\r\n\r\n", "\(notAsked)its Upgrade header is not 'websocket'"),
    ("\(switching)Upgrade: WebSocket\r\nConnection: keep-alive\r\n\r\n", "\(notAsked)its Connection header is not 'Upgrade'"),
    (
      "\(switching)Upgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
      "\(notAsked)its Sec-WebSocket-Accept header does not match the key that was sent"
    ),
    (
      "\(switching)Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n\r\n",
      "\(notAsked)its Sec-WebSocket-Accept header does not match the key that was sent"
    ),
    ("SSH-2.0-x\r\n\r\n", "protocol: ADDRESS sent a response that is not HTTP: 'SSH-2.0-x\\r\\n\\r\\n'"),
  ]

  @Test(arguments: refused) func refuses(_ answer: String, _ wanted: String) async throws {
    try await RawServer.run([.text(answer), .close]) { server in
      #expect(await Self.outcome(Self.request("ws://127.0.0.1:\(server.port)/live")) == wanted)
    }
  }

  @Test func extensionsAndSubprotocolsThatNobodyOffered() async throws {
    let table: [(String, String, SocketOptions, String)] = [
      ("Sec-WebSocket-Protocol", "evil", .init(), "\(Self.notAsked)it chose the subprotocol 'evil', which was not offered"),
      (
        "Sec-WebSocket-Extensions", "x-foo", .init(), "\(Self.notAsked)it chose the extension 'x-foo', which was not offered in this form"
      ),
      (
        "Sec-WebSocket-Extensions", "permessage-deflate", .init(compression: false),
        "\(Self.notAsked)it chose the extension 'permessage-deflate', which was not offered in this form"
      ),
    ]
    for (name, value, options, wanted) in table {
      try await SocketPeer.run([], headers: [(name, value)]) { peer in
        #expect(await Self.outcome(Self.request("ws://127.0.0.1:\(peer.port)/live", options)) == wanted)
      }
    }
  }

  @Test func silenceAndItsEnd() async throws {
    try await RawServer.run([.wait(.seconds(5))]) { server in
      var request = Self.request("ws://127.0.0.1:\(server.port)/live")
      request.policy.readTimeout = .milliseconds(100)
      #expect(await Self.outcome(request) == "timeout: timed out after 100ms waiting for data from ADDRESS")
      request.policy.readTimeout = .seconds(5)
      request.policy.deadline = .now + .milliseconds(100)
      #expect(await Self.outcome(request) == "timeout: timed out after 1m waiting for ADDRESS")
    }
    try await RawServer.run([.text("HTTP/1.1 403 No\r\nContent-Length: 99\r\n\r\nhalf"), .wait(.seconds(5))]) { server in
      var request = Self.request("ws://127.0.0.1:\(server.port)/live")
      request.policy.readTimeout = .milliseconds(100)
      #expect(await Self.outcome(request) == "403 half")
    }
    try await RawServer.run([.close]) { server in
      let outcome = await Self.outcome(Self.request("ws://127.0.0.1:\(server.port)/live"))
      #expect(outcome == "protocol: ADDRESS closed the connection without a response")
    }
  }

  @Test func nobodyListens() async throws {
    let port = try await RawServer.run([]) { $0.port }
    #expect(await Self.outcome(Self.request("ws://127.0.0.1:\(port)/live")) == "connect: ADDRESS refused the connection")
  }

  @Test func cancellingEndsTheConnection() async throws {
    try await RawServer.run([.wait(.seconds(5))]) { server in
      let task = Task { await Self.outcome(Self.request("ws://127.0.0.1:\(server.port)/live")) }
      while server.log.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      task.cancel()
      #expect(await task.value == "cancelled: the call was cancelled")
      for _ in 0..<500 where server.log.ended == 0 { try await Task.sleep(for: .milliseconds(10)) }
      #expect(server.log.ended == 1)
    }
  }

  @Test func whatIsSent() async throws {
    try await SocketPeer.run([], headers: [("Sec-WebSocket-Protocol", "b")]) { peer in
      var request = Self.request(
        "ws://127.0.0.1:\(peer.port)/a%2Fb?q", headers: [.authorization: "Bearer t", .cookie: "a=1", .connection: "close"])
      request.headers[SocketHandshake.subprotocol] = "a, b"
      let response = try await HTTPTransport().connect(request)
      #expect(response.status == .switchingProtocols)
      #expect(response.url == "ws://127.0.0.1:\(peer.port)/a%2Fb?q")
      #expect(response.headers["sec-websocket-protocol"] == "b")
      let sent = try #require(peer.requests.first).split(separator: "\n").map(String.init)
      let key = try #require(sent.first { $0.hasPrefix("Sec-WebSocket-Key: ") }).dropFirst(19)
      #expect(Base64.decode(String(key))?.count == 16)
      #expect(
        sent.filter { !$0.hasPrefix("Sec-WebSocket-Key: ") } == [
          "GET /a%2Fb?q HTTP/1.1", "Host: 127.0.0.1:\(peer.port)", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits", "User-Agent: dial/0.2", "Authorization: Bearer t",
          "Cookie: a=1", "Sec-WebSocket-Protocol: a, b",
        ])
    }
  }

  private static let established = "HTTP/1.1 200 Connection established\r\n\r\n"

  @Test func aProxyIsAskedForATunnel() async throws {
    let table: [(String, String)] = [
      (
        "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n",
        "credentials: the proxy PROXY rejected the user and password (407)"
      ),
      (
        "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 2\r\n\r\nno",
        "credentials: the proxy PROXY rejected the user and password (407)"
      ),
      (
        "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 2\r\n\r\nno",
        "protocol: the proxy PROXY refused to connect to ADDRESS:80 (status 502)"
      ),
      ("noise\r\n\r\n", "protocol: the proxy PROXY did not open a usable tunnel to ADDRESS:80"),
      ("\(Self.established)early", "protocol: the proxy PROXY did not open a usable tunnel to ADDRESS:80"),
    ]
    for (answer, wanted) in table {
      try await RawServer.run([.text(answer), .close]) { proxy in
        let request = Self.request("ws://h.invalid/live", headers: [.authorization: "Bearer t"])
        let outcome = await Self.outcome(request, proxies: .variables(["http_proxy": "http://u:p@127.0.0.1:\(proxy.port)"]))
        #expect(outcome.replacing("127.0.0.1:\(proxy.port)", with: "PROXY") == wanted)
        #expect(
          proxy.log.requests == [
            "CONNECT h.invalid:80 HTTP/1.1\r\nHost: h.invalid:80\r\nUser-Agent: dial/0.2\r\nProxy-Authorization: Basic dTpw\r\n\r\n"
          ])
      }
    }
    try await RawServer.run([.text(Self.established)], [.text("HTTP/1.1 403 No\r\nContent-Length: 2\r\n\r\nno")]) { proxy in
      let request = Self.request("ws://h.invalid/live", SocketOptions(compression: false))
      #expect(await Self.outcome(request, proxies: .variables(["http_proxy": "http://127.0.0.1:\(proxy.port)"])) == "403 no")
      #expect(proxy.log.requests.last?.hasPrefix("GET /live HTTP/1.1\r\nHost: h.invalid\r\nUpgrade: websocket\r\n") == true)
    }
  }

  @Test func socksGreetings() throws {
    func talk(_ host: String, _ answers: [[UInt8]]) throws -> [String] {
      var greeting = SOCKSGreeting(try RequestURL("http://\(host)/").server, try ProxyServer("socks5://p"))
      var said = ["\(greeting.opening)"]
      var buffer = ByteBuffer()
      for answer in answers {
        for byte in answer {
          buffer.writeInteger(byte)
          switch try greeting.step(&buffer) {
          case .wait: break
          case .say(let bytes): said.append("\(bytes)")
          case .done: said.append("done")
          }
        }
      }
      return said
    }
    #expect(throws: ProxyRefusal.credentials(nil)) { try talk("h:1", [[5, 255]]) }
    #expect(throws: ProxyRefusal.other) { try talk("h:1", [[4, 0]]) }
    #expect(throws: ProxyRefusal.socks(1)) { try talk("h:1", [[5, 0], [5, 1, 0, 1, 0]]) }
    #expect(try talk("hi:258", [[5, 0], [5, 0, 0, 1, 1, 2, 3, 4, 0, 0]]) == ["[5, 1, 0]", "[5, 1, 0, 3, 2, 104, 105, 1, 2]", "done"])
    #expect(try talk("127.0.0.1:80", [[5, 0], [5, 0, 0, 3, 1, 7, 0, 0]]) == ["[5, 1, 0]", "[5, 1, 0, 1, 127, 0, 0, 1, 0, 80]", "done"])
    #expect(
      try talk("[::1]:80", [[5, 0], [5, 0, 0, 4] + Array(repeating: 0, count: 18)])
        == ["[5, 1, 0]", "[5, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 80]", "done"])
  }
}
