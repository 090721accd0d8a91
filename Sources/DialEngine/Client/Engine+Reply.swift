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

  /// Sends a draft and reads the whole reply.
  package func send(_ draft: consuming Draft, _ meter: ProgressMeter? = nil) async throws(CallError) -> Reply {
    var record = try begin(consume draft, meter, whole: true)
    return try await send(&record)
  }

  /// Sends the request of a call and reads the whole reply; the end of the call.
  ///
  /// What waits for a server holds the frames of all functions from here down to the connection, for each call that is under way. So
  /// these wait and do little else: the work before and behind is done in functions that do not wait, and are not inlined, and what most
  /// calls do not need has frames of its own.
  func send(_ record: inout CallRecord) async throws(CallError) -> Reply {
    var response: Response
    var body: [UInt8]?
    do {
      response = try await accepted(&record)
      // What is accepted and is no success is read as it is.
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
  /// Sends the request as it stands now.
  @discardableResult
  public func send() async throws(CallError) -> Reply { try await engine.send(self) }
}
