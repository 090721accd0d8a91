import DialMessage
import Dispatch

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
        Exit.now(ExitStatus.brokenPipe)
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
      let got = platformRead(descriptor, &piece, piece.count)
      if got == 0 { return all }
      if got < 0 {
        if errno == EINTR { continue }
        throw Failure.io(reason(errno))
      }
      all += piece[..<got]
      if all.count > limit { throw Failure.io("it is larger than \(ByteCount.text(limit))") }
    }
  }

  /// Characters in a line of the terminal; 80 where it does not say.
  static func width(of descriptor: Int32) -> Int {
    var size = winsize()
    let answered = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return answered ? Int(size.ws_col) : Console.environment("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } ?? 80
  }

  /// Lines of the terminal; nil where it does not say.
  static func height(of descriptor: Int32) -> Int? {
    var size = winsize()
    return ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 0 ? Int(size.ws_row) : nil
  }

  /// What the system says about an error number, in lower case.
  static func reason(_ number: Int32) -> String {
    let text = strerror(number).map { String(cString: $0) } ?? "error \(number)"
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}

extension Descriptor {
  /// The next bytes of a stream, as many as there are; none at its end. The wait for them may have no end, so it blocks a thread that
  /// nothing else needs.
  static func piece(_ descriptor: Int32) async throws(Failure) -> [UInt8] {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: nextPiece(descriptor)) }
    }
    return try result.get()
  }

  private static func nextPiece(_ descriptor: Int32) -> Result<[UInt8], Failure> {
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let got = platformRead(descriptor, &piece, piece.count)
      if got >= 0 { return .success(Array(piece[..<got])) }
      if errno != EINTR { return .failure(.io("cannot read standard input: \(reason(errno))")) }
    }
  }

  private static func platformRead(_ descriptor: Int32, _ start: UnsafeMutableRawPointer, _ count: Int) -> Int {
    #if canImport(Glibc)
      Glibc.read(descriptor, start, count)
    #elseif canImport(Musl)
      Musl.read(descriptor, start, count)
    #else
      Darwin.read(descriptor, start, count)
    #endif
  }
}
