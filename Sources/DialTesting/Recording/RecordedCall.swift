import Dial
import DialLibc
import Synchronization

/// One request and its response, as far as they have been transferred.
final class RecordedCall: Sendable {
  private enum Phase { case open, ended, cut, dropped }

  private struct State {
    var phase = Phase.open
    var sent: [UInt8] = []
    var response: (status: HTTPResponse.Status, headers: HTTPFields)?
    var received: [UInt8] = []
    var failure: TransportError?
    var headAt: ContinuousClock.Instant?
    var endAt: ContinuousClock.Instant?
  }

  private let request: PreparedRequest
  private let start: (date: Timestamp?, instant: ContinuousClock.Instant)?
  private let state = Mutex(State())

  init(_ request: PreparedRequest, isTimed: Bool) {
    self.request = request
    start = isTimed ? (Self.now, .now) : nil
  }

  private static var now: Timestamp? {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(seconds: Int64(time.tv_sec), nanoseconds: Int(time.tv_nsec))
  }

  var isOpen: Bool { state.withLock { $0.phase == .open } }

  /// Returns the same body, which is recorded while it is sent. Throws if it is known to be too large.
  func following(_ body: RequestBody) throws -> RequestBody {
    switch body {
    case .none: return body
    case .bytes(let bytes):
      try checkLimit(bytes.count)
      state.withLock { $0.sent = bytes }
      return body
    case .stream(let length, let replay, let pieces):
      if let length { try checkLimit(Int(clamping: length)) }
      let again = replay.map { make in
        { @Sendable [self] in
          state.withLock { $0.sent = [] }
          return make().tapped(by: sentTap)
        }
      }
      return .stream(length: length, replay: again, pieces.tapped(by: sentTap))
    }
  }

  private func checkLimit(_ count: Int) throws {
    let limit = request.policy.maxBodyBytes
    guard count > limit else { return }
    state.withLock { $0.phase = .dropped }
    throw TransportError(.limit, "the body is larger than the recording limit of \(ByteCount.text(limit))")
  }

  private var sentTap: Tap { Tap { [self] piece in try add(piece, to: \.sent) } }

  private func add(_ piece: [UInt8], to part: WritableKeyPath<State, [UInt8]>) throws {
    let count = state.withLock { state in
      state[keyPath: part] += piece
      return state[keyPath: part].count
    }
    try checkLimit(count)
  }

  /// Records the head, and returns the tap for the body.
  func received(_ response: Response) -> Tap {
    state.withLock { state in
      state.response = (response.status, response.headers)
      state.headAt = .now
    }
    return Tap { [self] piece in
      try add(piece, to: \.received)
    } end: { [self] error, isWhole in
      // HAR has no place for trailers; a declared header finds them here.
      if isWhole, !response.trailers.isEmpty { state.withLock { $0.response?.headers.append(contentsOf: response.trailers) } }
      end(error, otherwise: isWhole ? .ended : .cut)
    }
  }

  /// Records a network error. Other errors, such as a cancellation, are not recorded.
  func failed(_ error: any Error) { end(error, otherwise: .dropped) }

  /// Records the end of the call: a network error, or `phase` without one.
  private func end(_ error: (any Error)?, otherwise phase: Phase) {
    let failure = (error as? TransportError).flatMap { $0.kind == .cancelled ? nil : $0 }
    state.withLock { state in
      guard state.phase == .open else { return }
      state.phase = failure == nil ? phase : .ended
      state.failure = failure
      if state.response != nil { state.endAt = .now }
    }
  }

  /// The entry without secrets; nil if there is nothing to record.
  var entry: HAREntry? {
    var state = state.withLock { $0 }
    guard state.phase != .dropped, state.phase != .open else { return nil }
    state.sent = HARRequest.plain(state.sent, request)
    // Secrets are found in a plain body only.
    if let headers = state.response?.headers { state.received = Self.plain(state.received, headers, request) }
    let found = FoundSecrets()
    let sent = HARRequest(request, body: state.sent, Redaction(request.secrets, found: found))
    if let response = state.response { _ = Redaction(secrets(state), found: found).fields(response.headers) }
    // Requests are compared with recorded ones, and responses may repeat their values, so echoes are redacted, too.
    let redaction = Redaction(secrets(state), echoes: echoes(state).union(found.all))
    var answer = HARResponse(body: [])
    if let response = state.response {
      let type = response.headers[.contentType]
      answer.status = response.status.code
      answer.reason = redaction.text(response.status.reasonPhrase)
      answer.headers = redaction.fields(response.headers)
      answer.body = redaction.body(state.received, type.flatMap { MediaType($0) })
      answer.type = answer.headers.value("content-type")
    }
    if let failure = state.failure { answer.failure = .init(kind: failure.kind.rawValue, message: redaction.text(failure.message)) }
    let isBodiless = !HTTPResponse.Status.mayHaveBody(answer.status, to: request.method)
    if state.phase == .cut, !isBodiless { answer.comment = "the body was not read to its end" }
    return HAREntry(endpoint: request.endpoint, times: times(state), request: sent, response: answer)
  }

  /// Returns a body without the content coding that the request asked for, if the transport has kept it for another program.
  private static func plain(_ body: [UInt8], _ headers: HTTPFields, _ request: PreparedRequest) -> [UInt8] {
    guard request.context[KeepsCodings.self], headers.contains(.contentEncoding), request.method != .head else { return body }
    return headers.decoded(body, askedBy: request.headers, upTo: request.policy.maxBodyBytes) ?? body
  }

  /// Returns values that a response may repeat: those with secret names in the request or the response.
  private func echoes(_ state: State) -> Set<String> {
    var sent = request
    sent.body = .bytes(state.sent)
    var found = UndeclaredSecrets.all(of: sent)
    guard let response = state.response else { return found }
    found.formUnion(UndeclaredSecrets.fields(response.headers))
    return found.union(UndeclaredSecrets.body(state.received, response.headers[.contentType].flatMap { MediaType($0) }))
  }

  /// Returns the secrets of the request, and the tokens in the response that the spec declares.
  private func secrets(_ state: State) -> Secrets {
    var secrets = request.secrets
    if !request.tokenPaths.isEmpty { for token in request.tokens(in: state.received) ?? [] { secrets.add(token) } }
    return secrets
  }

  private func times(_ state: State) -> HAREntry.Times {
    guard let start else { return .init() }
    let head = state.headAt ?? state.endAt ?? start.instant
    return .init(start: start.date, wait: Self.milliseconds(head - start.instant), receive: Self.milliseconds((state.endAt ?? head) - head))
  }

  private static func milliseconds(_ duration: Duration) -> Int { Int(duration / .milliseconds(1)) }
}

/// Observes the pieces of a body. When it is released, the body is no longer read.
final class Tap: Sendable {
  /// Throws if there are too many bytes.
  fileprivate let take: @Sendable ([UInt8]) throws -> Void
  fileprivate let end: @Sendable (_ error: (any Error)?, _ isWhole: Bool) -> Void

  fileprivate init(
    _ take: @escaping @Sendable ([UInt8]) throws -> Void,
    end: @escaping @Sendable (_ error: (any Error)?, _ isWhole: Bool) -> Void = { _, _ in }
  ) { (self.take, self.end) = (take, end) }

  deinit { end(nil, false) }
}

extension ResponseBody {
  /// Returns the same body with a tap that observes its pieces. The tap is released with the body.
  func tapped(by tap: Tap) -> ResponseBody {
    ResponseBody {
      var pieces = makeAsyncIterator()
      return {
        do {
          let piece = try await pieces.next()
          if let piece { try tap.take(piece) } else { tap.end(nil, true) }
          return piece
        } catch {
          tap.end(error, false)
          throw error
        }
      }
    }
  }
}
