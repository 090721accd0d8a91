#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The terminal that a person types at, wherever standard input and output go.
enum Terminal {
  /// Asks for a line; nil where there is no terminal. A hidden answer is not shown while it is typed.
  static func ask(_ question: String, isHidden: Bool) -> String? {
    let number = open("/dev/tty", O_RDWR | O_CLOEXEC)
    guard number >= 0 else { return nil }
    defer { close(number) }
    try? Descriptor.write(Array(question.utf8), to: number)
    var usual = termios()
    let isSet = isHidden && tcgetattr(number, &usual) == 0
    if isSet {
      var quiet = usual
      quiet.c_lflag &= ~tcflag_t(ECHO)
      tcsetattr(number, TCSAFLUSH, &quiet)
    }
    defer {
      if isSet {
        tcsetattr(number, TCSAFLUSH, &usual)
        try? Descriptor.write([0x0A], to: number)
      }
    }
    var line: [UInt8] = []
    var byte: UInt8 = 0
    while read(number, &byte, 1) == 1, byte != 0x0A { line.append(byte) }
    return String(decoding: line, as: UTF8.self)
  }
}
