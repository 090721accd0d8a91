import Dial
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Reconnected streams (Streams.md#Reconnect), with the cases of http-behaviour.jsonl in Tests/Conformance/Suites/eventsource.
struct ReconnectTests {
  static let spec = """
    base: https://api.test
    endpoints:
      e: {POST: "/x (a) -> events", events: {each: n, reconnect: true}}
      once: {GET: /x -> events, events: {each: n}}
    """

  /// Sends responses in order, and repeats the last one.
  final class ResponseQueue: Transport {
    enum Answer: Sendable {
      case events(String, breaks: TransportError? = nil)
      case status(Int)
      case fails(TransportError)
    }

    /// The number of the response, from 1.
    static let turn = HTTPField.Name("Turn")!

    private let answers: [Answer]
    private let log = Mutex<[PreparedRequest]>([])

    init(_ answers: Answer...) { self.answers = answers }

    var sent: [PreparedRequest] { log.withLock { $0 } }

    func send(_ request: PreparedRequest) async throws -> Response {
      let turn = log.withLock { log in
        log.append(request)
        return log.count - 1
      }
      let head: HTTPFields = [.contentType: "text/event-stream", Self.turn: "\(turn + 1)"]
      switch answers[min(turn, answers.count - 1)] {
      case .events(let text, let error):
        let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
          continuation.yield(Array(text.utf8))
          continuation.finish(throwing: error)
        }
        return Response(status: .ok, headers: head, url: request.url, body: ResponseBody(pieces))
      case .status(let code): return Response(status: .init(code: code), headers: head, url: request.url, body: .init(Array("no".utf8)))
      case .fails(let error): throw error
      }
    }
  }

  static let cut = TransportError(.truncated, "cut")

  private func elements(_ turns: ResponseQueue, _ options: CallOptions = .init(), endpoint: String = "e") async throws -> [String] {
    let client = Client(try Spec.load(yaml: Self.spec), transport: turns)
    var got: [String] = []
    for await result in client.stream(endpoint, endpoint == "e" ? ["a": 1] : [:], options).results { got.append(StreamTests.text(result)) }
    return got
  }

  @Test func withoutReconnectTheEndIsTheEnd() async throws {
    let turns = ResponseQueue(.events("retry: 1\ndata: {\"n\":1}\n\n"), .events("data: {\"n\":2}\n\n"))
    #expect(try await elements(turns, endpoint: "once") == ["1"])
    #expect(
      try await elements(ResponseQueue(.events("data: {\"n\":1}\n\n", breaks: Self.cut)), endpoint: "once") == ["1", "truncated: cut"])
    #expect(try await elements(turns, CallOptions(reconnect: false)) == ["2"])
    #expect(turns.sent.count == 2)
  }

  @Test func theErrorOfAStreamThatBreaksOffHasItsHead() async throws {
    let client = Client(try Spec.load(yaml: Self.spec), transport: ResponseQueue(.events("data: {\"n\":1}\n\n", breaks: Self.cut)))
    let error = try await #require(throws: CallError.self) { for try await _ in client.stream("once") {} }
    #expect(error.status == .ok && error.headers?[.contentType] == "text/event-stream")
  }

  @Test func aStreamGoesOnWhereItBroke() async throws {
    let turns = ResponseQueue(
      .events("retry: 1\nid: …\ndata: {\"n\":1}\n\nid: 2\ndata: {\"n\"", breaks: Self.cut),
      .fails(TransportError(.connect, "refused")), .events("data: {\"n\":2}\n\nid:\ndata: {\"n\":3}\n\n"), .status(204))
    #expect(try await elements(turns) == ["1", "2", "3"])
    let ids = turns.sent.map { $0.headers[HTTPField.Name("Last-Event-ID")!] }
    #expect(ids == [nil, "…", "…", nil])
    // The body is the same each time.
    #expect(turns.sent.allSatisfy { if case .bytes(let body) = $0.body { body == Array(#"{"a":1}"#.utf8) } else { false } })
  }

  @Test func anErrorHasTheHeadOfTheResponseThatItIsIn() async throws {
    let turns = ResponseQueue(.events("retry: 1\ndata: {\"n\":1}\n\n"), .events("data: {\"n\":2}\n\ndata: x\n\n"))
    let client = Client(try Spec.load(yaml: Self.spec), transport: turns)
    let error = try await #require(throws: CallError.self) { for try await _ in client.stream("e", ["a": 1]) {} }
    #expect(error.message == "event 3 of the stream is not valid JSON: expected a value, found 'x' (line 1, column 1)")
    #expect(error.headers?[ResponseQueue.turn] == "2")
  }

  @Test func theOptionOfACallWins() async throws {
    #expect(
      try await elements(
        ResponseQueue(.events("retry: 1\ndata: {\"n\":1}\n\n"), .status(204)), CallOptions(reconnect: true), endpoint: "once") == [
          "1"
        ])
  }

  @Test(arguments: [
    (ResponseQueue(.fails(TransportError(.connect, "refused"))), ["connect: refused"]),
    (ResponseQueue(.status(404)), ["status: the server responded with 404: no"]),
    (ResponseQueue(.status(205)), ["status: the server responded with 205, but a stream of events requires 200"]),
    (ResponseQueue(.events("retry: 1\ndata: {\"n\":1}\n\n"), .status(503)), ["1", "status: the server responded with 503: no"]),
    (
      ResponseQueue(.events("retry: 1\ndata: x\n\n")),
      ["decoding: event 1 of the stream is not valid JSON: expected a value, found 'x' (line 1, column 1)"]
    ),
    (ResponseQueue(.events("retry: 1\ndata: {\"n\":1}\n\n", breaks: TransportError(.limit, "long"))), ["1", "limit: long"]),
  ])
  func whatIsNoBreakIsAnError(_ turns: ResponseQueue, _ gives: [String]) async throws {
    let got = try await elements(turns)
    #expect(got == gives)
  }

  @Test func aPermanentFailureIsNotRetried() async throws {
    let turns = ResponseQueue(.events("retry: 0\ndata: {\"n\":1}\n\n"), .fails(TransportError(.connect, "refused")))
    #expect(try await elements(turns) == ["1", "connect: refused"])
    #expect(turns.sent.count == 1 + ReconnectDelay.maxTries)
  }

  @Test(arguments: [8192, 8193]) func anIDThatNoHeadHoldsIsNotSent(length: Int) async throws {
    let id = String(repeating: "i", count: length)
    let turns = ResponseQueue(.events("retry: 0\nid: \(id)\ndata: {\"n\":1}\n\n"), .status(204))
    #expect(try await elements(turns) == ["1"])
    #expect(turns.sent.last?.headers[HTTPField.Name("Last-Event-ID")!] == (length > 8192 ? nil : id))
  }

  @Test func theBoundOfABodyIsThatOfAnEvent() async throws {
    let turns = ResponseQueue(.events("data: \(String(repeating: "d", count: 2000))\n\n"))
    var draft = try Client(try Spec.load(yaml: Self.spec), transport: turns).prepare("e", ["a": 1])
    draft.request.policy.maxBodyBytes = 1000
    var got: [String] = []
    for await result in draft.stream().results { got.append(StreamTests.text(result)) }
    #expect(got == ["limit: a line of the stream is longer than 1000 bytes"])
  }

  @Test func theTimeForTheWholeIsOne() async throws {
    let turns = ResponseQueue(.events("retry: 1\ndata: {\"n\":1}\n\n"))
    let got = try await elements(turns, CallOptions(timeout: .milliseconds(600)))
    #expect(got.dropLast().allSatisfy { $0 == "1" })
    #expect(got.last == "timeout: the call times out before the stream can be resumed")
    #expect(Set(turns.sent.map(\.policy.deadline)).count == 1)
  }

  @Test func aBodyThatIsReadOnceIsNotSentTwice() async throws {
    let turns = ResponseQueue(.events("retry: 1\ndata: {\"n\":1}\n\n"))
    let client = Client(try Spec.load(yaml: Self.spec), transport: turns)
    var draft = try client.prepare("e", ["a": 1])
    draft.request.body = .stream(length: 1, replay: nil, ResponseBody([65]))
    var got: [String] = []
    for await result in draft.stream().results { got.append(StreamTests.text(result)) }
    #expect(got == ["1", "io: the stream cannot be resumed, because the request body can be read only once"])
  }

  @Test func eachConnectionIsReported() async throws {
    let turns = ResponseQueue(.events("retry: 1\nid: 7\ndata: {\"n\":1}\n\n"), .status(204))
    let client = Client(try Spec.load(yaml: Self.spec), transport: turns)
    let log = Mutex<[String]>([])
    client.on { event in
      let text =
        switch event.kind {
        case .started: "started"
        case .reconnected(let id): "reconnected \(id ?? "-")"
        case .finished: "finished"
        case .received(let status): "received \(status)"
        default: "other"
        }
      log.withLock { $0.append("\(event.call) \(text)") }
    }
    for try await _ in client.stream("e", ["a": 1]).onOpen({ head in log.withLock { $0.append("open \(head.status.code)") } }) {}
    #expect(
      log.withLock { $0 } == [
        "1 started", "1 received 200", "open 200", "1 finished", "2 started", "2 received 204", "2 reconnected 7", "open 204", "2 finished",
      ])
  }

  @Test func pausesGrowAndEnd() {
    for (retry, wanted) in [
      (nil, ["3.0", "6.0", "12.0", "24.0", "48.0", "end"]), (0, ["0.25", "0.5", "1.0", "2.0", "4.0", "end"]),
      (20_000, ["20.0", "40.0", "60.0", "60.0", "60.0", "end"]), (.max, ["300.0", "300.0", "300.0", "300.0", "300.0", "end"]),
    ] as [(UInt128?, [String])] {
      var pause = ReconnectDelay()
      #expect((0..<6).map { _ in pause.next(retry).map { "\($0 / .seconds(1))" } ?? "end" } == wanted)
      pause.reset()
      #expect(pause.next(retry).map { "\($0 / .seconds(1))" } == wanted[0])
    }
  }
}
