package import DialMessage
import DialModel
import DialSyntax
import HTTPTypes

/// The events of an opened stream, which is taken up again where that is asked for. For one task.
package final class EventReading {
  private var draft: Draft
  private let opened: ReplyHead.Listener?
  private let reconnects: Bool
  private let until: [UInt8]?
  /// For one task, and it calls nobody: the check of each access would cost as much as finding a short event.
  @exclusivity(unchecked) private var parser: EventParser
  /// The reply that is read now.
  private(set) var body: StreamedBody
  private var began = ContinuousClock.now
  private var countBefore = 0
  private var pause = ReconnectDelay()
  private var isOver = false

  /// Checks that the reply is a stream of events. `draft` is what was sent for it.
  package init(_ body: StreamedBody, _ draft: Draft, _ opened: ReplyHead.Listener?) async throws(CallError) {
    self.body = body
    self.draft = draft
    self.opened = opened
    parser = EventParser(EventParser.Limits(body: body.limit))
    reconnects = draft.reconnect ?? draft.plan.model.events?.reconnect ?? false
    until = draft.plan.model.events?.until.map { Array($0.utf8) }
    // The time for the whole is one, however often the stream is taken up.
    self.draft.bound.request.policy.deadline = body.deadline
    // It has tries and pauses of its own: each is one request.
    self.draft.bound.request.policy.maxRetries = 0
    try await check()
  }

  /// Servers refuse heads that are longer than this.
  private static let longestID = 8192

  /// Goes to the next event, if it is here already; false at the end too, be it told by the data that ends the stream.
  @inline(__always) func advance() throws(CallError) -> Bool {
    if isOver { return false }
    return parser.advancePlain() ? !ends() : try advanceLines()
  }

  /// Apart from the rest, as few events need it: an error is large, and so is the frame of a function that may make one.
  @inline(never) private func advanceLines() throws(CallError) -> Bool {
    do throws(TransportError) {
      return try parser.advanceLines() && !ends()
    } catch {
      throw fail(error)
    }
  }

  /// Whether the current event is the data that ends the stream.
  @inline(__always) private func ends() -> Bool {
    if let until, parser.carries(until) { isOver = true }
    return isOver
  }

  // MARK: the current event

  /// Its number, from 1.
  var number: Int { parser.count }
  /// Its type; nil where the stream does not say one.
  var name: String? { parser.eventName }
  /// Its data; a part of the bytes that came, where it is one line.
  var data: ArraySlice<UInt8> { parser.data }
  /// All of it.
  var event: ServerSentEvent { parser.event }

  // MARK: the bytes

  /// Waits for more bytes; false at the end.
  func more() async throws(CallError) -> Bool {
    if !isOver {
      let piece: [UInt8]?
      var end: CallError?
      do throws(CallError) { piece = try await body.next() } catch { (piece, end) = (nil, error) }
      if let piece { parser.push(piece) } else { try await ended(end) }
    }
    if isOver { body.close() }
    return !isOver
  }

  /// Ends the call with an error of its reading.
  func fail(_ error: any Error) -> CallError {
    isOver = true
    return body.fail(error)
  }

  // MARK: the reply

  /// Only a 200 of the right type is a stream of events; 204 says that there are no more, and is no error.
  private func check() async throws(CallError) {
    if body.head.status.code == 204 {
      isOver = true
      return
    }
    let type = body.head.mediaType
    if body.head.status.code == 200, type?.essence == "text/event-stream" { return }
    let status = body.head.status.code
    let said = type.map { "its media type is \($0.essence)" } ?? "it has no media type"
    throw await body.refuse(
      status == 200 ? .decoding : .status,
      status == 200
        ? "the response is not a stream of events (text/event-stream): \(said)"
        : "the server responded with \(status), but a stream of events requires 200")
  }

  /// The end of the body is that of the stream, where the data that ends it is not missed. A blank line behind that data may lack.
  private func finish() throws(CallError) {
    isOver = true
    guard let until, parser.cutData()?.elementsEqual(until) != true else { return }
    let data = TerminalText.safe(String(decoding: until, as: UTF8.self).excerpt(100))
    var error = error(.truncated, "the stream ended before '\(data)', which 'until' declares as its last event")
    error.status = body.head.status
    error.headers = body.head.headers
    throw body.fail(error)
  }

  // MARK: taking it up again

  private func ended(_ error: CallError?) async throws(CallError) {
    if let error, !reconnects || !error.isNetworkFault || isLate { throw error }
    guard reconnects else { return try finish() }
    if parser.count > countBefore || error?.code != .timeout && began.duration(to: .now) > ReconnectDelay.worthwhile { pause.reset() }
    body.close()
    var last = error
    while true {
      try await wait(last)
      do throws(CallError) {
        return try await reopen(last)
      } catch {
        guard error.isNetworkFault, !isLate else { throw error }
        last = error
      }
    }
  }

  private var isLate: Bool { draft.bound.request.policy.deadline.map { $0 <= .now } ?? false }

  private func wait(_ error: CallError?) async throws(CallError) {
    guard let time = pause.next(parser.retry) else {
      throw error
        ?? self.error(.truncated, "the stream ended \(ReconnectDelay.maxTries + 1) times in a row without an event")
    }
    if let deadline = draft.bound.request.policy.deadline, .now + time >= deadline {
      throw error ?? self.error(.timeout, "the call times out before the stream can be resumed")
    }
    do {
      try await Task.sleep(for: time)
    } catch {
      throw self.error(.cancelled, "the call was cancelled")
    }
  }

  private func reopen(_ error: CallError?) async throws(CallError) {
    var again = draft
    guard let replayed = draft.bound.request.body.again() else {
      throw error ?? self.error(.io, "the stream cannot be resumed, because the request body can be read only once")
    }
    again.bound.request.body = replayed
    let id = parser.lastEventID.utf8.count <= Self.longestID ? parser.lastEventID : ""
    if let name = HTTPField.Name("Last-Event-ID") { again.bound.request.headers[name] = id.isEmpty ? nil : id }
    body = try await draft.engine.open(again).stream()
    body.tell(.reconnected(lastEventID: id.isEmpty ? nil : id))
    parser.restart()
    countBefore = parser.count
    began = .now
    try await check()
    opened?(body.head)
  }

  private func error(_ code: CallError.Code, _ message: String) -> CallError {
    CallError(code, message, endpoint: draft.plan.model.name, location: draft.plan.model.range, attempts: 1)
  }
}

/// The events of an opened stream as they come. For one task.
package final class EventSource: ReplySource<ServerSentEvent> {
  private let events: EventReading

  package init(_ events: EventReading) { self.events = events }

  /// Inlined where it is called by the class above: an event that is handed from function to function is waited for each time.
  @inline(__always) package override func ready() throws(CallError) -> ServerSentEvent? { try events.advance() ? events.event : nil }

  package override func more() async throws(CallError) -> ReplySource<ServerSentEvent>? { try await events.more() ? self : nil }
}

/// One event of a stream of Server-Sent Events (WHATWG HTML section 9.2).
///
/// ```swift
/// for try await event in users.events("chat", ["model": "m"]) { print(event.event ?? "message", event.data) }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
  /// Its type; nil where the stream does not say one: then it is a `message`.
  public var event: String?
  /// Its text; several lines of data are joined by line feeds.
  public var data: String
  /// The id that holds when it comes, its own or that of one before it; nil where there is none.
  public var id: String?

  /// An event, as a test may want to compare one.
  public init(event: String? = nil, data: String, id: String? = nil) {
    self.event = event
    self.data = data
    self.id = id
  }
}

/// The pauses before a stream is taken up again (WHATWG HTML section 9.2.3): the one that the server asks for, else 3 seconds, twice as
/// long with each try in vain. A server that asks for none is not stormed, and one that asks for a day is not waited for.
package struct ReconnectDelay {
  /// A stream that lasts as long as this was worth taking up, even where no event came.
  package static let worthwhile = Duration.seconds(10)

  static let minimum: UInt128 = 250
  static let maximum: UInt128 = 300_000
  /// Doubling goes no further than this.
  static let maxDoubled: UInt128 = 60_000
  static let maxTries = 5

  /// Those that followed each other in vain.
  private(set) var tries = 0

  /// The pause before the next try; nil where there were enough.
  mutating func next(_ retry: UInt128?) -> Duration? {
    guard tries < Self.maxTries else { return nil }
    let asked = min(max(retry ?? 3000, Self.minimum), Self.maximum)
    let first = Duration.milliseconds(Int64(asked))
    defer { tries += 1 }
    return Backoff(first: first, maximum: max(first, .milliseconds(Int64(Self.maxDoubled)))).longest(tries)
  }

  /// The stream gave something: the next try is the first one again.
  mutating func reset() { tries = 0 }
}
