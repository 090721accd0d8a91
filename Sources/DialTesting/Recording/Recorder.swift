public import Dial
import Synchronization

/// A transport that records what another transport sends and receives, as a HAR 1.2 file for ``Replay`` and other tools.
///
/// ```swift
/// let recorder = try Recorder("users.har", over: HTTPTransport())
/// let users = Client(spec, transport: recorder)
/// try await users.getUser(id: 7)
/// try recorder.save()
/// ```
///
/// Each redirect is an entry. Secrets are replaced by `REDACTED`: those of the spec, credential headers and cookies, and values with secret
/// names, such as `access_token`. The same calls give the same bytes, unless times are requested.
///
/// Bodies are passed on as they arrive. A call that broke off is recorded as failed. A body larger than a response in memory ends the call
/// with an error of kind `limit`.
public final class Recorder: Transport {
  private let file: HARFile
  private let transport: any Transport
  private let isTimed: Bool
  private let calls = Mutex<[RecordedCall]>([])
  /// Whether the next save replaces the file.
  private let replaces: Mutex<Bool>

  /// Records the calls of `transport` to the file at `path`, which ``save()`` writes; with `extending`, after existing entries, and with
  /// `timed`, with times. Throws a ``CallError`` with code `io` if the file cannot be written, or is not a recording.
  public init(_ path: String, over transport: any Transport, extending: Bool = false, timed: Bool = false) throws(CallError) {
    file = HARFile(path: path)
    self.transport = transport
    isTimed = timed
    replaces = Mutex(!extending)
    try file.check()
  }

  /// Those of the other transport.
  public var traits: TransportTraits { transport.traits }

  /// Sends a request with the other transport, and returns its response or throws its error.
  public func send(_ request: PreparedRequest) async throws -> Response {
    let call = RecordedCall(request, isTimed: isTimed)
    var request = request
    request.body = try call.following(request.body)
    calls.withLock { $0.append(call) }
    do {
      var response = try await transport.send(request)
      let body = response.body
      response.body = body.tapped(by: call.received(response))
      return response
    } catch {
      call.failed(error)
      throw error
    }
  }

  /// Writes the completed calls since the last save, atomically and readable only by the owner.
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

extension Recorder: SecretHolder {
  /// The name of the type, without calls.
  public var description: String { "Recorder" }
}
