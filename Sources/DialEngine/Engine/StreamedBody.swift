package import DialMessage
import DialModel
import HTTPTypes

/// The body of an opened reply, taken piece by piece. Who holds it tells how its call ended, by ``close()`` or ``fail(_:)``, after which
/// nothing more is told; letting go of it closes it. Each of these ends the transfer at once.
package final class StreamedBody {
  package let head: ReplyHead
  package let plan: EndpointPlan
  /// What is done about elements that are not what the spec declares.
  let check: ResponseCheck
  private var record: CallRecord
  private var pieces: ResponseBody.AsyncIterator?
  private var isOpen = true
  private(set) var isKept = false
  /// The bytes taken until now, where they are kept.
  private(set) var kept: [UInt8] = []

  init(_ opened: consuming OpenedReply) {
    let response = opened.response
    head = ReplyHead(status: response.status, headers: response.headers, url: response.url)
    plan = opened.plan
    check = opened.check
    record = opened.record
    pieces = response.body.makeAsyncIterator()
  }

  /// What its elements broke, where somebody counts that; what came more than once is told before the end is.
  var tally: ContractTally?

  /// The largest piece of the body that may be kept in memory.
  package var limit: Int { record.request.policy.maxBodyBytes }

  /// When the whole call must have ended.
  var deadline: ContinuousClock.Instant? { record.request.end?.instant }

  /// The secrets of the request, which no error may show.
  var secrets: Secrets { record.request.secrets }

  /// The next bytes, some at least; nil at the end. An error ends the call.
  package func next() async throws(CallError) -> [UInt8]? {
    guard var pieces else { return nil }
    do {
      while let piece = try await pieces.next() {
        try Task.checkCancellation()
        self.pieces = pieces
        if piece.isEmpty { continue }
        record.metrics.bytesReceived += Int64(piece.count)
        if isKept { try keep(piece) }
        return piece
      }
      try Task.checkCancellation()
      self.pieces = nil
      return nil
    } catch {
      throw fail(error)
    }
  }

  /// Keeps what is taken from now on, up to the bound of a body in memory.
  func keep() { isKept = true }

  private func keep(_ piece: [UInt8]) throws(TransportError) {
    guard kept.count + piece.count <= limit else {
      throw TransportError(.limit, "the response body is larger than \(ByteCount.text(limit))")
    }
    kept += piece
  }

  /// Ends the call as one that has what it wanted; gives what it cost.
  @discardableResult
  package func close() -> CallMetrics {
    pieces = nil
    guard isOpen else { return record.metrics }
    end()
    return record.end(head.status.code)
  }

  /// Ends the call with an error of its reading, and gives it as the call throws it: with its endpoint and its request, without a secret.
  package func fail(_ error: any Error) -> CallError {
    pieces = nil
    if !isOpen, let error = error as? CallError { return error }
    end()
    return record.fail(error)
  }

  private func end() {
    isOpen = false
    if let repeated = tally?.repeated(), !repeated.isEmpty { tell(.broken(secrets.redact(repeated))) }
  }

  /// What an error keeps of a body that is refused for its head: it may be one that never ends.
  private static let maxRefused = 64 << 10

  /// Ends the call because of what its head says, with the body in the error; the message says where that is the beginning alone.
  func refuse(_ code: CallError.Code, _ message: String) async -> CallError {
    var error = CallError(code, message, endpoint: plan.model.name, location: plan.model.range, attempts: 1)
    error.status = head.status
    error.headers = head.headers
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

  func tell(_ kind: @autoclosure () -> Event.Kind) { record.request.watch?.tell(kind()) }

  deinit { close() }
}
