import DialHTTP
import DialMessage
import HTTPTypes
import Testing

/// The bytes of requests.
struct RequestTests {
  static let targets = [
    "/", "/a%2Fb", "/a%2fb/../c/./d//e", "/it's", "/[x]", "/a?", "/?q=%20+%2B&a[]=1&e=é".replacing("é", with: "%C3%A9"), "/a;b=c,d",
    "/%", "/%zz", "/a|b^c`d{e}", "/\\x", "/a?b?c/d", "/a:b@c", "/~!$&'()*+,;=", "/\"<>",
  ]

  @Test(arguments: targets) func targetsGoOutByteForByte(_ target: String) async throws {
    #expect(try await firstLine(target) == "GET \(target) HTTP/1.1")
  }

  @Test func targetsWithoutAPath() async throws {
    #expect(try await firstLine("") == "GET / HTTP/1.1")
    #expect(try await firstLine("?a=b") == "GET /?a=b HTTP/1.1")
    #expect(try await firstLine("/a#fragment") == "GET /a HTTP/1.1")
  }

  private func firstLine(_ target: String) async throws -> String {
    try await RawServer.run([.text("HTTP/1.1 204 No Content\r\n\r\n")]) { server in
      _ = try await Calls.fetch(Calls.request(.get, server.base + target))
      return server.log.requests[0].split(separator: "\r\n").first.map(String.init) ?? ""
    }
  }

  @Test func badAddresses() async {
    let table = [
      ("http://h/a b", "protocol: the URL contains a character that must be percent-encoded"),
      ("http://h/é", "protocol: the URL contains a character that must be percent-encoded"),
      ("http://h/a\r\nX: y", "protocol: the URL contains a character that must be percent-encoded"),
      ("/a", "protocol: the URL is not absolute, or its port is not a number"),
      ("http://h:x/", "protocol: the URL is not absolute, or its port is not a number"),
      ("ftp://h/", "protocol: unsupported scheme 'ftp'; use http or https"),
      ("http://user:secret@h/", "protocol: the URL contains a user and password, which are not sent; use 'auth' instead"),
      ("http://[bad/", "protocol: the URL has no valid host and port"),
      ("http://a%41/", "protocol: the URL has no valid host and port"),
    ]
    for (url, wanted) in table {
      do {
        _ = try await Calls.fetch(Calls.request(.get, url))
        Issue.record("\(url) was sent")
      } catch let error as TransportError {
        #expect("\(error.kind.rawValue): \(error.message)" == wanted)
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func fieldLinesOfARequest() async throws {
    let table: [(HTTPRequest.Method, HTTPFields, RequestBody, String)] = [
      (.get, [:], .none, "Host: H|User-Agent: dial/0.2|Accept-Encoding: gzip, deflate"),
      (.post, [:], .none, "Host: H|User-Agent: dial/0.2|Accept-Encoding: gzip, deflate|Content-Length: 0"),
      (.put, [:], .none, "Host: H|User-Agent: dial/0.2|Accept-Encoding: gzip, deflate|Content-Length: 0"),
      (.patch, [:], .bytes([]), "Host: H|User-Agent: dial/0.2|Accept-Encoding: gzip, deflate|Content-Length: 0"),
      (.get, [.range: "bytes=5-"], .none, "Host: H|User-Agent: dial/0.2|Range: bytes=5-|Accept-Encoding: identity"),
      (
        .post, [.userAgent: "me", .acceptEncoding: "br", HTTPField.Name("Host")!: "evil", .contentLength: "9"], .bytes(Array("hello".utf8)),
        "Host: H|User-Agent: me|Accept-Encoding: br|Content-Length: 5"
      ),
      (
        .post, [.contentType: "text/plain"], .stream(length: nil, replay: nil, ResponseBody(Array("hello".utf8))),
        "Host: H|User-Agent: dial/0.2|Content-Type: text/plain|Accept-Encoding: gzip, deflate|transfer-encoding: chunked"
      ),
      (
        .put, [:], .stream(length: 5, replay: nil, ResponseBody(Array("hello".utf8))),
        "Host: H|User-Agent: dial/0.2|Accept-Encoding: gzip, deflate|Content-Length: 5"
      ),
    ]
    let server = try await LoopbackServer { request in
      let lines = request.headers.map { "\($0.name): \($0.value)" }.joined(separator: "|")
      return LoopbackResponse(body: Array("\(lines)\n".utf8) + request.body)
    }
    for (method, fields, body, wanted) in table {
      let (_, text) = try await Calls.fetch(Calls.request(method, server.base + "/", headers: fields, body: body))
      let sent = if case .none = body { "" } else if case .bytes(let bytes) = body, bytes.isEmpty { "" } else { "hello" }
      #expect(text.replacing("127.0.0.1:\(server.port)", with: "H") == wanted + "\n" + sent)
    }
    await server.stop()
  }

  @Test func streamsMustKeepTheirLength() async throws {
    let server = try await LoopbackServer { _ in LoopbackResponse() }
    let table: [(Int64, String)] = [
      (9, "io: the request body is shorter than its declared length of 9 bytes"),
      (3, "io: the request body is longer than its declared length of 3 bytes"),
    ]
    for (length, wanted) in table {
      let body = RequestBody.stream(length: length, replay: nil, ResponseBody(Array("hello".utf8)))
      #expect(await Calls.outcome(Calls.request(.post, server.base + "/", body: body)) == wanted)
    }
    await server.stop()
  }

  @Test func aLargeBodyArrivesWhole() async throws {
    let server = try await LoopbackServer { request in
      LoopbackResponse(body: Array("\(request.body.count) \(request.body.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF })".utf8))
    }
    let bytes = (0..<3_000_001).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    let wanted = "200 \(bytes.count) \(bytes.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF })"
    #expect(await Calls.outcome(Calls.request(.post, server.base + "/", body: .bytes(bytes))) == wanted)
    await server.stop()
  }

  @Test func anEarlyResponseEndsTheUpload() async throws {
    let answer = "HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig"
    let bytes = [UInt8](repeating: 65, count: 20 << 20)
    let bodies: [RequestBody] = [.bytes(bytes), .stream(length: nil, replay: nil, ResponseBody(bytes))]
    for body in bodies {
      try await RawServer.run([.text(answer), .close]) { server in
        #expect(await Calls.outcome(Calls.request(.post, server.base + "/", body: body)) == "413 big")
      }
    }
  }

  /// The client ends the request, possibly before the reader continues; the response is complete. Many at once make that gap long.
  @Test func anEarlyResponseToABodyThatHasNotBegunIsWhole() async throws {
    let (never, producer) = AsyncStream<[UInt8]>.makeStream()
    let answer = "HTTP/1.1 413 Too Large\r\nContent-Length: 3\r\n\r\nbig"
    try await RawServer.run([.text(answer)]) { server in
      let transport = HTTPTransport(configuration: .direct)
      let outcomes = await withTaskGroup(of: String.self) { tasks in
        for _ in 0..<64 {
          tasks.addTask {
            let body = RequestBody.stream(length: nil, replay: nil, ResponseBody(never))
            do {
              let response = try await transport.send(Calls.request(.post, server.base + "/", body: body))
              return "\(response.status.code) " + String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
            } catch {
              return "\(error)"
            }
          }
        }
        return await tasks.reduce(into: Set()) { $0.insert($1) }
      }
      #expect(outcomes == ["413 big"])
      await transport.shutdown()
    }
    producer.finish()
  }

  /// The head fills the buffers of the connection before the body starts.
  @Test(arguments: [1, 100 << 10]) func aHeadLargerThanTheConnectionTakesAtOnce(length: Int) async throws {
    for size in [70 << 10, 200 << 10, 900 << 10] {
      try await RawServer.run([.text("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")]) { server in
        let headers: HTTPFields = [.init("X-Long")!: String(repeating: "x", count: size)]
        let body = RequestBody.bytes(Array(repeating: 0x62, count: length))
        let outcome = await Calls.outcome(Calls.request(.put, server.base + "/", headers: headers, body: body))
        #expect(outcome == "200 ok", "\(size)")
      }
    }
  }
}
