#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Reading and writing whole streams by their descriptors, unbuffered.
enum Descriptor {
  /// Writes everything. A pipe that nobody reads ends the process quietly, as SIGPIPE would.
  static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Failure) {
    var done = 0
    while done < bytes.count {
      let wrote = bytes.withUnsafeBytes { rest in platformWrite(descriptor, rest.baseAddress.map { $0 + done }, rest.count - done) }
      if wrote >= 0 {
        done += wrote
      } else if errno == EPIPE, descriptor == STDOUT_FILENO {
        Shell.leave(ExitStatus.brokenPipe)
      } else if errno != EINTR, errno != EAGAIN {
        throw Failure.io(reason(errno))
      }
    }
  }

  private static func platformWrite(_ descriptor: Int32, _ start: UnsafeRawPointer?, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.write(descriptor, start, count)
    #elseif canImport(Musl)
      Musl.write(descriptor, start, count)
    #else
      Darwin.write(descriptor, start, count)
    #endif
  }

  /// Everything up to the end of a stream.
  static func readAll(_ descriptor: Int32, limit: Int) throws(Failure) -> [UInt8] {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = read(descriptor, &piece, piece.count)
      if got == 0 { return all }
      if got < 0 {
        if errno == EINTR { continue }
        throw Failure.io(reason(errno))
      }
      all += piece[..<got]
      if all.count > limit { throw Failure.io("it has more than \(limit) bytes") }
    }
  }

  /// Characters in a line of the terminal; 80 where it does not say.
  static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    let answered = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return answered ? Int(size.ws_col) : Console.environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// What the system says about an error number, in lower case.
  static func reason(_ number: Int32) -> String {
    let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
