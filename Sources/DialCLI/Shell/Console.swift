import DialSyntax
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Where a command writes, and what is known of the terminal it may be.
struct Console: Sendable {
  /// When colours are used.
  enum Color: String, Sendable, CaseIterable { case auto, always, never }

  /// Writes to a stream.
  typealias Sink = @Sendable ([UInt8]) throws(Failure) -> Void

  var out: Sink
  var err: Sink
  var outIsTerminal: Bool
  var errIsTerminal: Bool
  /// Characters in a line.
  var width: Int
  /// Characters in a line of a table where stdout is no terminal; nil for as many as it takes.
  var pipeWidth: Int?
  /// Lines of the terminal; nil where it does not tell.
  var height: Int?
  /// Shows a long text page by page; false where there is no program for that.
  var page: (@Sendable ([UInt8]) -> Bool)?
  /// Whether colours are wanted at all, where the terminal has them.
  var mayColor = true
  var color = Color.auto
  /// Whether stderr gets objects of JSON alone, one a line, as `--errors json` asks for.
  var isJSON = false
  /// Whether a line of stderr may be drawn over.
  var mayRedraw = true
  /// Characters in a line of stderr as it is now; that of `width` where it is not known.
  var currentErrWidth: (@Sendable () -> Int)?
  /// The line of stderr that is drawn over.
  let status = TerminalLine()

  func errWidth() -> Int { currentErrWidth?() ?? width }

  /// The streams of the process.
  static var standard: Console {
    let isDumb = environment("TERM") == "dumb" || !(environment("NO_COLOR") ?? "").isEmpty
    var console = Console(
      out: { bytes throws(Failure) in
        do throws(Failure) {
          try FileDescriptor.write(bytes, to: STDOUT_FILENO)
        } catch {
          throw .io("cannot write to standard output: \(error.message)")
        }
      },
      err: { bytes throws(Failure) in try? FileDescriptor.write(bytes, to: STDERR_FILENO) },
      outIsTerminal: isatty(STDOUT_FILENO) == 1, errIsTerminal: isatty(STDERR_FILENO) == 1, width: FileDescriptor.width(of: STDOUT_FILENO),
      mayColor: !isDumb)
    console.mayRedraw = environment("TERM") != "dumb"
    console.pipeWidth = environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    if console.outIsTerminal { (console.height, console.page) = (FileDescriptor.height(of: STDOUT_FILENO), Pager.standard?.show) }
    console.currentErrWidth = { FileDescriptor.width(of: STDERR_FILENO) }
    return console
  }

  var outHasColor: Bool { color == .always || color == .auto && mayColor && outIsTerminal }
  var errHasColor: Bool { color == .always || color == .auto && mayColor && errIsTerminal }

  /// Text for people beside the result.
  func note(_ text: String) {
    if !isJSON { tell(text) }
  }

  /// Something that is no failure, and should be known.
  func warn(_ text: String, _ code: String = "warning") { tell(Notice(.warning, code, text)) }

  /// A notice in the form of this console; `text` is that for people, where it is more than a line.
  func tell(_ notice: Notice, text: String? = nil) {
    if isJSON { return tell(JSONHighlighter.line(notice.json)) }
    if let text { return tell(text) }
    let label = "\(notice.severity.rawValue):"
    let isPainted = errHasColor && notice.severity == .warning
    tell("\(isPainted ? "\u{1B}[1;35m\(label)\u{1B}[0m" : label) \(TerminalText.safe(notice.message))")
  }

  /// A line on stderr, whoever reads it.
  func tell(_ text: String) { status.write(text + "\n", above: self) }

  /// A value of the environment.
  static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}

/// The one line of a terminal that tells of a call under way, and is drawn over itself: why it waits, else how far it is.
final class TerminalLine: Sendable {
  enum Part: Sendable { case wait, progress }

  private struct State {
    var texts: [Part: String] = [:]
    var shown: String?
    /// What somebody else shows in the line.
    var adopted: String?
  }

  private let state = Mutex(State())

  /// Writes lines: what is shown is taken away before them, and shown again below.
  func write(_ lines: String, above console: Console) {
    state.withLock { state in
      let shown = state.shown ?? state.adopted ?? ""
      try? console.err(Array((shown.isEmpty ? lines : "\r\u{1B}[2K" + lines + shown).utf8))
    }
  }

  /// Takes note of what somebody else shows in this line; nil for nothing.
  func adopt(_ text: String?) { state.withLock { $0.adopted = text } }

  /// Shows a part, which stands behind a wait; nil takes it away.
  func show(_ text: String?, as part: Part, on console: Console) {
    state.withLock { state in
      state.texts[part] = text
      let line = state.texts[.wait] ?? state.texts[.progress]
      guard line != state.shown else { return }
      state.shown = line
      try? console.err(Array("\r\(line ?? "")\u{1B}[K".utf8))
    }
  }
}

/// The terminal that a person types at, wherever standard input and output go.
enum Terminal {
  /// How a terminal was before its echo was turned off.
  private struct Quiet {
    var number: Int32
    var usual: termios
  }

  private static let quiet = Mutex<Quiet?>(nil)

  /// Shows what is typed again, where it is not shown: a process that ends at a hidden question leaves the terminal as it was.
  static func restore() {
    quiet.withLock { quiet in
      guard var was = quiet else { return }
      tcsetattr(was.number, TCSAFLUSH, &was.usual)
      // The end of the line was typed and not shown.
      try? FileDescriptor.write([0x0A], to: was.number)
      quiet = nil
    }
  }

  /// Asks for a line; nil where there is no terminal. A hidden answer is not shown while it is typed.
  static func ask(_ question: String, isHidden: Bool) -> String? {
    let number = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    try? FileDescriptor.write(Array(question.utf8), to: number)
    let isSet = isHidden && hush(number)
    defer { if isSet { restore() } }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(number, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }

  /// Turns the echo off; false where that cannot be done.
  private static func hush(_ number: Int32) -> Bool {
    var usual = termios()
    guard tcgetattr(number, &usual) == 0 else { return false }
    quiet.withLock { $0 = Quiet(number: number, usual: usual) }
    usual.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(number, TCSAFLUSH, &usual)
    return true
  }
}

/// The program of `$PAGER`, which shows what is longer than the terminal.
struct Pager: Sendable {
  /// A line of the shell, as other programs take it.
  let command: String

  /// nil where none is asked for.
  static var standard: Pager? {
    guard let command = Console.environment("PAGER"), !command.allSatisfy({ $0 == " " }), command != "cat",
      Console.environment("TERM") != "dumb"
    else { return nil }
    return Pager(command: command)
  }

  /// Shows a text until the user has seen enough; false where the program cannot be started.
  func show(_ text: [UInt8]) -> Bool {
    // As git does: colours are shown, and a text that fits is not paged.
    setenv("LESS", "FRX", 0)
    // Ctrl-C belongs to the pager.
    Signals.leave(true)
    defer { Signals.leave(false) }
    return SubProcess(["/bin/sh", "-c", command]).feed(text)
  }
}
