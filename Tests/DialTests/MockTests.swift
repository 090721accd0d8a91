import Dial
import DialTesting
import Testing

@Suite struct MockTests {
  private static let yaml = """
    base: https://api.test
    endpoints:
      one: {GET: "/one/{id}", mock: {status: 200, headers: {ETag: '"1"'}, json: {id: 7, v: 1.10}}}
      turns: {GET: /turns, mock: [{json: 1}, {json: 2}]}
      text: {GET: /text, mock: {text: hello}}
      broken: {GET: /broken, mock: {error: timeout}}
      gone: {GET: /gone, mock: {status: 410, json: {code: gone}}}
      file: {GET: /file, mock: {file: reply.json}}
      none: GET /none
      socket: {WS: /socket, mock: {text: a}}
      events: {GET: /events -> text, mock: {events: [a, {event: end, data: {n: 2}, id: 1}]}}
    """

  private func fake() throws -> (Client, RequestLog) { Client.recording(try Spec.load(yaml: Self.yaml, name: "mock.yaml")) }

  @Test func `a mock does not excuse the arguments`() async throws {
    let (fake, log) = try fake()
    #expect(await failure { () throws(CallError) in try await fake.one() }.code == .arguments)
    #expect(log.requests.isEmpty)
  }

  @Test func `status, headers, json, text and turns answer in place of the network`() async throws {
    let (fake, log) = try fake()
    let reply = try await fake.call("one", ["id": 3])
    #expect(reply.headers["etag"] == "\"1\"" && JSONWriter.text(reply.value) == #"{"id":7,"v":1.10}"#)
    #expect(try await fake.text().asString == "hello")
    for expected in [1, 2, 2] { #expect(try await fake.turns().asInt == expected) }
    #expect(log.count(of: "turns") == 3 && log.requests[0].url == "https://api.test/one/3")
  }

  @Test func `the URL of a job is that of another endpoint, whose mock answers`() async throws {
    let spec = try Spec.load(
      yaml: """
        base: https://api.test/v1
        endpoints:
          begin: {POST: /jobs, mock: {status: 202, headers: {Location: /v1/jobs/7}}}
          short: {POST: /jobs/short, mock: {status: 202, headers: {Location: /jobs/7}}}
          job: {GET: "/jobs/{id} (id Int)", mock: [{status: 202}, {json: {done: true}}]}
          alone: {POST: /alone, mock: [{status: 202, headers: {Location: /v1/alone/7}}, {json: {own: true}}]}
          bare: {POST: /bare, mock: [{status: 202, headers: {Location: /v1/bare/7}}, {json: {own: true}}]}
          mute: GET /bare/{id}
        """)
    for (endpoint, result) in [
      ("begin", #"{"done":true}"#), ("short", #"{"done":true}"#), ("alone", #"{"own":true}"#), ("bare", #"{"own":true}"#),
    ] {
      let value = try await Client.mocked(spec).poll(endpoint, [:], PollOptions(every: .milliseconds(1)))
      #expect(JSONWriter.text(value) == result, "\(endpoint)")
    }
  }

  @Test func `a base of the call is that of its mock too`() async throws {
    let spec = try Spec.load(
      yaml: """
        base: https://api.test
        endpoints:
          short: {GET: /x, mock: {json: short}}
          long: {GET: /v9/x, mock: {json: long}}
          begin: {POST: /jobs, mock: {status: 202, headers: {Location: /v9/jobs/7}}}
          job: {GET: "/jobs/{id}", mock: {json: job}}
        """)
    let fake = Client.mocked(spec)
    let options = CallOptions(base: "https://other.test/v9")
    #expect(try await fake.call("short", [:], options).value.asString == "short")
    #expect(try await fake.call("long", [:], options).value.asString == "long")
    #expect(try await fake.poll("begin", [:], PollOptions(every: .milliseconds(1), call: options)).asString == "job")
  }

  struct Own: Request {
    static let signature = "{GET: /own, mock: [{json: {v: 1}}, {status: 503}], retry: none}"
    struct Response: Decodable { var v: Int }
  }

  struct Bare: Request {
    static let signature = "GET /bare"
  }

  @Test func `a request that brings its endpoint along brings its mock too`() async throws {
    let (fake, log) = try fake()
    #expect(await failure { () throws(CallError) in try await fake.send(Bare()) }.message == "'Bare' has no 'mock'")
    #expect(try await fake.send(Own()).v == 1)
    #expect(await failure { () throws(CallError) in _ = try await fake.send(Own()) }.status?.code == 503)
    #expect(log.requests.map(\.url) == ["https://api.test/bare", "https://api.test/own", "https://api.test/own"])
  }

  @Test func `a mock may fail like the network or be refused`() async throws {
    let (fake, _) = try fake()
    #expect(await failure { () throws(CallError) in try await fake.broken() }.code == .timeout)
    #expect(await failure { () throws(CallError) in try await fake.gone() }.status?.code == 410)
  }

  @Test func `no mock, and what a mock cannot do yet, say so`() async throws {
    let (fake, _) = try fake()
    #expect(await failure { () throws(CallError) in try await fake.none() }.message == "'none' has no 'mock'")
    let socket = await failure { () throws(CallError) in try await fake.socket() }
    #expect(socket.message == "'socket' is a WebSocket; open it with 'connect' instead of calling it")
    let opened = await failure { () throws(CallError) in _ = try await fake.connect("socket") }
    #expect(opened.message == "'socket' is a WebSocket, which this transport does not support")
  }

  @Test func `events are the text of an endpoint that gives text`() async throws {
    let (fake, log) = try fake()
    #expect(try await fake.call("events").value.asString == "data: a\n\nevent: end\nid: 1\ndata: {\"n\":2}\n\n")
    #expect(log.count(of: "events") == 1)
  }

  @Test func `a spec that came from no file reads none`() async throws {
    let (fake, _) = try fake()
    let error = await failure { () throws(CallError) in try await fake["file"]() }
    #expect(error.code == .io && error.message.contains("reply.json"))
  }
}
