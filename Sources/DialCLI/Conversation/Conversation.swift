import Dial
import DialConsole
import Synchronization

/// Connects a WebSocket to the terminal: typed lines are sent, received messages are printed.
///
/// It ends when the server closes or the time is over. After the last line, it waits for the first reply, and then closes when the server
/// has been silent for as long as `patience`.
struct Conversation: Sendable {
  let printer: MessagePrinter
  let lines: TypedLines?
  /// The limit of `--timeout`; nil for none.
  var time: TimeLimit?
  var patience = Duration.seconds(1)
  /// How long the first reply to the last line may take.
  var first = Duration.seconds(30)
  /// What `--wait` says instead of both.
  var wait: SocketWait?
  /// Whether a line `@FILE` is the content of a file. Only the user decides that, because lines can come from others.
  var sendsFiles = false
  /// Told how long the server was silent when the conversation ended before the server did.
  var ended: @Sendable (Duration) -> Void = { _ in }
  /// How long the server may take to confirm a close after the time is over.
  private static let closeTimeout = Duration.milliseconds(500)

  func run(_ socket: Socket) async throws {
    let activity = SocketActivity()
    // Not cancelled with the task of the command: an interrupt closes the socket, and messages until then are printed.
    let printing = Task {
      var printer = printer
      do {
        for try await message in socket where !activity.isLate {
          activity.restart(1)
          try printer.write(message, of: socket)
        }
        try printer.finish()
      } catch {
        printer.interrupt()
        throw error
      }
    }
    let sending = Task { try await send(over: socket, activity) }
    let ending = time.map { time in
      Task {
        try await close(socket, at: time, activity)
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
    // After the last message.
    if case .success = ended, let silence = activity.end { self.ended(silence) }
    if let fault = activity.fault, fault is Failure || activity.isLate { throw fault }
    do {
      try ended.get()
    } catch let failure as Failure {
      try? await socket.close()
      throw failure
    }
    try Task.checkCancellation()
    if let fault = activity.fault { throw fault }
  }

  private func close(_ socket: Socket, at time: TimeLimit, _ activity: SocketActivity) async throws {
    try await Task.sleep(until: time.end, clock: .continuous)
    activity.fail(socket.failure(TransportError(.timeout, time.message(after: activity.count))), isLate: true)
    Task { try? await socket.close() }
    try await Task.sleep(for: Self.closeTimeout)
  }

  private func send(over socket: Socket, _ activity: SocketActivity) async throws {
    guard var lines else { return }
    do {
      while let line = try await lines.next() {
        activity.expect()
        try await socket.send(try message(line))
      }
    } catch {
      // The reader reports how the socket was closed.
      if (error as? CallError)?.code != .closed, !Task.isCancelled { activity.fail(error) }
      return try await socket.close()
    }
    if wait == .untilClose { return }
    activity.restart(0)
    while true {
      let limit = limit(activity)
      let left = limit - activity.silence
      if left <= .zero { break }
      // A reply shortens the time that is left.
      try await Task.sleep(for: min(left, patience))
    }
    // A close of the server that arrived meanwhile is not the end of this side.
    if socket.closing == nil { activity.end(after: limit(activity)) }
    try await socket.close()
  }

  private func message(_ line: String) throws(Failure) -> Socket.Message {
    guard sendsFiles, line.hasPrefix("@") else { return .text(line) }
    let bytes = try LocalFile(String(line.dropFirst())).read()
    guard bytes.count <= TypedLines.longest else {
      throw .io("'\(line.dropFirst())' is larger than \(ByteCount.text(TypedLines.longest))")
    }
    return .bytes(bytes)
  }

  private func limit(_ activity: SocketActivity) -> Duration {
    if case .silence(let duration)? = wait { return duration }
    if activity.hasReply { return patience }
    // The limit of the whole conversation has its own error.
    return time == nil ? max(first, patience) : .seconds(36_500 * 86_400)
  }
}

/// When and how often messages arrived, and errors of reading lines, sending, or the time limit.
private final class SocketActivity: Sendable {
  private struct State {
    var last = ContinuousClock.now
    var count = 0
    /// The number of messages before the last line.
    var before = 0
    var fault: (any Error)?
    var isLate = false
    /// How long the server was silent when this side ended the conversation.
    var end: Duration?
  }

  private let state = Mutex(State())

  var silence: Duration { .now - state.withLock { $0.last } }
  /// The number of printed messages.
  var count: Int { state.withLock { $0.count } }
  var fault: (any Error)? { state.withLock { $0.fault } }
  var isLate: Bool { state.withLock { $0.isLate } }
  var end: Duration? { state.withLock { $0.end } }

  /// Whether a message has arrived since the last line.
  var hasReply: Bool { state.withLock { $0.count > $0.before } }

  /// Waits for a reply to the line that is sent next.
  func expect() { state.withLock { $0.before = $0.count } }

  /// Starts the silence again, after some messages or the last line.
  func restart(_ messages: Int) { state.withLock { ($0.last, $0.count) = (.now, $0.count + messages) } }

  func end(after silence: Duration) { state.withLock { $0.end = silence } }

  func fail(_ fault: any Error, isLate: Bool = false) {
    state.withLock { ($0.fault, $0.isLate) = ($0.fault ?? fault, $0.isLate || isLate) }
  }
}

/// The value of `--wait`: how long the server may be silent after the last line, or until it closes.
enum SocketWait: Sendable, Equatable {
  case silence(Duration)
  case untilClose

  init?(_ text: String?) throws(Failure) {
    if text == "close" {
      self = .untilClose
    } else if let duration = try FlagValue.duration(text, "--wait", "500ms or 10s, or 'close'") {
      self = .silence(duration)
    } else {
      return nil
    }
  }
}

/// The time limit of a conversation, including the handshake.
struct TimeLimit: Sendable {
  let duration: Duration
  let end: ContinuousClock.Instant

  init(_ duration: Duration) {
    self.duration = duration
    end = .now + duration
  }

  func message(after count: Int) -> String {
    let place = count == 0 ? "no message was received" : "\(count.counted("message")) received"
    return "timed out after \(DurationText.text(duration)); \(place)"
  }
}

struct TypedLines {
  /// Returns the next bytes; empty at the end.
  let piece: @Sendable () async throws(Failure) -> [UInt8]
  private var bytes: [UInt8] = []
  /// The start of the next line.
  private var start = 0
  private var isAtEnd = false
  private var number = 0
  /// The maximum length of a message.
  static let longest = 16 << 20

  init(_ piece: @escaping @Sendable () async throws(Failure) -> [UInt8]) { self.piece = piece }

  mutating func next() async throws(Failure) -> String? {
    var end = bytes[start...].firstIndex(of: 0x0A)
    while end == nil, !isAtEnd {
      bytes.removeFirst(start)
      start = 0
      let scanned = bytes.count
      guard scanned <= Self.longest else {
        throw .io("line \(number + 1) of standard input is longer than \(ByteCount.text(Self.longest))")
      }
      let more = try await piece()
      isAtEnd = more.isEmpty
      bytes += more
      end = bytes[scanned...].firstIndex(of: 0x0A)
    }
    if end == nil, start == bytes.count { return nil }
    let line = bytes[start..<(end ?? bytes.count)]
    start = min(line.endIndex + 1, bytes.count)
    number += 1
    if let text = String(validating: line, as: UTF8.self) { return text }
    throw .io("line \(number) of standard input is not valid UTF-8 and cannot be sent as text")
  }
}

/// Prints the messages of a WebSocket, one per line: text unchanged, bytes as base64. As JSON if something is selected, a format is set,
/// or the spec declares the messages.
struct MessagePrinter: Sendable {
  private let console: Console
  private let selection: Selection
  private let format: OutputFormat?
  private let endpoint: EndpointModel
  private var elements: ElementPrinter
  private var columns = FoundColumns()

  init(_ console: Console, _ selection: Selection, _ format: OutputFormat?, header: Bool? = nil, of endpoint: EndpointModel) {
    (self.console, self.selection, self.format, self.endpoint) = (console, selection, format, endpoint)
    // One line per message, on a terminal, too.
    let form = format == nil || format == .json ? .jsonl : format
    elements = ElementPrinter(Printer(console: console, format: form, isCompact: true, header: header), textEnd: "\n")
  }

  mutating func write(_ message: Socket.Message, of socket: Socket) throws {
    switch format {
    case OutputFormat.none?: return
    case .raw? where selection.isWhole, nil where selection.isWhole && !isDeclared: try write(message)
    default:
      try elements.write(try selection.applied(toElement: try socket.value(of: message), of: endpoint, &columns))
      try elements.flush()
    }
  }

  mutating func finish() throws(Failure) {
    try elements.finish()
    try selection.checkColumns(columns, endpoint)
  }

  mutating func interrupt() { elements.interrupt() }

  /// Whether the spec selects from messages or declares their shape.
  private var isDeclared: Bool { if case .shape = endpoint.result { true } else { endpoint.selection != nil } }

  private func write(_ message: Socket.Message) throws(Failure) {
    switch message {
    case .text(let text): try console.out(Array((console.outIsTerminal ? TerminalText.safe(text) : text).utf8) + [0x0A])
    case .bytes(let bytes) where format == .raw: try console.out(bytes)
    case .bytes(let bytes): try console.out(Array(Base64.encode(bytes).utf8) + [0x0A])
    }
  }
}
