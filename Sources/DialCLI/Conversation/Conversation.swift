import Dial
import DialCore
import Synchronization

/// Talks over a web socket: lines that are typed are sent, messages that come are printed.
///
/// It ends with the server's close. After the last line it waits for what still comes: when the server was silent for a second, it
/// closes itself.
struct Conversation: Sendable {
  let printer: MessagePrinter
  /// What is typed; nil where nothing is read.
  let lines: TypedLines?
  static let patience = Duration.seconds(1)

  func run(_ socket: Socket) async throws {
    let heard = Heard()
    // Neither ends with the task of the command: an interrupt closes the socket, and what comes until then is printed.
    let printing = Task {
      for try await message in socket {
        heard.now()
        try printer.write(message, of: socket)
      }
    }
    let sending = Task { try await send(over: socket, heard) }
    let ended = await withTaskCancellationHandler {
      await printing.result
    } onCancel: {
      sending.cancel()
      Task { try? await socket.close() }
    }
    sending.cancel()
    if let fault = heard.fault { throw fault }
    do {
      try ended.get()
    } catch let failure as Failure {
      try? await socket.close()
      throw failure
    }
    try Task.checkCancellation()
  }

  private func send(over socket: Socket, _ heard: Heard) async throws {
    guard var lines else { return }
    do {
      while let line = try await lines.next() { try await socket.send(line) }
    } catch let fault as Failure {
      heard.fail(fault)
      return try await socket.close()
    }
    heard.now()
    while heard.silence < Self.patience { try await Task.sleep(for: Self.patience - heard.silence) }
    try await socket.close()
  }
}

/// When the server was last heard, and what was wrong with the input.
private final class Heard: Sendable {
  private let state = Mutex<(last: ContinuousClock.Instant, fault: Failure?)>((.now, nil))

  var silence: Duration { .now - state.withLock { $0.last } }
  var fault: Failure? { state.withLock { $0.fault } }

  func now() { state.withLock { $0.last = .now } }
  func fail(_ fault: Failure) { state.withLock { $0.fault = fault } }
}
