import Dial
import DialMessage
import DialModel
import DialStreams
import Synchronization

/// Talks over a web socket: lines that are typed are sent, messages that come are printed.
///
/// It ends with the server's close, and when its time is over. After the last line it waits for what still comes: when the server was
/// silent for a second, it closes itself.
struct Conversation: Sendable {
  let printer: MessagePrinter
  /// What is typed; nil where nothing is read.
  let lines: TypedLines?
  /// Of `--timeout`; nil where it lasts as long as both sides want.
  var time: TimeLimit?
  static let patience = Duration.seconds(1)
  /// How long the server may take leave when the time is over.
  private static let farewell = Duration.milliseconds(500)

  func run(_ socket: Socket) async throws {
    let heard = SocketActivity()
    // Neither ends with the task of the command: an interrupt closes the socket, and what comes until then is printed.
    let printing = Task {
      var printer = printer
      do {
        for try await message in socket where !heard.isLate {
          heard.message()
          try printer.write(message, of: socket)
        }
        try printer.finish()
      } catch {
        printer.interrupt()
        throw error
      }
    }
    let sending = Task { try await send(over: socket, heard) }
    let ending = time.map { time in
      Task {
        try await close(socket, at: time, heard)
        printing.cancel()
      }
    }
    let ended = await withTaskCancellationHandler {
      await printing.result
    } onCancel: {
      sending.cancel()
      Task { try? await socket.close() }
    }
    sending.cancel()
    ending?.cancel()
    if let fault = heard.fault, fault is Failure || heard.isLate { throw fault }
    do {
      try ended.get()
    } catch let failure as Failure {
      try? await socket.close()
      throw failure
    }
    try Task.checkCancellation()
    if let fault = heard.fault { throw fault }
  }

  /// Closes the socket when the time is over. The server may answer the close, but not for long: the time is for the whole.
  private func close(_ socket: Socket, at time: TimeLimit, _ heard: SocketActivity) async throws {
    try await Task.sleep(until: time.end, clock: .continuous)
    heard.end(socket.failure(TransportError(.timeout, time.message(after: heard.count))))
    Task { try? await socket.close() }
    try await Task.sleep(for: Self.farewell)
  }

  private func send(over socket: Socket, _ heard: SocketActivity) async throws {
    guard var lines else { return }
    do {
      while let line = try await lines.next() { try await socket.send(line) }
    } catch {
      // How the socket was closed is told by what reads.
      if (error as? CallError)?.code != .closed, !Task.isCancelled { heard.fail(error) }
      return try await socket.close()
    }
    heard.now()
    while heard.silence < Self.patience { try await Task.sleep(for: Self.patience - heard.silence) }
    try await socket.close()
  }
}

/// When and how often the server was heard, and what was wrong: the input, sending it, or that the time was over.
private final class SocketActivity: Sendable {
  private struct State {
    var last = ContinuousClock.now
    var count = 0
    var fault: (any Error)?
    var isLate = false
  }

  private let state = Mutex(State())

  var silence: Duration { .now - state.withLock { $0.last } }
  /// The messages that were printed.
  var count: Int { state.withLock { $0.count } }
  var fault: (any Error)? { state.withLock { $0.fault } }
  var isLate: Bool { state.withLock { $0.isLate } }

  func now() { state.withLock { $0.last = .now } }

  func message() {
    state.withLock { state in
      state.last = .now
      state.count += 1
    }
  }

  func fail(_ fault: any Error) { state.withLock { $0.fault = $0.fault ?? fault } }

  func end(_ fault: any Error) {
    state.withLock { state in
      state.isLate = true
      state.fault = state.fault ?? fault
    }
  }
}

/// The time that a conversation may take, its opening included.
struct TimeLimit: Sendable {
  let duration: Duration
  let end: ContinuousClock.Instant

  /// Begins now.
  init(_ duration: Duration) {
    self.duration = duration
    end = .now + duration
  }

  /// That it is over.
  func message(after count: Int) -> String {
    let place = count == 0 ? "no message was received" : "\(count) message\(count == 1 ? "" : "s") received"
    return "timed out after \(DurationText.text(duration)); \(place)"
  }
}
