import Dial
import DialCore
import DialHTTP
import DialTesting

extension MockCommand {
  /// What answers in place of the mocks: the service, whose answers are kept, or a recording.
  func makeUpstream(_ recorder: Recorder?) throws(Failure) -> (any Transport)? {
    if let recorder { return recorder }
    guard let path = mock.replay else { return nil }
    return try CallLine.told { () throws(CallError) in try Replay(path) }
  }

  func makeRecorder(_ console: Console) throws(Failure) -> Recorder? {
    guard let path = mock.record else {
      if let flag = transport.given.first { throw .usage("\(flag) is for the service that --record asks, and --record is not given") }
      return nil
    }
    if transport.retry != nil { throw .usage("--retry is for calls: what 'dial mock' records goes out once") }
    if transport.insecure, !quiet { console.warn("--insecure: certificates are not verified") }
    let way = BoundedTransport(
      inner: HTTPTransport(configuration: try transport.makeConfiguration()), timeout: try transport.makeTimeout())
    return try CallLine.told { () throws(CallError) in try Recorder(path, over: way, extending: true) }
  }

  /// Serves, and saves what was recorded every second, so that little is lost whatever ends the program. A save writes the whole file:
  /// that of a long recording is waited for ten times as long as the last one took.
  static func saving(_ recorder: Recorder?, _ console: Console, _ serve: () async -> Void) async throws {
    guard let recorder else { return await serve() }
    let saving = Task {
      var pause = Duration.seconds(1)
      while !Task.isCancelled {
        try? await Task.sleep(for: pause)
        let start = ContinuousClock.now
        do throws(CallError) { try recorder.save() } catch { console.warn(error.message) }
        pause = max(.seconds(1), (.now - start) * 10)
      }
    }
    await serve()
    saving.cancel()
    await saving.value
    do throws(CallError) { try recorder.save() } catch { throw Failure(error) }
  }
}

extension TransportFlags {
  /// The flags that were given.
  var given: [String] {
    let all = [
      ("--timeout", timeout != nil), ("--retry", retry != nil), ("--cacert", cacert != nil), ("--cert", cert != nil), ("--key", key != nil),
      ("--proxy", proxy != nil), ("--http1.1", http1), ("--insecure", insecure),
    ]
    return all.filter(\.1).map(\.0)
  }
}

/// Bounds the time of each request as a whole.
private struct BoundedTransport: Transport {
  let inner: any Transport
  let timeout: Duration?

  func send(_ request: PreparedRequest) async throws -> Response {
    var request = request
    if let timeout {
      request.policy.totalTimeout = timeout
      request.policy.deadline = .now + timeout
    }
    return try await inner.send(request)
  }
}
