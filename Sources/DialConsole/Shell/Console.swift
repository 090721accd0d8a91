import Dial
import DialLibc
import DialText
import Synchronization

/// The output of a command, and the properties of its terminal.
package struct Console: Sendable {
  package enum Color: String, Sendable, CaseIterable { case auto, always, never }

  package typealias Sink = @Sendable ([UInt8]) throws(Failure) -> Void

  package var out: Sink
  package var err: Sink
  package var outIsTerminal: Bool
  package var errIsTerminal: Bool
  /// Columns of stdout.
  package var width: Int
  /// Columns of a table if stdout is not a terminal; nil for unlimited.
  var pipeWidth: Int?
  /// Lines of the terminal; nil if unknown.
  package var height: Int?
  /// Shows a long text in a pager; false if there is none.
  package var page: (@Sendable ([UInt8]) -> Bool)?
  /// Whether a terminal gets colors.
  var mayColor = true
  package var color = Color.auto
  /// Whether warnings and notes are hidden, for `-q`.
  package var isQuiet = false
  /// Whether stderr gets only JSON objects, one per line, for `--errors json`.
  package var isJSON = false
  /// Whether `out` is standard output.
  package var isStandard = false
  /// Whether a line of stderr can be redrawn.
  package var mayRedraw = true
  /// The current columns of stderr; nil if `width` is used.
  var currentErrWidth: (@Sendable () -> Int)?
  /// The line of stderr that is redrawn.
  package let status = TerminalLine()

  /// Columns of stdout if it is a terminal; nil for unlimited.
  package var textWidth: Int? { outIsTerminal ? width : nil }

  func errWidth() -> Int { currentErrWidth?() ?? width }

  /// Whether the process was started without standard output. The first use gives missing streams to the null device: otherwise a socket
  /// would get their numbers.
  private static let isOutClosed: Bool = {
    let isClosed = fcntl(STDOUT_FILENO, F_GETFD) == -1
    for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) == -1 { _ = open("/dev/null", O_RDWR) }
    return isClosed
  }()

  /// Called before the process opens anything.
  package static func claimStreams() { _ = isOutClosed }

  package static var standard: Console {
    let isDumb = environment("TERM") == "dumb" || !(environment("NO_COLOR") ?? "").isEmpty
    var console = Console(
      out: { bytes throws(Failure) in
        if isOutClosed { throw .io("cannot write to standard output: it is closed") }
        do throws(Failure) {
          try FileDescriptor.write(bytes, to: STDOUT_FILENO)
        } catch {
          throw .io("cannot write to standard output: \(error.message)")
        }
      },
      err: { bytes throws(Failure) in try? FileDescriptor.write(bytes, to: STDERR_FILENO) },
      outIsTerminal: isatty(STDOUT_FILENO) == 1, errIsTerminal: isatty(STDERR_FILENO) == 1, width: TerminalSize.width(of: STDOUT_FILENO),
      mayColor: !isDumb)
    console.mayRedraw = environment("TERM") != "dumb"
    console.isStandard = true
    console.pipeWidth = TerminalSize.columns
    if console.outIsTerminal { (console.height, console.page) = (TerminalSize.height(of: STDOUT_FILENO), Pager.standard?.show) }
    console.currentErrWidth = { TerminalSize.width(of: STDERR_FILENO) }
    return console
  }

  package var outHasColor: Bool { color == .always || color == .auto && mayColor && outIsTerminal }
  package var errHasColor: Bool { color == .always || color == .auto && mayColor && errIsTerminal }

  /// Writes a text to stderr, unless it has to be JSON.
  package func note(_ text: String) { if !isJSON { tell(text) } }

  /// Writes a note about a call, unless `-q` is set.
  package func note(_ code: String, _ message: String, _ endpoint: String) {
    if !isQuiet { tell(Notice(.note, code, message, endpoint: endpoint)) }
  }

  /// Writes a warning, unless `-q` is set.
  package func warn(_ text: String) {
    if !isQuiet { tell(Notice(.warning, "warning", text)) }
  }

  /// Writes a notice in the format of this console; `text` replaces its line for people.
  package func tell(_ notice: Notice, text: String? = nil) {
    if isJSON { return tell(JSONHighlighter.line(notice.json)) }
    if let text { return tell(text) }
    let label = "\(notice.severity.rawValue):"
    let shown = TerminalText.styled(label, "1;35", if: errHasColor && notice.severity == .warning)
    tell("\(shown) \(TerminalText.safe(notice.message))")
  }

  /// Writes a line to stderr in any format.
  package func tell(_ text: String) { status.write(text + "\n", above: self) }

  /// Shows a part of the line that is redrawn, cut to the width of stderr; nil removes it.
  package func show(_ text: String?, as part: TerminalLine.Part) {
    status.show(text.map { Table.cut(TerminalText.safe($0), to: max(errWidth() - 1, 1)) }, as: part, on: self)
  }

  package static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The line of a terminal that shows the state of a call: why it waits, otherwise its progress, otherwise that of `dial wait`.
package final class TerminalLine: Sendable {
  package enum Part: Sendable { case wait, progress, poll }

  private struct State {
    var texts: [Part: String] = [:]
    var shown: String?
  }

  private let state = Mutex(State())

  /// Writes lines above the shown text.
  package func write(_ lines: String, above console: Console) {
    state.withLock { state in
      let shown = state.shown ?? ""
      try? console.err(Array((shown.isEmpty ? lines : "\r\u{1B}[2K" + lines + shown).utf8))
    }
  }

  /// Shows a part, unless one before it in the order of the line is shown; nil removes it.
  package func show(_ text: String?, as part: Part, on console: Console) {
    state.withLock { state in
      state.texts[part] = text
      let line = state.texts[.wait] ?? state.texts[.progress] ?? state.texts[.poll]
      guard line != state.shown else { return }
      state.shown = line
      try? console.err(Array("\r\(line ?? "")\u{1B}[K".utf8))
    }
  }
}

/// The terminal of the user, even if standard input and output are redirected.
package enum Terminal {
  /// The state of a terminal before its echo was turned off.
  private static let quiet = Mutex<(number: Int32, usual: termios)?>(nil)

  /// Turns the echo on again, because the process may end at a hidden question.
  static func restore() {
    quiet.withLock { quiet in
      guard var was = quiet else { return }
      tcsetattr(was.number, TCSAFLUSH, &was.usual)
      // The typed line end was not echoed.
      try? FileDescriptor.write([0x0A], to: was.number)
      quiet = nil
    }
  }

  /// Asks for a line; nil if there is no terminal. With `isHidden`, the answer is not echoed.
  package static func ask(_ question: String, isHidden: Bool) -> String? {
    let number = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    // Before the question, or a quick answer would be shown.
    let isSet = isHidden && disableEcho(number)
    defer { if isSet { restore() } }
    try? FileDescriptor.write(Array(question.utf8), to: number)
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(number, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Turns the echo off; false if that fails.
  private static func disableEcho(_ number: Int32) -> Bool {
    var usual = termios()
    guard tcgetattr(number, &usual) == 0 else { return false }
    quiet.withLock { $0 = (number, usual) }
    usual.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(number, TCSAFLUSH, &usual)
    return true
  }
}

/// The program in `$PAGER`, for texts longer than the terminal.
package struct Pager: Sendable {
  /// A command for the shell.
  package let command: String

  package init(command: String) { self.command = command }

  /// nil if none is set.
  package static var standard: Pager? {
    guard let command = Console.environment("PAGER"), !command.allSatisfy({ $0 == " " }), command != "cat",
      Console.environment("TERM") != "dumb"
    else { return nil }
    return Pager(command: command)
  }

  /// Shows a text and waits for the pager; false if it cannot be started.
  package func show(_ text: [UInt8]) -> Bool {
    // The same as in git: show colors, and do not wait if the text fits.
    setenv("LESS", "FRX", 0)
    // Ctrl-C is handled by the pager.
    Signals.leave(true)
    defer { Signals.leave(false) }
    return SubProcess(["/bin/sh", "-c", command]).feed(text)
  }
}

/// The size of a terminal, as the kernel or the environment says it.
package enum TerminalSize {
  /// Columns of the terminal; 80 if unknown.
  package static func width(of descriptor: Int32) -> Int { size(of: descriptor, \.ws_col) ?? columns ?? 80 }

  /// Lines of the terminal; nil if unknown.
  package static func height(of descriptor: Int32) -> Int? { size(of: descriptor, \.ws_row) }

  /// The value of `$COLUMNS`; nil if it is not set.
  package static var columns: Int? { Console.environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }

  private static func size(of descriptor: Int32, _ side: KeyPath<winsize, UInt16>) -> Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size[keyPath: side] > 0 ? Int(size[keyPath: side]) : nil
  }
}
