import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
      try? Descriptor.write([0x0A], to: was.number)
      quiet = nil
    }
  }

  /// Asks for a line; nil where there is no terminal. A hidden answer is not shown while it is typed.
  static func ask(_ question: String, isHidden: Bool) -> String? {
    let number = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    try? Descriptor.write(Array(question.utf8), to: number)
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
