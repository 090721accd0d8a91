import Dispatch

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

extension Descriptor {
  /// The next bytes of a stream, as many as there are; none at its end. The wait for them may have no end, so it blocks a thread that
  /// nothing else needs.
  static func piece(_ descriptor: Int32) async throws(Failure) -> [UInt8] {
    let result = await withCheckedContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(returning: read(descriptor)) }
    }
    return try result.get()
  }

  private static func read(_ descriptor: Int32) -> Result<[UInt8], Failure> {
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
