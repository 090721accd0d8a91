import DialEngine
public import DialMessage
import DialModel
import DialPolicies
import DialSpec
import DialStreams
import HTTPTypes
import Synchronization

/// A transport that answers from a recording, without network: one of ``Recorder``, or a HAR file of a browser or a proxy.
///
/// ```swift
/// let users = Client(spec, transport: try Replay("users.har"))
/// try await users.getUser(id: 7)   // as it was recorded
/// ```
///
/// A request gets the answer to the same method, URL and body. Secrets make no difference, nor do headers, but Range: a part that was not
/// recorded is answered with the whole, where that was. JSON is compared as JSON, forms
/// and multipart bodies pair by pair and part by part. Equal requests get their answers in the order of the recording, the last one again
/// and again. Where nothing fits, the call throws a ``CallError`` of code `replay` that names the nearest entry, and what is different.
/// A failure that was recorded is thrown again. A call is tried again only where the recording has another answer to it, so that the tries
/// of a recorded call are those of its replay. Nothing is waited for.
public struct Replay: Transport, OfflineTransport {
  package var mayKnowTokens: Bool { true }
  private let path: String
  private let entries: [HAREntry]
  private let keys: [ReplayKey]
  private let turns: ResponseQueue

  /// Reads a recording. Throws a ``CallError`` of code `io` where there is none, with line and column where it is no JSON.
  public init(_ path: String) throws(CallError) {
    let file = HARFile(path: path)
    let document = try file.read()
    self.path = path
    entries = try file.reading { () throws(HARFault) in try document.entries() }
    keys = entries.map { ReplayKey($0.request) }
    turns = ResponseQueue(keys)
  }

  /// Gives the recorded answer to a request.
  public func send(_ request: PreparedRequest) async throws -> Response {
    try Task.checkCancellation()
    let body = try await request.body.collected(upTo: request.policy.maxBodyBytes)
    let sent = HARRequest(request, body: body, Redaction(request.secrets))
    let key = ReplayKey(sent)
    // A server may always answer with the whole (RFC 9110 section 14.2).
    guard let turn = turns.next(key) ?? turns.next(key.whole) else {
      throw CallError(
        .replay, "the recording '\(path)' has no answer to \(sent.method) \(sent.url)",
        hint: ReplayMiss(key, entries: entries, keys: keys).text)
    }
    return try entries[turn.entry].response.answer(to: request, entry: turn.entry, isLast: turn.isLast)
  }
}

/// Which of the answers to equal requests is next.
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
