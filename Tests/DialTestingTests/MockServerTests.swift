import Dial
import DialBuild
import DialEngine
import DialJSON
import DialMessage
import DialModel
import DialTesting
import Foundation
import HTTPTypes
import Synchronization
import Testing

/// The mock server over the local network.
@Suite(.serialized) struct MockServerTests {
  private static let yaml = """
    base: https://api.test/v1
    endpoints:
      user: {GET: "/users/{id} (id Int)", mock: {headers: {ETag: '"1"'}, json: {id: 7}}}
      add: {POST: /users (name), mock: [{status: 201, json: 1}, {status: 409, json: 2}]}
      put: {PUT: "/files/{name} (name, _ data Data?)", encoding: bytes, mock: {json: {ok: true}}}
      none: GET /none
      gone: DELETE /users/{id} (id Int) -> Void
      sized: {GET: /sized, mock: {headers: {content-length: "500", transfer-encoding: chunked}, text: hello}}
      live: {WS: /live, mock: {text: a}}
      file: {GET: /file, mock: {file: a.json}}
      chat: {GET: /chat -> text, mock: {events: [a, b], delay: 60s}}
      quick: {GET: /quick -> text, mock: {events: [a, b]}}
      late: {GET: /late, mock: {delay: 20ms, text: hello}}
      silent: {GET: /silent, mock: {error: timeout}}
      lost: {GET: /lost, mock: {error: connect}}
      cut: {GET: /cut, mock: {error: truncated}}
      odd: {GET: /odd, mock: {error: protocol}}
    """

  private func spec() throws -> Spec { try Spec.load(yaml: Self.yaml) }

  /// Returns the status and body of one request, without a client.
  private func ask(_ method: HTTPRequest.Method = .get, _ url: String, body: RequestBody = .none) async throws -> (Response, String) {
    let transport = HTTPTransport(configuration: .init())
    let response = try await transport.send(PreparedRequest(endpoint: "", method: method, url: url, body: body))
    let text = String(decoding: try await response.body.collect(upTo: 1 << 20), as: UTF8.self)
    await transport.shutdown()
    return (response, text)
  }

  @Test func `a compressed body is read`() async throws {
    let server = try await MockServer(try spec())
    let transport = HTTPTransport(configuration: .init())
    let packing = try Spec.load(
      yaml: "{base: '\(server.base)', compress: gzip, endpoints: {add: POST /users (name), odd: POST /users (x)}}")
    let client = Client(packing, transport: transport)
    #expect(try await client.call("add", ["name": "Ann"]).status.code == 201)
    let error = await #expect(throws: CallError.self) { _ = try await client.call("odd", ["x": "1"]) }
    #expect(error?.message.contains("the body field 'name' is missing") == true)
    await transport.shutdown()
    await server.stop()
  }

  @Test func `the length of a mock is that of its body, but for HEAD the declared one`() async throws {
    let server = try await MockServer(try spec())
    let (response, text) = try await ask(.get, server.base + "/sized")
    #expect(text == "hello" && response.headers[.contentLength] == "5" && response.headers[.transferEncoding] == nil)
    let (head, nothing) = try await ask(.head, server.base + "/sized")
    #expect(nothing.isEmpty && head.headers[.contentLength] == "500")
    await server.stop()
  }

  @Test func `a mocked client has no thread of connections`() throws {
    #expect(Client.mocked(try spec()).executor == nil)
  }

  @Test func `an endpoint without a result needs no mock`() async throws {
    let server = try await MockServer(try spec())
    let (response, text) = try await ask(.delete, server.base + "/users/7")
    #expect(response.status.code == 204 && text.isEmpty)
    await server.stop()
  }

  @Test func `a port that is taken, and an upstream without a base, are errors`() async throws {
    let server = try await MockServer(try spec())
    let port = Int(server.base.split(separator: ":")[2].prefix { $0 != "/" }) ?? 0
    let taken = await #expect(throws: CallError.self) { _ = try await MockServer(try spec(), port: port) }
    #expect(taken?.code == .io && taken?.message == "cannot listen on port \(port) of 127.0.0.1; another program may be using it")
    await server.stop()
    let homeless = await #expect(throws: CallError.self) {
      _ = try await MockServer(try Spec.load(yaml: "endpoints: {a: GET /a}"), upstream: HTTPTransport())
    }
    #expect(homeless?.code == .spec && homeless?.message == "the spec has no 'base' to forward requests to")
  }

  @Test func `what it cannot answer it says as JSON`() async throws {
    let server = try await MockServer(try spec())
    let cases: [(HTTPRequest.Method, String, Int, String)] = [
      (
        .get, "/v1/usrs/7", 404,
        #"{"error":"not_found","message":"no endpoint has the path '/v1/usrs/7'; did you mean GET /v1/users/{id} of 'user'?"}"#
      ),
      (.get, "/users/7", 404, #"{"error":"not_found","message":"no endpoint has the path '/users/7'; paths start with '/v1'"}"#),
      (
        .delete, "/v1/none", 405,
        #"{"error":"method_not_allowed","message":"no endpoint has the method DELETE at this path; available: GET, HEAD, OPTIONS"}"#
      ),
      (.get, "/v1/live", 501, #"{"error":"no_mock","message":"'live' is a WebSocket, which mocks do not support"}"#),
      (.get, "/v1/none", 501, #"{"error":"no_mock","message":"'none' has no 'mock'"}"#),
      (
        .get, "/v1/users/x", 400,
        #"{"error":"invalid","message":"the request does not match 'user': 'id' must be an integer, but is 'x'","faults":["'id' must be an integer, but is 'x'"]}"#
      ),
      (.get, "/v1/" + String(repeating: "a", count: 9000), 414, #"{"error":"too_long","message":"the path is longer than 8 KiB"}"#),
    ]
    let host = server.base.replacing("/v1", with: "")
    for (method, path, status, body) in cases {
      let (response, text) = try await ask(method, host + path)
      #expect(response.status.code == status && text == body, "\(path.prefix(20))")
      #expect(response.headers[.allow] == (status == 405 ? "GET, HEAD, OPTIONS" : nil))
    }
    #expect(server.log.requests.isEmpty)
    await server.stop()
  }

  @Test func `a mock's errors are those of the network`() async throws {
    let server = try await MockServer(try spec())
    let users = Client(try spec(), base: server.base)
    for (name, code) in [("lost", CallError.Code.protocol), ("cut", .truncated), ("odd", .protocol), ("silent", .timeout)] {
      let options = CallOptions(timeout: name == "silent" ? .milliseconds(200) : .seconds(20))
      let error = await #expect(throws: CallError.self, "\(name)") { try await users.call(name, [:], options) }
      #expect(error?.code == code, "\(name): \(error?.message ?? "")")
    }
    let refused = await #expect(throws: CallError.self) { try await users.call("file") }
    #expect(refused?.status?.code == 500)
    await server.stop()
  }

  @Test func `every call fails at a rate of one, none at zero`() async throws {
    for (rate, isFailing) in [(1.0, true), (0, false)] {
      let server = try await MockServer(try spec(), options: MockOptions(failureRate: rate))
      let users = Client(try spec(), base: server.base)
      var failures = 0
      for _ in 0..<5 { do { try await users.call("user", ["id": 7]) } catch { failures += 1 } }
      #expect(failures == (isFailing ? 5 : 0))
      await server.stop()
    }
  }

  @Test func `a client of the spec is answered, in turns, and the log tells of it`() async throws {
    let server = try await MockServer(try spec())
    #expect(server.base.hasPrefix("http://127.0.0.1:") && server.base.hasSuffix("/v1"))
    let users = Client(try spec(), base: server.base)
    let reply = try await users.call("user", ["id": 7])
    #expect(reply.value["id"].asInt == 7 && reply.headers["etag"] == "\"1\"")
    #expect(try await users.call("add", ["name": "a"]).status.code == 201)
    let error = await #expect(throws: CallError.self) { try await users.call("add", ["name": "b"]) }
    #expect(error?.status?.code == 409)
    #expect(try await users.call("quick").value.asString == "data: a\n\ndata: b\n\n")
    #expect(try await users.call("late").value.asString == "hello")
    #expect(server.log.count(of: "add") == 2 && server.log.requests[0].url == server.base + "/users/7")
    #expect(server.log.requests(of: "add").map(\.bodyText) == [#"{"name":"a"}"#, #"{"name":"b"}"#])
    await server.stop()
  }

  @Test func `HEAD has the head of the GET, OPTIONS the methods`() async throws {
    let server = try await MockServer(try spec())
    let (head, empty) = try await ask(.head, server.base + "/users/7")
    #expect(head.status.code == 200 && empty == "" && head.headers[.contentLength] == "8")
    let (options, _) = try await ask(.options, server.base + "/users")
    #expect(options.status.code == 204 && options.headers[.allow] == "OPTIONS, POST")
    await server.stop()
  }

  @Test func `fifty at once`() async throws {
    let server = try await MockServer(try spec())
    let users = Client(try spec(), base: server.base)
    let total = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<50 { group.addTask { try await users.call("user", ["id": 7]).value["id"].asInt ?? 0 } }
      return try await group.reduce(0, +)
    }
    #expect(total == 350 && server.log.count(of: "user") == 50)
    await server.stop()
  }

  @Test func `uploads of any size are answered`() async throws {
    let server = try await MockServer(try spec())
    let pieces = AsyncStream<[UInt8]> { stream in
      for _ in 0..<96 { stream.yield([UInt8](repeating: 1, count: 1 << 20)) }
      stream.finish()
    }
    let (response, text) = try await ask(
      .put, server.base + "/files/big", body: .stream(length: 96 << 20, replay: nil, ResponseBody(pieces)))
    #expect(response.status.code == 200 && text == #"{"ok":true}"#)
    await server.stop()
  }

  @Test func `a stop ends a stream in the middle, and one that nobody answers`() async throws {
    let server = try await MockServer(try spec())
    let transport = HTTPTransport()
    let response = try await transport.send(PreparedRequest(endpoint: "", method: .get, url: server.base + "/chat"))
    var iterator = response.body.makeAsyncIterator()
    #expect(try await iterator.next() == Array("data: a\n\n".utf8))
    let base = server.base
    let silent = Task { try await transport.send(PreparedRequest(endpoint: "", method: .get, url: base + "/silent")) }
    while server.log.count(of: "silent") == 0 { try await Task.sleep(for: .milliseconds(5)) }
    let start = ContinuousClock.now
    await server.stop()
    #expect(ContinuousClock.now - start < .seconds(20))
    let error = await #expect(throws: TransportError.self) { while try await iterator.next() != nil {} }
    #expect(error?.kind == .truncated)
    await #expect(throws: TransportError.self) { try await silent.value }
    await transport.shutdown()
  }

  @Test func `an upstream answers in place of mocks, and its place is not told`() async throws {
    let upstream = Upstream()
    let server = try await MockServer(try spec(), upstream: upstream)
    let host = server.base.replacing("/v1", with: "")
    let (response, text) = try await ask(.get, server.base + "/users/7?a=b")
    #expect(response.status.code == 302 && text == "GET https://api.test/v1/users/7?a=b")
    #expect(response.headers[.location] == server.base + "/next")
    #expect(try await ask(.post, host + "/v1/elsewhere", body: .bytes(Array("x".utf8))).1 == "POST https://api.test/v1/elsewhere")
    #expect(try await ask(.get, host + "/v10/users").1 == "GET https://api.test/v1/v10/users")
    #expect(server.log.requests.map(\.endpoint) == ["user"])
    let (broken, why) = try await ask(.get, server.base + "/none")
    #expect(broken.status.code == 502 && why == #"{"error":"connect","message":"nobody is there"}"#)
    await server.stop()
  }

  @Test func `secrets of the spec are in no recording and no line of the log`() async throws {
    let spec = try Spec.load(
      yaml: """
        base: https://api.test/v1
        auth: bearer ${TOKEN}
        endpoints:
          reset: {POST: "/reset/{code} (code, query.hint, header.X-Hint, pin, count Int)", params: {code: {secret: true},
            hint: {secret: true}, X-Hint: {secret: true}, pin: {secret: true}}, mock: {json: 1}}
          form: {POST: "/form (pin)", encoding: form, params: {pin: {secret: true}}}
          deep: {POST: "/deep (pin, note)", body: {a: [{b: "{pin}"}, "{note}"]}, params: {pin: {secret: true}}}
          whole: {PUT: "/whole (_ body Data)", params: {body: {secret: true}}}
        """)
    let path = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString).har").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let paths = Mutex<[String]>([])
    let recorder = try Recorder(path, over: Upstream())
    let server = try await MockServer(
      spec, variables: ["TOKEN": "leak-variable"], port: 0, options: .init(), base: nil, upstream: recorder, keepsLog: false,
      wording: \.hint
    ) { exchange in paths.withLock { $0.append(exchange.path) } }
    let calls: [(String, HTTPFields, String)] = [
      ("/reset/leak-path?hint=leak-query", [HTTPField.Name("X-Hint")!: "leak-header"], #"{"pin":"leak-body","count":7}"#),
      ("/reset/leak-p%61th?hint=leak%2Dquery", [:], #"{"pin":["leak-list"],"count":7}"#),
      ("/form", [.contentType: "application/x-www-form-urlencoded"], "pin=leak-form&a=b"),
      ("/deep", [:], #"{"a":[{"b":"leak-deep"},"kept"]}"#), ("/deep", [:], #"{"a":["leak-fallback"]}"#), ("/whole", [:], "leak-whole"),
      ("/elsewhere", [:], "leak-variable"),
    ]
    let transport = HTTPTransport(configuration: .init())
    for (target, headers, body) in calls {
      let method: HTTPRequest.Method = target == "/whole" ? .put : .post
      let response = try await transport.send(
        PreparedRequest(endpoint: "", method: method, url: server.base + target, headers: headers, body: .bytes(Array(body.utf8))))
      _ = try await response.body.collect(upTo: 1 << 20)
    }
    await transport.shutdown()
    await server.stop()
    try recorder.save()
    let text = try String(contentsOfFile: path, encoding: .utf8)
    #expect(!text.contains("leak") && text.contains("kept") && text.contains(#"\"count\":7"#), "\(text)")
    let mask = Secrets.mask
    #expect(
      paths.withLock { $0 } == [
        "/v1/reset/\(mask)", "/v1/reset/\(mask)", "/v1/form", "/v1/deep", "/v1/deep", "/v1/whole", "/v1/elsewhere",
      ])
  }

  /// The client of a recording proxy gets the body as it came, the recording a plain one.
  @Test(arguments: [
    ("gzip", "gzip", true), ("x-gzip, br;q=0.5", "x-gzip", true), ("br", "identity", false), (nil, "identity", false),
    ("gzip;q=0", "identity", false), ("identity", "identity", false),
  ])
  func `codings and trailers are passed through`(asked: String?, sent: String, isPlain: Bool) async throws {
    let packed = Base64.decode("H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA") ?? []
    let got = Mutex<String?>(nil)
    let service = try await LoopbackServer { request in
      got.withLock { $0 = request.header("accept-encoding") }
      return LoopbackResponse(
        headers: [("Content-Type", "application/json"), ("Content-Encoding", "gzip"), ("Trailer", "X-Sum")],
        stream: ResponseBody {
          var rest = Optional(packed)
          return { rest.take() }
        }
      ) { [("X-Sum", "abc")] }
    }
    let path = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString).har").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let recorder = try Recorder(path, over: HTTPTransport())
    let proxy = try await MockServer(try Spec.load(yaml: "base: \(service.base)\nendpoints: {get: GET /x}"), upstream: recorder)
    let transport = HTTPTransport()
    var request = PreparedRequest(endpoint: "", method: .get, url: proxy.base + "/x", headers: [:])
    request.headers[.acceptEncoding] = asked ?? "identity"
    request.context[KeepsCodings.self] = true
    let response = try await transport.send(request)
    #expect(try await response.body.collect(upTo: 1 << 10) == packed)
    #expect(response.headers[.contentEncoding] == "gzip" && got.withLock { $0 } == sent)
    #expect(response.context[BodyEnd.self]?().trailers.map(\.value) == ["abc"])
    await transport.shutdown()
    await proxy.stop()
    await service.stop()
    try recorder.save()
    let content = try JSON(parsing: Array(String(contentsOfFile: path, encoding: .utf8).utf8)).log.entries[0].response.content
    #expect(content.text.asString == (isPlain ? #"{"a":1}"# : Base64.encode(packed)))
    let replayed = try await Replay(path).send(PreparedRequest(endpoint: "get", method: .get, url: service.base + "/x"))
    #expect(try await replayed.body.collect(upTo: 1 << 10) == (isPlain ? Array(#"{"a":1}"#.utf8) : packed))
  }

  /// Returns what it was sent.
  private struct Upstream: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      if request.url.hasSuffix("/none") { throw TransportError(.connect, "nobody is there") }
      return Response(
        status: .found, headers: [.location: "https://api.test/v1/next", .transferEncoding: "chunked"], url: request.url,
        body: ResponseBody(Array("\(request.method) \(request.url)".utf8)))
    }
  }
}

extension PreparedRequest {
  fileprivate var bodyText: String {
    if case .bytes(let bytes) = body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }
}
