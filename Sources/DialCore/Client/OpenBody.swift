import HTTPTypes

/// The body of an opened reply, taken piece by piece. The end of its call is told once, however it comes: at the end of the bytes, with
/// an error, by ``close()``, or when the last who holds it lets go. All but the first end the transfer at once.
package final class OpenBody {
  package let head: ReplyHead
  package let plan: EndpointPlan
  private var record: CallRecord
  private var pieces: ResponseBody.AsyncIterator?

  init(_ opened: consuming OpenedReply) {
    let response = opened.response
    head = ReplyHead(status: response.status, headers: response.headers, url: response.url)
    plan = opened.plan
    record = opened.record
    pieces = response.body.makeAsyncIterator()
  }

  /// The largest piece of the body that may be kept in memory.
  package var limit: Int { record.request.policy.maxBodyBytes }

  /// The next bytes, some at least; nil at the end, and after an error.
  package func next() async throws(CallError) -> [UInt8]? {
    guard var pieces else { return nil }
    do {
      repeat {
        let piece = try await pieces.next()
        try Task.checkCancellation()
        guard let piece else {
          close()
          return nil
        }
        record.metrics.bytesReceived += Int64(piece.count)
        self.pieces = pieces
        if !piece.isEmpty { return piece }
      } while true
    } catch {
      throw fail(error)
    }
  }

  /// Ends the call with an error of its reading, and gives it as the call throws it: with its endpoint, the request, no secret.
  package func fail(_ error: any Error) -> CallError {
    guard pieces != nil else { return (error as? CallError) ?? CallError(.middleware, "\(error)") }
    pieces = nil
    return record.fail(error)
  }

  /// Ends the call as one that has what it wanted.
  package func close() {
    guard pieces != nil else { return }
    pieces = nil
    _ = record.end(head.status.code)
  }

  deinit { close() }
}
