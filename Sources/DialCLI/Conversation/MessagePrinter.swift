import Dial
import DialMessage
import DialModel
import DialStreams
import DialSyntax

/// Prints the messages of a web socket, each on a line as it comes: text as it is, bytes as base64. As JSON where it is to be selected
/// from, where a form is asked for, and where the spec declares what messages are.
struct MessagePrinter: Sendable {
  private let console: Console
  private let selection: Selection
  private let format: OutputFormat?
  private let endpoint: EndpointModel
  private var elements: ElementPrinter

  init(_ console: Console, _ selection: Selection, _ format: OutputFormat?, of endpoint: EndpointModel) {
    (self.console, self.selection, self.format, self.endpoint) = (console, selection, format, endpoint)
    // A line a message, whatever stdout is.
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

  /// What the end of the messages needs.
  mutating func finish() throws(Failure) { try elements.finish() }

  /// What is left to do where they broke off.
  mutating func interrupt() { elements.interrupt() }

  /// The spec selects from messages, or gives their shape.
  private var isDeclared: Bool { if case .shape = endpoint.result { true } else { endpoint.selection != nil } }

  private func write(_ message: Socket.Message) throws(Failure) {
    switch message {
    case .text(let text): try console.out(Array((console.outIsTerminal ? TerminalText.safe(text) : text).utf8) + [0x0A])
    case .bytes(let bytes) where format == .raw: try console.out(bytes)
    case .bytes(let bytes): try console.out(Array(Base64.encode(bytes).utf8) + [0x0A])
    }
  }
}
