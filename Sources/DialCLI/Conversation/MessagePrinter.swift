import Dial
import DialMessage
import DialModel
import DialStreams
import DialSyntax

/// Prints the messages of a web socket, one per line: text unchanged, bytes as base64. As JSON if something is selected, a format is set,
/// or the spec declares the messages.
struct MessagePrinter: Sendable {
  private let console: Console
  private let selection: Selection
  private let format: OutputFormat?
  private let endpoint: EndpointModel
  private var elements: ElementPrinter

  init(_ console: Console, _ selection: Selection, _ format: OutputFormat?, of endpoint: EndpointModel) {
    (self.console, self.selection, self.format, self.endpoint) = (console, selection, format, endpoint)
    // One line per message, on a terminal, too.
    let form = format == nil || format == .json ? .jsonl : format
    elements = ElementPrinter(Printer(console: console, format: form, isCompact: true), textEnd: .line)
  }

  mutating func write(_ message: Socket.Message, of socket: Socket) throws {
    switch format {
    case OutputFormat.none?: return
    case .raw? where selection.isWhole, nil where selection.isWhole && !isDeclared: try write(message)
    default:
      try elements.write(try selection.applied(toElement: try socket.value(of: message), of: endpoint))
      try elements.flush()
    }
  }

  /// Finishes the output.
  mutating func finish() throws(Failure) { try elements.finish() }

  /// Finishes the output after an error.
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
