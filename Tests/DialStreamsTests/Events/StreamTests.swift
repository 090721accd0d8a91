import CallTestSupport
import Dial
import DialJSON
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Streams by declared result, media type, selection and shape (Streams.md).
struct StreamTests {
  /// One row: the rest of the endpoint, the type and text of the response, and its elements, one per line; an error is the last one.
  struct Answer: Sendable, CustomTestStringConvertible {
    var endpoint: String
    var type: String?
    var body: String
    var status = 200
    var gives: [String]

    init(_ endpoint: String, _ type: String?, _ body: String, status: Int = 200, _ gives: String...) {
      (self.endpoint, self.type, self.body, self.status, self.gives) = (endpoint, type, body, status, gives)
    }

    var testDescription: String { "\(endpoint)  \(type ?? "no type")  \(body.debugDescription)" }

    func client() throws -> Client {
      let yaml = """
        base: https://api.test
        types: {User: {id: Int as ID, name: String?}, Problem: {error: {message: String}}}
        endpoints: {e: \(endpoint.hasPrefix("{") ? endpoint : "\"GET /x \(endpoint)\"")}
        """
      var headers = HTTPFields()
      if let type { headers[.contentType] = type }
      let spec = try Spec.load(yaml: yaml)
      return Client(spec, transport: Cutting(status: status, headers: headers, body: Array(body.utf8)))
    }
  }

  static let sse = "text/event-stream"
  static let ndjson = "application/x-ndjson"
  static let chat = #"{GET: /x -> events, events: {each: "choices[0].delta.content", until: "[DONE]"}}"#

  static func delta(_ text: String) -> String { #"data: {"choices":[{"delta":{"content":"\#(text)"}}]}"# + "\n\n" }

  @Test(arguments: [
    Answer("-> events", sse, "data: a\n\n", status: 404, "status: the server responded with 404: data: a"),
    Answer("-> events", sse, "data: a\n\n", status: 205, "status: the server responded with 205, but a stream of events requires 200"),
    Answer("-> events", sse, "data: a\n\n", status: 210, "status: the server responded with 210, but a stream of events requires 200"),
    Answer(
      "-> events", "text/plain", "data: a\n\n",
      "decoding: the response is not a stream of events (text/event-stream): its media type is text/plain"),
    Answer(
      "-> events", "x bogus", "data: a\n\n", "decoding: the response is not a stream of events (text/event-stream): it has no media type"),
    Answer("-> events", nil, "data: a\n\n", "decoding: the response is not a stream of events (text/event-stream): it has no media type"),
    Answer(
      "-> events", sse, #"{"error":"quota exceeded"}"#,
      #"decoding: the body is not a stream of events, although its media type says so; its first line is '{"error":"quota exceeded"}'"#),
    Answer(
      "-> events", sse, "\n<html>\nbusy\n\n",
      "decoding: the body is not a stream of events, although its media type says so; its first line is '<html>'"),
    Answer("-> events", sse, "x: 1\n\ndata: a\n\n", #"{"event":null,"data":"a","id":null}"#),
    Answer("-> User", "application/json", "{}", "spec: the result of 'e' is not declared as a stream of events or lines"),
    Answer(
      "", "application/json", "{}", "decoding: the response is not a stream of events, lines or parts: its media type is application/json"),
    Answer(
      "-> lines", "text/plain; charset=utf-16", "a",
      "decoding: cannot split text in the charset 'utf-16' into lines; to read it as a whole, use '-> text'"),
    Answer(
      "-> lines", "text/plain; charset=iso-2022-jp", "\u{1B}$B",
      "decoding: line 1 of the stream: unknown charset 'iso-2022-jp'; to read the bytes unchanged, use '-> bytes'"),
    Answer("-> lines", "application/x-ndjson; charset=utf8mb4", "{\"a\":\"é\"}", #"{"a":"é"}"#),
    Answer(
      chat, sse, delta("a") + "data: nonsense\n\n", #""a""#,
      "decoding: event 2 of the stream is not valid JSON: expected 'null', found 'o' (line 1, column 2)"),
    Answer(
      chat, sse, delta("a") + #"data: {"error":{"message":"busy"}}"# + "\n\n", #""a""#, "status: the stream ended with an error: busy"),
    Answer(chat, sse, delta("a") + "event: error\ndata: overloaded\n\n", #""a""#, "status: the stream ended with an error: overloaded"),
    Answer(
      "@ data -> events", sse, #"data: {"data":{"n":1}}"# + "\n\n" + #"data: {"data":null,"errors":[{"message":"denied"}]}"# + "\n\n",
      #"{"n":1}"#,
      "status: the stream ended with an error: denied"),
    Answer("@ data -> events", sse, "event: error\ndata:\n\n", "status: the stream ended with an error"),
    Answer(
      "{GET: /x -> lines, fails: {when: error, message: error}}", ndjson, "{\"stream\":\"a\"}\n{\"error\":\"no such image\"}\n{}\n",
      #"{"stream":"a"}"#, "status: the stream ended with an error: no such image"),
    Answer(
      "{GET: /x -> lines User, fails: {when: error, message: error.text}}", "application/json", #"{"error":{"text":"no"}}"#,
      "status: the stream ended with an error: no"),
    Answer(
      "{GET: /x @ ID -> lines, fails: {when: error}}", "application/json-seq", "\u{1E}{\"ID\":1}\n\u{1E}{\"error\":\"no\"}\n", "1",
      "status: the stream ended with an error: no"),
    Answer(
      "{GET: /x -> lines String, fails: {when: \"starts_with(@, 'E')\", message: '@'}}", "text/plain", "a\nE1\n", #""a""#,
      "status: the stream ended with an error: E1"),
    Answer(
      "{GET: /x -> lines, fails: {when: error, message: error}}", "text/plain", "a\n{\"error\":\"no\"}\n", #""a""#,
      "status: the stream ended with an error: no"),
    Answer(
      "{GET: /x -> events, fails: {when: error, message: error}}", sse, "data: a\n\ndata: {\"error\":\"no\"}\n\n",
      #"{"event":null,"data":"a","id":null}"#, "status: the stream ended with an error: no"),
    Answer(
      "{GET: /x @ data -> events, fails: {when: errors, message: 'errors[0].message'}}", sse,
      "data: {\"data\":{\"n\":1},\"errors\":[{\"message\":\"partly\"}]}\n\n", "status: the stream ended with an error: partly"),
    Answer(
      "{GET: /x -> lines, fails: {when: 'abs(code) > `1`'}}", ndjson, "{\"code\":\"x\"}\n",
      "selection: cannot evaluate 'when' of 'fails' on line 1 of the stream: 'abs' requires a number, not a string"),
    Answer(
      "-> events User", sse, "data: {\"ID\":1}\n\ndata: {}\n\n", #"{"ID":1}"#,
      "decoding: event 2 of the stream does not match User: 'ID' is missing, expected Int"),
    Answer(
      "-> lines", ndjson, "1\n\n{\n", "1",
      "decoding: line 3 of the stream of type application/x-ndjson is not valid JSON: expected a member name in double quotes, found the end of the text (column 2)"
    ),
    Answer(
      "-> lines User", ndjson, "{\"ID\":1}\n7", #"{"ID":1}"#,
      "decoding: line 2 of the stream does not match User: it must be an object, but is 7"),
    Answer(chat, sse, delta("a"), #""a""#, "truncated: the stream ended before '[DONE]', which 'until' declares as its last event"),
    Answer(
      chat, sse, delta("a") + "data: [DON", #""a""#, "truncated: the stream ended before '[DONE]', which 'until' declares as its last event"
    ),
    Answer(chat, sse, "", "truncated: the stream ended before '[DONE]', which 'until' declares as its last event"),
    Answer(chat, sse, "", status: 204),
    Answer(chat, sse, delta("a") + "data: [DONE]", #""a""#),
    Answer(chat, sse, delta("a") + "data: [DONE]\r", #""a""#),
    Answer(chat, sse, delta("a") + "data: [DONE]\n", #""a""#),
    Answer("-> events", sse, ""),
    Answer("-> events", sse, "", status: 204),
    Answer("-> events", "text/event-stream;", "id: 1\nevent: x\ndata: a\ndata: b\n\n", #"{"event":"x","data":"a\nb","id":"1"}"#),
    Answer("-> events", "Text/Event-Stream; charset=windows-1252", "data: é\n\n", #"{"event":null,"data":"é","id":null}"#),
    Answer(
      chat, sse, delta("Hel") + ": ping\n\n" + #"data: {"choices":[]}"# + "\n\n" + delta("lo") + "data: [DONE]\n\n" + delta("x"), #""Hel""#,
      #""lo""#),
    Answer("-> events String", sse, "data: a\n\ndata: {}\n\n", #""a""#, #""{}""#),
    Answer("-> events User", sse, "data: {\"ID\":1,\"name\":null}\n\n", #"{"ID":1,"name":null}"#),
    Answer("@ ID -> events", sse, "data: {\"ID\":1}\n\ndata: {}\n\n", "1"),
    // The data of `complete` in GraphQL over SSE is empty.
    Answer("@ data -> events", sse, "event: next\ndata: {\"data\":1}\n\nevent: complete\ndata:\n\n", "1"),
    Answer("-> events User", sse, "data: {\"ID\":1}\n\ndata\n\n", #"{"ID":1}"#), Answer("-> events String", sse, "data:\n\n", #""""#),
    Answer(
      "{GET: /x -> lines, fails: {when: error}}", ndjson, "{\"error\":null}\n[1]\n{\"error\":\"\"}", #"{"error":null}"#, "[1]",
      #"{"error":""}"#),
    Answer("@ data -> events", sse, "data: {\"data\":null,\"errors\":[]}\n\n"),
    Answer("{GET: /x, events: {until: end}}", sse, "data: a\n\ndata: end\n\ndata: b\n\n", #"{"event":null,"data":"a","id":null}"#),
    Answer("", sse, "data: a\n\n", #"{"event":null,"data":"a","id":null}"#),
    Answer("-> lines", ndjson, ""),
    Answer("-> lines", ndjson, "\u{FEFF}{\"n\": 1.10}\r\n\r\n  \n[3]", #"{"n":1.10}"#, "[3]"),
    Answer("-> lines", nil, "1\n2", "1", "2"),
    Answer("-> lines", "application/json", "1\n2\n", "1", "2"),
    Answer("-> lines", "application/json-seq", "\u{1E}[1,\n2]\n\u{1E}3\n", "[1,2]", "3"),
    Answer("-> lines", "application/json-seq", "\u{1E}{}\u{1E}[1]", "{}", "[1]"),
    Answer("-> lines", "text/plain", "a\r\n\n{}", #""a""#, #""""#, #""{}""#),
    Answer("-> lines", "text/plain; charset=latin1", "a\n", #""a""#),
    Answer("-> lines String", "application/octet-stream", "a\nb", #""a""#, #""b""#),
    Answer("-> lines Int", "text/plain", "1\n2\n", "1", "2"),
    Answer("{GET: /x -> lines, decode: lines}", "text/plain", "1\n2\n", "1", "2"),
    Answer("{GET: /x -> lines, decode: text}", ndjson, "1\n2\n", #""1""#, #""2""#),
    Answer("@ a -> lines", ndjson, "{\"a\":1}\n{}\n{\"a\":2}", "1", "2"),
    Answer("", ndjson, "1\n2\n", "1", "2"),
  ])
  func elements(_ answer: Answer) async throws {
    var got: [String] = []
    for await result in try answer.client().stream("e").results { got.append(Self.text(result)) }
    #expect(got == answer.gives)
  }

  @Test(arguments: [
    Answer(
      chat, sse, delta("a") + "data: nonsense\n\n",
      "decoding: event 2 of the stream is not valid JSON: expected 'null', found 'o' (line 1, column 2)"
    ),
    Answer(
      "-> events", "text/plain", "a", "decoding: the response is not a stream of events (text/event-stream): its media type is text/plain"),
    Answer(chat, sse, delta("Hel"), "truncated: the stream ended before '[DONE]', which 'until' declares as its last event"),
    Answer(chat, sse, delta("Hel") + delta("lo") + "data: [DONE]\n\n" + delta("x"), #"["Hel","lo"]"#),
    Answer("-> lines User", ndjson, "{\"ID\":1}\n{\"ID\":2}", #"[{"ID":1},{"ID":2}]"#),
    Answer("-> lines", ndjson, "", "[]"),
    Answer("{GET: /x -> lines, accept: any}", "application/json", "{}", status: 404, "{}"),
  ])
  func aCallGathersThemAll(_ answer: Answer) async throws {
    let client = try answer.client()
    var outcome: Result<JSON, CallError>
    do throws(CallError) {
      let reply = try await client.call("e")
      #expect(answer.body.utf8.starts(with: reply.body) && reply.metrics.bytesReceived == Int64(reply.body.count))
      outcome = .success(reply.value)
    } catch {
      outcome = .failure(error)
    }
    #expect([Self.text(outcome)] == answer.gives)
  }

  @Test func anErrorCarriesTheResponse() async throws {
    let answer = Answer("{GET: /x -> events ! Problem, events: {each: a}}", Self.sse, "data: {\"error\":{\"message\":\"busy\"}}\n\n")
    let error = try await #require(throws: CallError.self) { for try await _ in try answer.client().stream("e") {} }
    #expect(error.status == .ok && error.headers?[.contentType] == Self.sse && error.request?.url == "https://api.test/x")
    #expect(error.body == Array(#"{"error":{"message":"busy"}}"#.utf8))
    #expect(error.failure.map { JSONWriter.text($0) } == #"{"error":{"message":"busy"}}"#)
  }

  @Test(arguments: [(65_537, true), (65_536, false), (9000, false)])
  func theErrorShowsABodyThatIsNotAStream(length: Int, isCut: Bool) async throws {
    let page = String(repeating: "x", count: length)
    let error = try await #require(throws: CallError.self) {
      for try await _ in try Answer("-> events", "text/html", page).client().stream("e") {}
    }
    let message = "the response is not a stream of events (text/event-stream): its media type is text/html"
    #expect(error.message == message + (isCut ? "; the error contains the first 65.5 kB of the body" : ""))
    #expect(error.status == .ok && error.body?.count == min(length, 65_536))
  }

  @Test func middlewaresAreAroundStreams() async throws {
    let client = try Answer("-> lines", Self.ndjson, "1\n2\n").client()
    client.use("one") { request, next in
      var response = try await next(request)
      response.body = ResponseBody(Array("3\n".utf8) + (try await response.body.collect(upTo: 100)))
      return response
    }
    var got: [Int?] = []
    for try await element in client.stream("e") { got.append(element.asInt) }
    #expect(got == [3, 1, 2])
  }

  @Test func elementsHaveTheOrderOfTheirShape() async throws {
    let client = try Answer("-> lines (id Int, name)", Self.ndjson, "{\"name\":\"Ann\",\"id\":7}\n").client()
    for try await line in client.stream("e") { #expect(try line.tuple(Int.self, String.self) == (7, "Ann")) }
    #expect(try await client.call("e").value[0].tuple(Int.self, String.self) == (7, "Ann"))
  }

  @Test func eventsAndBytesAsTheyCome() async throws {
    let body = "id: 1\nevent: x\ndata: a\n\ndata: end\n\ndata: b\n\n"
    let client = try Answer("{GET: /x, events: {each: nonsense, until: end}}", Self.sse, body).client()
    var events: [ServerSentEvent] = []
    for try await event in client.events("e") { events.append(event) }
    #expect(events == [ServerSentEvent(event: "x", data: "a", id: "1")])
    var bytes: [UInt8] = []
    for try await piece in client.bytes("e") { bytes += piece }
    #expect(bytes == Array(body.utf8))
    let lines = try Answer("-> lines", Self.ndjson, "1").client()
    let error = try await #require(throws: CallError.self) { for try await _ in lines.events("e") {} }
    #expect(error.code == .spec && error.message == "the result of 'e' is not declared as a stream of events")
  }

  @Test func headersAskForEventsWhereNobodySaysOtherwise() throws {
    for (spec, wanted) in [
      ("endpoints: {e: GET /x -> lines}", "Accept: application/x-ndjson, */*;q=0.1"), ("endpoints: {e: GET /x}", ""),
      ("endpoints: {e: GET /x -> events}", "Accept: text/event-stream, Cache-Control: no-store"),
      (
        "headers: {accept: application/json, X: y}\nendpoints: {e: GET /x -> events}",
        "accept: application/json, X: y, Cache-Control: no-store"
      ),
      (
        "endpoints: {e: {GET: /x -> events, headers: {cache-control: no-cache, Accept: text/x}}}", "cache-control: no-cache, Accept: text/x"
      ),
      ("endpoints: {e: GET /x (header.a? as Accept) -> events}", "Accept: text/event-stream, Cache-Control: no-store"),
    ] {
      let client = Client(try Spec.load(yaml: "base: https://api.test\n\(spec)\n"), transport: Canned())
      let request = try client.prepare("e").request
      #expect(request.headers.map { "\($0.name.rawName): \($0.value)" }.joined(separator: ", ") == wanted)
    }
    let client = Client(
      try Spec.load(yaml: "base: https://api.test\nendpoints: {e: GET /x (header.a? as Accept) -> events}\n"), transport: Canned())
    #expect(try client.prepare("e", ["a": "text/x"]).headers[.accept] == "text/x")
  }

  @Test func aStreamHasNoTimeForTheWholeUnlessItIsGiven() throws {
    for (endpoint, options, total) in [
      ("GET /x -> events", CallOptions(), nil as Duration?), ("GET /x -> lines", CallOptions(), nil),
      ("GET /x", CallOptions(), .seconds(60)),
      ("{GET: /x -> events, timeout: 5s}", CallOptions(), .seconds(5)), ("GET /x -> lines", CallOptions(timeout: .seconds(7)), .seconds(7)),
    ] {
      let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {e: \(endpoint)}\n"), transport: Canned())
      #expect(try client.prepare("e", [:], options).policy.totalTimeout == total)
      #expect(try client.prepare("e", [:], options).timed(nil).policy.totalTimeout == (endpoint == "GET /x" ? nil : total))
    }
  }

  static func text(_ result: Result<JSON, CallError>) -> String {
    switch result {
    case .success(let json): JSONWriter.text(json)
    case .failure(let error): "\(error.code): \(error.message)"
    }
  }
}

/// Sends a body in single bytes.
struct Cutting: Transport {
  var status = 200
  var headers = HTTPFields()
  var body: [UInt8]

  func send(_ request: PreparedRequest) async throws -> Response {
    let pieces = AsyncStream<[UInt8]> { continuation in
      for byte in body { continuation.yield([byte]) }
      continuation.finish()
    }
    return Response(status: .init(code: status), headers: headers, url: request.url, body: ResponseBody(pieces))
  }
}
