package import DialMessage
import DialModel
import DialSyntax
import HTTPTypes

/// The events of an opened stream, with reconnection if enabled. Not safe for concurrent use.
package final class EventReading: ReplySource<ServerSentEvent> {
  private var draft: Draft
  private let opened: ReplyHead.Listener?
  private let reconnects: Bool
  private let until: [UInt8]?
  /// Data that ends the stream, which can also end without it.
  private let done: [UInt8]?
  /// Not shared between tasks and not reentrant: the run-time check would cost as much as finding a short event.
  @exclusivity(unchecked) private var parser: EventParser
  private(set) var body: StreamedBody
  private var began = ContinuousClock.now
  private var countBefore = 0
  private var pause = ReconnectDelay()
  private var isOver = false

  package init(_ body: StreamedBody, _ draft: Draft, _ opened: ReplyHead.Listener?) async throws(CallError) {
    self.body = body
    self.draft = draft
    self.opened = opened
    parser = EventParser(EventParser.Limits(body: body.limit))
    reconnects = draft.reconnect ?? draft.plan.model.events?.reconnect ?? false
    until = draft.plan.model.events?.until.map { Array($0.utf8) }
    // It is no JSON, and the last event of many services that send JSON.
    let isJSON = if case .events(.json?) = draft.plan.model.result { true } else { false }
    done = until == nil && isJSON ? Array("[DONE]".utf8) : nil
    super.init()
    // All connections have the same deadline.
    self.draft.bound.request.policy.deadline = body.deadline
    // This loop counts the attempts and waits between them, so each attempt is one request.
    self.draft.bound.request.policy.maxRetries = 0
    try await check()
  }

  /// The maximum length of an id, because servers reject longer heads.
  private static let longestID = 8192

  /// Advances to the next event, if it has arrived; false at the end, too.
  @inline(__always) func advance() throws(CallError) -> Bool {
    if isOver { return false }
    return parser.advancePlain() ? !ends() : try advanceLines()
  }

  /// Not inlined, because it is rarely needed and errors need large frames.
  @inline(never) private func advanceLines() throws(CallError) -> Bool {
    do throws(TransportError) {
      return try parser.advanceLines() && !ends()
    } catch {
      throw fail(error)
    }
  }

  @inline(__always) private func ends() -> Bool {
    if let end = until ?? done, parser.carries(end) { isOver = true }
    return isOver
  }

  var number: Int { parser.count }
  var name: String? { parser.eventName }
  var data: ArraySlice<UInt8> { parser.data }
  var event: ServerSentEvent { parser.event }

  /// Inlined, because a call would cost time for each event.
  @inline(__always) package override func ready() throws(CallError) -> ServerSentEvent? { try advance() ? event : nil }

  package override func more() async throws(CallError) -> ReplySource<ServerSentEvent>? {
    if !isOver {
      let piece: [UInt8]?
      var end: CallError?
      do throws(CallError) { piece = try await body.next() } catch { (piece, end) = (nil, error) }
      if let piece { parser.push(piece) } else { try await ended(end) }
    }
    if isOver { body.close() }
    return isOver ? nil : self
  }

  func fail(_ error: any Error) -> CallError {
    isOver = true
    return body.fail(error)
  }

  /// Only a 200 with the right media type is a stream of events. A 204 is an empty one.
  private func check() async throws(CallError) {
    let status = body.head.status.code
    let type = body.head.mediaType
    isOver = isOver || status == 204
    if status == 204 || status == 200 && type?.essence == "text/event-stream" { return }
    let said = type.map { "its media type is \($0.essence)" } ?? "it has no media type"
    throw await body.refuse(
      status == 200 ? .decoding : .status,
      status == 200
        ? "the response is not a stream of events (text/event-stream): \(said)"
        : "the server responded with \(status), but a stream of events requires 200")
  }

  /// Handles the end of the body: an error if the `until` data is missing, or if nothing in it is an event. A blank line after that data is
  /// optional.
  private func finish() throws(CallError) {
    isOver = true
    let cut = parser.cutData()
    if let line = parser.strangeLine {
      let text = TerminalText.safe(String(decoding: line, as: UTF8.self).excerpt(100))
      let error = error(.decoding, "the body is not a stream of events, although its media type says so; its first line is '\(text)'")
      throw body.fail(error.with(body.head.status, body.head.headers, line))
    }
    guard let until else {
      if let cut, done.map(cut.elementsEqual) != true { body.report(.eventCut(bytes: cut.count)) }
      return
    }
    if cut?.elementsEqual(until) == true { return }
    let data = TerminalText.safe(String(decoding: until, as: UTF8.self).excerpt(100))
    let error = error(.truncated, "the stream ended before '\(data)', which 'until' declares as its last event")
    throw body.fail(error.with(body.head.status, body.head.headers))
  }

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
    body = try await draft.engine.open(again)
    body.report(.reconnected(lastEventID: id.isEmpty ? nil : id))
    parser.restart()
    countBefore = parser.count
    began = .now
    try await check()
    opened?(body.head)
  }

  private func error(_ code: CallError.Code, _ message: String) -> CallError {
    CallError(code, message, of: draft.plan.model, attempts: 1)
  }
}

/// An event of a Server-Sent Events stream (WHATWG HTML section 9.2).
///
/// ```swift
/// for try await event in users.events("chat", ["model": "m"]) { print(event.event ?? "message", event.data) }
/// ```
public struct ServerSentEvent: Sendable, Hashable {
  /// The type; nil for the default `message`.
  public var event: String?
  /// The data; several lines are joined by line feeds.
  public var data: String
  /// The current id, from this or an earlier event; nil if there is none.
  public var id: String?

  /// Creates an event, for tests.
  public init(event: String? = nil, data: String, id: String? = nil) {
    self.event = event
    self.data = data
    self.id = id
  }
}

/// The pauses before reconnecting a stream (WHATWG HTML section 9.2.3): the `retry` value of the server, otherwise 3 seconds, doubled
/// after each failure. A minimum protects the server; a maximum limits the wait.
package struct ReconnectDelay {
  /// The age at which a stream counts as a success, even without an event.
  package static let worthwhile = Duration.seconds(10)

  static let minimum: UInt128 = 250
  static let maximum: UInt128 = 300_000
  /// The maximum after doubling, in milliseconds.
  static let maxDoubled: UInt128 = 60_000
  static let maxTries = 5

  private(set) var tries = 0

  /// Returns the next pause; nil after too many failures.
  mutating func next(_ retry: UInt128?) -> Duration? {
    guard tries < Self.maxTries else { return nil }
    let asked = min(max(retry ?? 3000, Self.minimum), Self.maximum)
    let first = Duration.milliseconds(Int64(asked))
    defer { tries += 1 }
    return Backoff(first: first, maximum: max(first, .milliseconds(Int64(Self.maxDoubled)))).longest(tries)
  }

  mutating func reset() { tries = 0 }
}
