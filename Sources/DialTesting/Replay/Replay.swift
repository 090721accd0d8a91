import DialEngine
public import DialMessage
import DialModel
import DialPolicies
import DialSpec
import DialStreams
import HTTPTypes
import Synchronization

/// A transport that responds from a recording, without a network: one of ``Recorder``, or a HAR file of a browser or a proxy.
///
/// ```swift
/// let users = Client(spec, transport: try Replay("users.har"))
/// try await users.getUser(id: 7)   // as it was recorded
/// ```
///
/// A request gets the response to the same method, URL and body. Secrets and headers are ignored, except Range: a range that was not
/// recorded gets the whole body, if that was. JSON is compared as JSON, forms and multipart bodies item by item. Equal requests get their
/// responses in the recorded order, and the last one repeats. If nothing matches, the call throws a ``CallError`` with code `replay` that
/// names the nearest entry and the difference. Recorded failures are thrown again. A call is retried only if the recording has another
/// response to it, so its attempts are those of the recorded call. There are no pauses.
public struct Replay: Transport, OfflineTransport {
  package var mayKnowTokens: Bool { true }
  private let path: String
  private let entries: [HAREntry]
  private let keys: [ReplayKey]
  private let turns: ResponseQueue

  /// Reads a recording. Throws a ``CallError`` with code `io` if there is none, with line and column if it is not valid JSON.
  public init(_ path: String) throws(CallError) {
    let file = HARFile(path: path)
    let document = try file.read()
    self.path = path
    entries = try file.reading { () throws(HARFault) in try document.entries() }
    keys = entries.map { ReplayKey($0.request) }
    turns = ResponseQueue(keys)
  }

  /// Returns the recorded response to a request.
  public func send(_ request: PreparedRequest) async throws -> Response {
    try Task.checkCancellation()
    let body = try await request.body.collected(upTo: request.policy.maxBodyBytes)
    let sent = HARRequest(request, body: body, Redaction(request.secrets))
    let key = ReplayKey(sent)
    // A server may always send the whole (RFC 9110 section 14.2).
    guard let turn = turns.next(key) ?? turns.next(key.whole) else {
      throw CallError(
        .replay, "the recording '\(path)' has no response to \(sent.method) \(sent.url)",
        hint: ReplayMiss(key, entries: entries, keys: keys).text)
    }
    return try entries[turn.entry].response.answer(to: request, entry: turn.entry, isLast: turn.isLast)
  }
}

/// Selects the next of the responses to equal requests.
private final class ResponseQueue: Sendable {
  private struct Queue {
    var entries: [Int]
    var next = 0
  }

  private let queues: Mutex<[ReplayKey: Queue]>

  init(_ keys: [ReplayKey]) {
    var queues: [ReplayKey: Queue] = [:]
    for (index, key) in keys.enumerated() { queues[key, default: Queue(entries: [])].entries.append(index) }
    self.queues = Mutex(queues)
  }

  func next(_ key: ReplayKey) -> (entry: Int, isLast: Bool)? {
    queues.withLock { queues in
      guard let queue = queues[key] else { return nil }
      queues[key]?.next = min(queue.next + 1, queue.entries.count - 1)
      return (queue.entries[queue.next], queue.next == queue.entries.count - 1)
    }
  }
}
