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
      var printer = printer
      do {
        for try await message in socket {
          heard.now()
          try printer.write(message, of: socket)
        }
        try printer.finish()
      } catch {
        printer.interrupt()
        throw error
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
    if let fault = heard.fault as? Failure { throw fault }
    do {
      try ended.get()
    } catch let failure as Failure {
      try? await socket.close()
      throw failure
    }
    try Task.checkCancellation()
    if let fault = heard.fault { throw fault }
  }

  private func send(over socket: Socket, _ heard: Heard) async throws {
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

/// When the server was last heard, and what was wrong with the input or with sending it.
private final class Heard: Sendable {
  private let state = Mutex<(last: ContinuousClock.Instant, fault: (any Error)?)>((.now, nil))

  var silence: Duration { .now - state.withLock { $0.last } }
  var fault: (any Error)? { state.withLock { $0.fault } }

  func now() { state.withLock { $0.last = .now } }
  func fail(_ fault: any Error) { state.withLock { $0.fault = fault } }
}
