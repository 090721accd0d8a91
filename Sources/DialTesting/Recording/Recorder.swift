import DialEngine
public import DialMessage
import DialModel
import DialPolicies
import DialSpec
import DialStreams
import Synchronization

/// A transport that keeps what another one sends and receives, as a HAR 1.2 file that ``Replay`` answers from and other tools read.
///
/// ```swift
/// let recorder = try Recorder("users.har", over: HTTPTransport())
/// let users = Client(spec, transport: recorder)
/// try await users.getUser(id: 7)
/// try recorder.save()
/// ```
///
/// Each redirect is an entry, in the order of sending. Secrets are written as `REDACTED`: those of the spec wherever they stand, the
/// values of headers for credentials and of cookies, and members, items and parts whose names sound secret, such as `access_token`.
/// The same calls give the same bytes: times are zero unless they are asked for, and multipart bodies have no boundary.
///
/// Bodies pass as they come. A call whose answer broke is recorded as failed; one that was cancelled before its answer is not recorded.
/// A body may have as many bytes as a reply in memory: more end the call with an error of kind `limit`.
public final class Recorder: CertifiedTransport {
  private let file: HARFile
  private let transport: any Transport
  private let isTimed: Bool
  private let calls = Mutex<[RecordedCall]>([])
  /// Whether the next save replaces what is in the file.
  private let replaces: Mutex<Bool>

  /// Records what `transport` does into the file at `path`, which is written by ``save()``.
  ///
  /// - Parameter extending: adds to a recording that is there already, in place of replacing it.
  /// - Parameter timed: records when requests were sent and how long they took; the recording is another one each time then.
  ///
  /// Throws a ``CallError`` of code `io` where the file could not be written, or is there and no recording: such a file stays as it is.
  public init(_ path: String, over transport: any Transport, extending: Bool = false, timed: Bool = false) throws(CallError) {
    file = HARFile(path: path)
    self.transport = transport
    isTimed = timed
    replaces = Mutex(!extending)
    try file.check()
  }

  package var clientCertificate: String? { (transport as? any CertifiedTransport)?.clientCertificate }

  /// Sends a request by the other transport, whose answer or error it gives.
  public func send(_ request: PreparedRequest) async throws -> Response {
    let call = RecordedCall(request, isTimed: isTimed)
    var request = request
    request.body = try call.following(request.body)
    calls.withLock { $0.append(call) }
    do {
      var response = try await transport.send(request)
      let body = response.body
      response.body = ResponseBody(TappedPieces(pieces: body, tap: call.received(response)))
      return response
    } catch {
      call.failed(error)
      throw error
    }
  }

  /// Writes what was recorded since the last time. The file is written aside and takes its name when it is whole; only its owner may read
  /// it. A call whose answer is still being read is left for the next time.
  public func save() throws(CallError) {
    try replaces.withLock { replaces throws(CallError) in
      let ended = calls.withLock { $0.filter { !$0.isOpen } }
      let entries = ended.compactMap(\.entry)
      if replaces || !entries.isEmpty { try file.append(entries, replaces: replaces) }
      replaces = false
      let saved = Set(ended.map { ObjectIdentifier($0) })
      calls.withLock { calls in calls.removeAll { saved.contains(ObjectIdentifier($0)) } }
    }
  }
}
