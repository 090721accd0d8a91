#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
