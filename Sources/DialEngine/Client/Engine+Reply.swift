public import DialMessage
import DialModel
import HTTPTypes

extension Engine {
  func call(_ name: String, _ arguments: Arguments, _ options: CallOptions) async throws(CallError) -> Reply {
    var record = try begin(name, arguments, options)
    return try await send(&record)
  }

  @inline(never)
  private func begin(_ name: String, _ arguments: Arguments, _ options: CallOptions) throws(CallError) -> CallRecord {
    try begin(try prepare(name, arguments, options), nil, whole: true)
  }

  /// Sends a draft and reads the whole response.
  package func send(_ draft: consuming Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> Reply {
    var record = try begin(consume draft, meter, whole: true)
    return try await send(&record)
  }

  /// Sends the request of a call, reads the whole response, and ends the call.
  ///
  /// While a call waits for a server, it holds the frames of all functions from here to the connection. So these functions only wait. The
  /// work before and after is in functions that do not wait and are not inlined, and rare work has its own frames.
  func send(_ record: inout CallRecord) async throws(CallError) -> Reply {
    var response: Response
    var body: [UInt8]?
    do {
      response = try await accepted(&record)
      // An accepted status that is not a success is read as a whole.
      if !record.plan.model.isStream || response.status.kind != .successful { body = try await self.body(of: &response, &record) }
    } catch {
      throw record.fail(error)
    }
    if let body = body.take() { return try record.end(response, body) }
    return try await gathered(response, &record)
  }

  @inline(never)
  private func gathered(_ response: Response, _ record: inout CallRecord) async throws(CallError) -> Reply {
    try await OpenedReply(response: response, record: record).gather()
  }
}

extension Draft {
  /// Sends the request as it is now.
  @discardableResult
  public func send() async throws(CallError) -> Reply { try await engine.send(self) }
}
