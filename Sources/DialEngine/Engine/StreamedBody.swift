package import DialMessage
import DialModel
import HTTPTypes

/// The body of an opened response, read in pieces. The owner ends the call with ``close()`` or ``fail(_:)``, after which there are no
/// more events; releasing it closes it. Each of these ends the transfer.
package final class StreamedBody {
  package let head: ReplyHead
  package let plan: EndpointPlan
  /// What to do about elements that differ from their declaration.
  let check: ResponseCheck
  private var record: CallRecord
  private var pieces: ResponseBody.AsyncIterator?
  private var isOpen = true
  private(set) var isKept = false
  /// The bytes so far, if they are kept.
  private(set) var kept: [UInt8] = []

  init(_ opened: consuming OpenedReply) {
    let response = opened.response
    head = ReplyHead(status: response.status, headers: response.headers, url: response.url)
    plan = opened.plan
    check = opened.check
    record = opened.record
    pieces = response.body.makeAsyncIterator()
  }

  /// Counts the faults of elements, and reports repeated ones at the end.
  var tally: ContractTally?

  /// The maximum size of the body in memory.
  package var limit: Int { record.request.policy.maxBodyBytes }

  /// The deadline of the whole call.
  var deadline: ContinuousClock.Instant? { record.request.end?.instant }

  /// The secrets of the request.
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
        return piece
      }
      try Task.checkCancellation()
      self.pieces = nil
      return nil
    } catch {
      throw fail(error)
    }
  }

  /// Keeps all following bytes, up to the maximum size.
  func keep() { isKept = true }

  private func keep(_ piece: [UInt8]) throws(TransportError) {
    guard kept.count + piece.count <= limit else { throw TransportError(.limit, "the body of the reply is larger than \(limit) bytes") }
    kept += piece
  }

  /// Ends the call successfully, and returns its metrics.
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
    if let repeated = tally?.repeated(), !repeated.isEmpty { tell(.broken(secrets.redact(repeated))) }
  }

  /// The part of a rejected body that an error keeps, because the body may never end.
  private static let maxRefused = 64 << 10

  /// Ends the call because of its head. The error contains the body, or says that it contains only the beginning.
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
      error.message += "; the error has the first \(maximum) bytes of its body"
    }
    error.body = beginning
    return fail(error)
  }

  func tell(_ kind: @autoclosure () -> Event.Kind) { record.request.watch?.tell(kind()) }

  deinit { close() }
}
