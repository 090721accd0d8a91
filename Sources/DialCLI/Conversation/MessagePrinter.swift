import Dial
import DialCore
import DialJSON
import DialSyntax

/// Prints the messages of a web socket, each on a line as it comes: text as it is, bytes as base64. As JSON where it is to be selected
/// from, where a form is asked for, and where the spec declares what messages are.
struct MessagePrinter: Sendable {
  let console: Console
  let selection: Selection
  let format: OutputFormat?
  /// The spec selects from messages, or gives their shape.
  let isDeclared: Bool

  func write(_ message: Socket.Message, of socket: Socket) throws {
    switch format {
    case OutputFormat.none?: return
    case .raw? where !selects, nil where !selects && !isDeclared: try write(message)
    default: try printer.write(try selection.applied(to: try socket.value(of: message)))
    }
  }

  private var selects: Bool { selection.path != nil || selection.labels != nil }

  /// A line a message, whatever stdout is.
  private var printer: Printer { Printer(console: console, format: format == nil || format == .json ? .jsonl : format, isCompact: true) }

  private func write(_ message: Socket.Message) throws(Failure) {
    switch message {
    case .text(let text): try console.out(Array((console.outIsTerminal ? TerminalText.safe(text) : text).utf8) + [0x0A])
    case .bytes(let bytes) where format == .raw: try console.out(bytes)
    case .bytes(let bytes): try console.out(Array(Base64.encode(bytes).utf8) + [0x0A])
    }
  }
}

extension Selection {
  /// What the flags take from a message.
  func applied(to message: JSON) throws(Failure) -> Outcome {
    var value = message
    do throws(JSONError) {
      if let path { value = isRequired ? try path.require(in: value) : try path.select(value) }
      if let labels { return try TupleRows(labels, isRequired: isRequired).rows(of: value) }
    } catch {
      throw Failure("selection", path.map { "--select '\($0.text)': \(error.message)" } ?? error.message, exit: ExitStatus.reply)
    }
    return .json(value)
  }
}
