import DialEngine
import DialMessage
import DialModel
import DialPolicies
import HTTPTypes

/// One download: its requests and the file that they fill.
struct DownloadRun {
  let draft: Draft
  private let target: DownloadTarget
  /// The path that the caller passed.
  private let path: String
  let meter: ProgressMeter?
  var tries: DownloadAttempts
  /// Whether a later request can ask for the rest.
  var mayResume: Bool
  /// Whether the caller wants what arrived before an interruption.
  private let keepsPart: Bool
  var part: PartFile?
  /// The writer of the part or of a device.
  private var writer: FileWriter?
  private var resumed = false
  /// Whether a response of this call was accepted, so a retry makes sense.
  var hasBegun = false
  /// Whether the response of this attempt started from the beginning, so that the earlier part was lost.
  private(set) var hasRestarted = false
  /// The length of the file after the current body; nil if unknown.
  private var end: Int64?

  init(_ draft: Draft, _ path: String, mayResume: Bool, pause: Duration, meter: ProgressMeter?) throws(CallError) {
    do throws(TransportError) {
      target = try DownloadTarget(path)
    } catch {
      throw draft.described(error)
    }
    let request = draft.request
    var isPlain = request.method == .get && request.headers[.range] == nil
    if case .none = request.body {} else { isPlain = false }
    (self.draft, self.path, self.meter) = (draft, path, meter)
    (self.mayResume, keepsPart) = (mayResume && isPlain, mayResume)
    tries = DownloadAttempts(pause: pause)
  }

  /// Sends requests until the file is complete.
  mutating func download() async throws(CallError) -> Download {
    do throws(CallError) {
      if mayResume, case .file(let path) = target { try adopt(path) }
      while true {
        if let done = try await attempt() { return done }
      }
    } catch {
      throw settled(error)
    }
  }

  /// Sends one request and reads its body; nil if another request must follow.
  private mutating func attempt() async throws(CallError) -> Download? {
    let offset = part?.length ?? 0
    tries.began()
    hasRestarted = false
    do throws(CallError) {
      let body = try await open(from: offset)
      let status = body.head.status
      if offset > 0, status.kind == .successful, ![200, 203, 206].contains(status.code) {
        throw body.fail(TransportError(.protocol, "the bytes from \(offset) were requested, but the server responded with \(status.code)"))
      }
      guard status.bringsContent else { return unchanged(body) }
      guard try begin(body, at: offset) else { return nil }
      try await fill(body)
      return try await finish(body, after: offset)
    } catch {
      guard let pause = pause(after: error, from: offset) else { throw error }
      try await wait(pause)
      return nil
    }
  }

  private func open(from offset: Int64) async throws(CallError) -> StreamedBody {
    var draft = draft
    // From the second request on, this loop decides about attempts and pauses, so each is one request.
    if hasBegun { draft.request.policy.maxRetries = 0 }
    if offset > 0, let validator = part?.note.validator {
      draft.request.headers[.range] = "bytes=\(offset)-"
      draft.request.headers[.ifRange] = validator.text
      // The caller can accept others, such as a 304 to a condition of its own.
      draft.request.context[AcceptedStatuses.self] = draft.accepted.adding(200, 206)
    }
    meter?.begin(at: offset)
    return try await draft.engine.open(draft, meter)
  }

  /// Writes the body to the file.
  private func fill(_ body: StreamedBody) async throws(CallError) {
    guard let writer else { return }
    let begun = writer.length
    if body.head.status == .ok { try append(try await body.start(), of: body, after: begun) }
    while let piece = try await body.next() { try append(piece, of: body, after: begun) }
    if let end, writer.length < end {
      throw body.fail(TransportError(.truncated, "the response ended early, after \(writer.length) of \(end) bytes"))
    }
  }

  /// - Parameter begun: the length of the file before the body.
  private func append(_ piece: [UInt8], of body: StreamedBody, after begun: Int64) throws(CallError) {
    guard let writer, !piece.isEmpty else { return }
    if let end, writer.length + Int64(piece.count) > end {
      // It is not what it says, so nothing of it is kept.
      if begun > 0 { try? writer.cut(to: begun) }
      throw body.fail(TransportError(.protocol, "the response body is longer than its declared length of \(end) bytes"))
    }
    do throws(TransportError) { try writer.append(piece) } catch { throw body.fail(error) }
  }

  /// Returns the complete file; nil if the server sent less than was requested.
  private mutating func finish(_ body: StreamedBody, after offset: Int64) async throws(CallError) -> Download? {
    guard let writer else { return nil }
    if let total = part?.note.total, writer.length < total {
      body.close()
      guard let pause = tries.next(gained: writer.length - offset) else {
        throw draft.described(TransportError(.truncated, "the server stopped sending after \(writer.length) of \(total) bytes"))
      }
      try await wait(pause)
      return nil
    }
    do throws(TransportError) {
      if let part { try part.finish() } else { try writer.close() }
    } catch {
      throw body.fail(error)
    }
    body.close()
    let place = if case .folder = target { part?.target ?? path } else { path }
    return Download(
      path: place, size: writer.length, status: body.head.status, headers: body.head.headers, url: body.head.url, resumed: resumed,
      requests: tries.requests)
  }

  /// Returns the file as it is, because the response has no content for it: a 304 says that it is up to date.
  private func unchanged(_ body: StreamedBody) -> Download {
    body.close()
    return Download(
      path: path, size: FileKind(path).map { $0.isRegular ? $0.size : 0 } ?? 0, status: body.head.status, headers: body.head.headers,
      url: body.head.url, resumed: false, requests: tries.requests)
  }

  /// Prepares the file for the body; false if the body is not wanted and another request must follow.
  private mutating func begin(_ body: StreamedBody, at offset: Int64) throws(CallError) -> Bool {
    do throws(TransportError) {
      let isOwn = draft.request.headers[.range] != nil
      if Self.isPart(body.head), !isOwn { return try goOn(body, from: offset) }
      // A 200 with a Content-Range that does not fit could be a part or the whole; only the length of the whole file tells.
      let length = Self.length(body.head)
      if offset > 0, !isOwn, body.head.headers[.contentRange] != nil, length == nil || length != part?.note.total {
        try startOver()
        body.close()
        return false
      }
      return try start(body)
    } catch {
      throw body.fail(error)
    }
  }

  /// Whether a response is a part of the file. Some servers send one with status 200, which has the length of the part.
  private static func isPart(_ head: ReplyHead) -> Bool {
    if head.status == .partialContent { return true }
    guard let bytes = head.headers[.contentRange].flatMap({ ContentRange($0) })?.bytes, bytes.lowerBound > 0 else { return false }
    return length(head) == bytes.upperBound - bytes.lowerBound + 1
  }

  private static func length(_ head: ReplyHead) -> Int64? { head.headers[.contentLength].flatMap { Int64($0) } }

  /// Continues with a partial response, which must be the requested part of the same file.
  private mutating func goOn(_ body: StreamedBody, from offset: Int64) throws(TransportError) -> Bool {
    guard offset > 0, let part, let total = part.note.total else {
      let status = body.head.status == .partialContent ? "206 Partial Content" : "\(body.head.status.code) and a Content-Range"
      throw TransportError(.protocol, "the server responded with \(status), but no range was requested")
    }
    let field = body.head.headers[.contentRange]
    guard let range = field.flatMap({ ContentRange($0) }), let bytes = range.bytes, bytes.lowerBound == offset, bytes.upperBound < total,
      range.total ?? total == total
    else {
      let what = field.map { "'\($0)'" } ?? "a range without Content-Range"
      throw TransportError(.protocol, "bytes \(offset) to \(total) were requested, but the server sent \(what)")
    }
    guard part.note.validator?.holds(for: body.head.headers) == true, body.head.headers[.contentEncoding] == nil else {
      try startOver()
      body.close()
      return false
    }
    end = bytes.upperBound + 1
    (hasBegun, resumed) = (true, true)
    return true
  }

  private mutating func start(_ body: StreamedBody) throws(TransportError) -> Bool {
    var note = PartMetadata(url: draft.shownURL, body.head, mayResume: mayResume)
    if let validator = note.validator, RedirectRules.isSecret(validator.text, draft.secrets) { note.validator = nil }
    end = note.total
    (hasBegun, resumed) = (true, false)
    if let part {
      hasRestarted = part.length > 0
      try part.restart(note)
      return true
    }
    switch target {
    case .device(let path):
      writer = try FileWriter(path)
      return true
    case .file(let path): part = try PartFile(of: path, note, mayReplace: true)
    case .folder(let folder):
      let path = folder + DownloadName.name(body.head, draft.request)
      guard FileKind(path) == nil else { throw PartFile.taken(path) }
      if note.isResumable, let left = try PartFile(leftBeside: path, of: note.url, mayReplace: false), left.note == note {
        (part, writer) = (left, left.writer)
        body.close()
        return false
      }
      part = try PartFile(of: path, note, mayReplace: false)
    }
    writer = part?.writer
    return true
  }

  /// Requests the whole file, because the partial responses of the server cannot be used.
  mutating func startOver() throws(TransportError) {
    mayResume = false
    guard let part else { return }
    var note = part.note
    note.validator = nil
    try part.restart(note)
  }

  /// Continues the part of an earlier call, if there is one.
  private mutating func adopt(_ path: String) throws(CallError) {
    do throws(TransportError) {
      part = try PartFile(leftBeside: path, of: draft.shownURL, mayReplace: true)
      writer = part?.writer
    } catch {
      throw draft.described(error)
    }
  }

  /// Returns the pause before the transfer is resumed; nil if it cannot be.
  mutating func pause(after error: CallError, from offset: Int64) -> Duration? {
    // The file has become shorter, or the server does not know the part.
    if offset > 0, error.status == .rangeNotSatisfiable, (try? startOver()) != nil { return .zero }
    guard mayResume, hasBegun, !Task.isCancelled, let part, part.note.isResumable,
      error.mayPass, var pause = tries.next(gained: hasRestarted ? 0 : part.length - offset)
    else { return nil }
    if let asked = RetryAfter.wait(error.headers) {
      if asked > RetryRule.maxWait { return nil }
      pause = max(pause, asked)
    }
    if let deadline = draft.request.end?.instant, .now + pause >= deadline { return nil }
    return pause
  }

  func wait(_ pause: Duration) async throws(CallError) {
    do {
      try await Task.sleep(for: pause)
    } catch {
      throw draft.described(error)
    }
  }

  /// Keeps a part that can be resumed, removes any other, and says so in the hint.
  func settled(_ error: CallError) -> CallError {
    var error = error
    error.attempts = tries.requests + error.earlier.count
    guard let part else { return error }
    let (path, length) = (part.writer.path, part.length)
    // If the disk is full, the part is removed to free its space.
    if keepsPart, part.note.total == nil, length > 0, error.code == .cancelled || error.code == .timeout, let kept = part.keep() {
      error.hint = "saved the \(ByteCount.text(Int(length))) that arrived in '\(kept)'"
      return error
    }
    guard error.code != .io, mayResume, part.note.isResumable, length >= DownloadAttempts.worth, let total = part.note.total else {
      part.remove()
      if length > 0, error.hint == nil {
        error.hint = "run the same call again to start over; the partial download was removed, because it cannot be resumed"
      }
      return error
    }
    let next = error.code == .protocol ? "to start over, remove it" : "run the same call again to resume"
    error.hint = "saved \(ByteCount.text(Int64(length), of: Int64(total))) in '\(path)'; \(next)"
    return error
  }
}

extension Draft {
  /// Describes a local error as a call does.
  func described(_ error: any Error) -> CallError { engine.describe(error, request, plan.model) }

  var shownURL: String { request.secrets.redact(url: request.url) }
}

/// Decides how often a download is resumed: as long as it makes progress, and a few times without any.
struct DownloadAttempts {
  /// The number of attempts in a row that may bring no progress.
  static let maximum = 3
  /// The number of bytes that count as progress. A smaller part is not kept.
  static let worth: Int64 = 16 << 10

  /// The shortest pause. It doubles after each attempt without progress.
  let pause: Duration
  private(set) var requests = 0
  private var vain = 0

  init(pause: Duration) { self.pause = pause }

  mutating func began() { requests += 1 }

  /// Returns the pause before the next attempt, given the number of bytes of the last one; nil if there should be none.
  mutating func next(gained: Int64) -> Duration? {
    vain = gained >= Self.worth ? 0 : vain + 1
    return vain > Self.maximum ? nil : Backoff(first: pause, maximum: pause * (1 << Self.maximum)).longest(vain)
  }
}
