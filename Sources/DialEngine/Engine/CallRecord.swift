import DialBuild
public import DialMessage
import DialModel
import DialPolicies
public import HTTPTypes
import Logging

/// A call in progress. The owner must end it exactly once.
package struct CallRecord: Sendable {
  package private(set) var draft: Draft
  private let start = Instant.now
  package var metrics = CallMetrics()
  package var tries = AttemptLog()

  package init(_ draft: consuming Draft, _ meter: ProgressMeter?) {
    let engine = draft.engine
    // A stream that reconnects already has a deadline.
    if draft.bound.request.end == nil, let total = draft.bound.request.policy.totalTimeout { draft.bound.request.end = start + total }
    if let watch = engine.observers.watch(draft.bound.request.endpoint, meter) { draft.bound.request.watch = watch }
    if let trace = CallTrace(engine.instruments, draft.plan.model, engine.spec.service.name) {
      draft.bound.request.context[CallTrace.self] = trace
    }
    self.draft = draft
  }

  package var request: PreparedRequest {
    @inline(__always) get { draft.bound.request }
    _modify { yield &draft.bound.request }
  }
  package var plan: EndpointPlan { draft.plan }
  private var engine: Engine { draft.engine }

  /// Records a response. Returns whether its status is accepted. Throws if it is an unrequested part (RFC 9110 section 15.3.7).
  @inline(never)
  mutating func accepts(_ response: Response) throws -> Bool {
    metrics.add(response)
    tries = response.tries
    if let watch = request.watch {
      watch.report(.received(status: response.status.code))
      if let coding = response.context[RemovedCoding.self] { watch.report(.decoded(coding: coding)) }
      if var deprecation = Deprecation(response.headers) {
        deprecation.link = deprecation.link.map {
          request.secrets.redact(link: RedirectTarget.resolve(Array($0.utf8), against: response.url) ?? $0)
        }
        watch.report(.deprecated(deprecation))
      }
    }
    guard draft.accepted.contains(response.status.code) else { return false }
    if let fault = response.unrequestedPart(request) { throw fault }
    return true
  }

  @inline(never)
  mutating func end(_ response: Response, _ body: consuming [UInt8]) throws(CallError) -> Reply {
    do throws(CallError) {
      let reader = ReplyReader(plan: plan, check: draft.check, for: response.status.code)
      var reply = try reader.reply(response, body: consume body, secrets: request.secrets)
      reply.metrics = end(reply.status.code)
      return reply
    } catch {
      throw fail(error)
    }
  }

  package mutating func end(_ status: Int) -> CallMetrics {
    metrics.total = Instant.now - start
    log("\(status)")
    request.context[CallTrace.self]?.end(nil)
    request.watch?.report(.finished(metrics))
    return metrics
  }

  @inline(never)
  package mutating func fail(_ error: any Error) -> CallError {
    let failure = engine.describe(error, request, plan.model, tries)
    metrics.total = Instant.now - start
    metrics.attempts = max(metrics.attempts, failure.attempts)
    metrics.bytesSent = max(metrics.bytesSent, failure.bytesSent)
    metrics.paused = max(metrics.paused, failure.earlier.reduce(.zero) { $0 + $1.wait })
    log(failure.code.rawValue)
    request.context[CallTrace.self]?.end(failure)
    if let watch = request.watch {
      metrics.redirects = watch.redirects
      watch.report(.failed(failure))
      watch.report(.finished(metrics))
    }
    return failure
  }

  private func log(_ outcome: @autoclosure () -> String) {
    guard let logger = engine.logger else { return }
    let took = metrics.total.components
    let milliseconds = took.seconds * 1000 + took.attoseconds / 1_000_000_000_000_000
    logger.debug(
      "call",
      metadata: [
        "endpoint": "\(request.endpoint)", "method": "\(request.method)", "url": "\(request.secrets.redact(url: request.url))",
        "outcome": "\(outcome())", "ms": "\(milliseconds)",
      ])
  }
}

/// What a call brings whose result only the response defines.
package enum Arrival {
  case reply(Reply)
  case stream(StreamedBody)
}

/// The head of a response whose elements follow; see `Replies.onOpen(_:)`.
public struct ReplyHead: Sendable, Hashable {
  package typealias Listener = @Sendable (ReplyHead) -> Void

  /// The accepted status (RFC 9110 section 15).
  public var status: HTTPResponse.Status
  /// The header fields in the order received, without Content-Encoding and Content-Length if the body was decoded.
  public var headers: HTTPFields
  /// The URL of the response, after redirects.
  public var url: String

  /// Creates a head, for tests.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], url: String = "") {
    self.status = status
    self.headers = headers
    self.url = url
  }

  var mediaType: MediaType? { Response(status: status, headers: headers).mediaType }
}

extension Response {
  /// Returns an error if the response to a request for the whole is a part (RFC 9110 section 15.3.7). A 206 without a range in bytes is
  /// accepted, because some services use it for a list that continues.
  fileprivate func unrequestedPart(_ request: PreparedRequest) -> CallError? {
    guard status == .partialContent, request.headers[.range] == nil,
      headers[.contentRange]?.lowercased().hasPrefix("bytes ") == true
        || headers[.contentType]?.lowercased().hasPrefix("multipart/byteranges") == true
    else { return nil }
    return CallError(.protocol, "the server responded with 206 Partial Content, but no range was requested", attempts: 1)
      .with(status, headers)
  }
}

/// An accepted response whose head has arrived, and whose body is read in pieces. The owner ends the call with ``close()`` or ``fail(_:)``,
/// after which there are no more events; releasing it closes it. Each of these ends the transfer.
package final class StreamedBody {
  package let head: ReplyHead
  package let plan: EndpointPlan
  let check: ResponseCheck
  private var record: CallRecord
  private var pieces: ResponseBody.AsyncIterator?
  private let bodyEnd: BodyEnd.Value?
  private let tap: StreamTap.Value?
  private var isOpen = true
  private(set) var isKept = false
  private(set) var kept: [UInt8] = []

  init(_ response: consuming Response, _ record: CallRecord) {
    head = ReplyHead(status: response.status, headers: response.headers, url: response.url)
    plan = record.plan
    check = record.draft.check
    self.record = record
    bodyEnd = response.context[BodyEnd.self]
    tap = record.request.context[StreamTap.self]
    pieces = response.body.makeAsyncIterator()
  }

  /// Counts the faults of elements, and reports repeated ones at the end.
  var tally: ContractTally?

  package var limit: Int { record.request.policy.maxBodyBytes }

  var deadline: ContinuousClock.Instant? { record.request.end?.instant }

  var secrets: Secrets { record.request.secrets }

  /// Returns the next bytes, at least one; nil at the end. An error ends the call.
  package func next() async throws(CallError) -> [UInt8]? {
    guard var pieces else { return nil }
    do {
      while let piece = try await pieces.next() {
        try Task.checkCancellation()
        self.pieces = pieces
        if piece.isEmpty { continue }
        record.metrics.bytesReceived += Int64(piece.count)
        if isKept { try keep(piece) }
        tap?(piece)
        return piece
      }
      try Task.checkCancellation()
      self.pieces = nil
      if let bodyEnd, let watch = record.request.watch { watch.report(bodyEnd(), head.status, secrets) }
      return nil
    } catch var error as TransportError {
      // The head tells the caller which response broke off.
      error.head = error.head ?? .init(head.status, head.headers)
      throw fail(error)
    } catch {
      throw fail(error)
    }
  }

  func keep() { isKept = true }

  private func keep(_ piece: [UInt8]) throws(TransportError) {
    guard kept.count + piece.count <= limit else { throw ResponseBody.tooLarge(limit) }
    kept += piece
  }

  @discardableResult
  package func close() -> CallMetrics {
    pieces = nil
    guard isOpen else { return record.metrics }
    end()
    return record.end(head.status.code)
  }

  /// Ends the call with an error, and returns it with its endpoint and request, without secrets.
  package func fail(_ error: any Error) -> CallError {
    pieces = nil
    if !isOpen, let error = error as? CallError { return error }
    end()
    return record.fail(error)
  }

  private func end() {
    isOpen = false
    if let repeated = tally?.repeated(), !repeated.isEmpty { report(.broken(secrets.redact(repeated))) }
  }

  /// The maximum size of a rejected body in an error, because the body may never end.
  private static let maxRefused = 64 << 10

  /// Ends the call because of its head. The error contains the body, or says that it contains only the beginning.
  func refuse(_ code: CallError.Code, _ message: String) async -> CallError {
    var error = CallError(code, message, of: plan.model, attempts: 1).with(head.status, head.headers)
    let maximum = min(limit, Self.maxRefused)
    var beginning: [UInt8] = []
    while beginning.count <= maximum, let piece = try? await pieces?.next() { beginning += piece.prefix(maximum + 1 - beginning.count) }
    if Task.isCancelled { return fail(CancellationError()) }
    if beginning.count > maximum {
      beginning.removeLast()
      error.message += "; the error contains the first \(ByteCount.text(maximum)) of the body"
    }
    error.body = beginning
    return fail(error)
  }

  func report(_ kind: @autoclosure () -> Event.Kind) { record.request.watch?.report(kind()) }

  deinit { close() }
}

extension ReplyHead: SecretHolder {
  /// The status and the names of the headers.
  public var description: String { status.description(headers) }
}
