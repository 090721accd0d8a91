package import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The bytes of a file from an offset. Each read blocks a thread for 64 KiB.
struct FilePieces: AsyncSequence, Sendable {
  let path: String
  let from: Int64
  /// The number of bytes; nil for all.
  let count: Int64?

  func makeAsyncIterator() -> Iterator { Iterator(reader: FileReader(path: path, from: from, count: count)) }

  struct Iterator: AsyncIteratorProtocol {
    var reader: FileReader

    mutating func next() async throws -> [UInt8]? { try reader.next() }
  }
}

/// Reads a range of a file. A file that ends early is an error, never a short body.
package struct FileReader {
  private let path: String
  private let from: Int64
  private var left: Int64?
  private let flags: Int32
  private var file: Descriptor?

  /// Creates a reader; `flags` are added to those for reading.
  package init(path: String, from: Int64, count: Int64?, flags: Int32 = 0) {
    self.path = path
    self.flags = flags
    self.from = from
    left = count
  }

  package mutating func next() throws(TransportError) -> [UInt8]? {
    if left == 0 { return nil }
    if file == nil { file = try open() }
    guard let file else { return nil }
    let size = Int(Swift.min(left ?? 65_536, 65_536))
    var got = 0
    let piece = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      repeat { got = read(file.number, buffer.baseAddress, size) } while got < 0 && errno == EINTR
      count = Swift.max(got, 0)
    }
    if got > 0 {
      left? -= Int64(got)
      return piece
    }
    guard got == 0 else { throw TransportError(.io, "the file '\(path)' cannot be read") }
    if let left { throw TransportError(.io, "the file '\(path)' is \(left) bytes shorter than expected") }
    left = 0
    return nil
  }

  /// Returns the kind of the opened file.
  package mutating func kind() throws(TransportError) -> FileKind? {
    if file == nil { file = try open() }
    return file.flatMap { FileKind(open: $0.number) }
  }

  private func open() throws(TransportError) -> Descriptor {
    guard let opened = Descriptor(path, flags), from == 0 || lseek(opened.number, off_t(from), SEEK_SET) >= 0 else {
      throw TransportError(.io, "the file '\(path)' cannot be opened")
    }
    return opened
  }

  /// An open file descriptor, closed when it is released.
  private final class Descriptor {
    let number: Int32

    init?(_ path: String, _ flags: Int32) {
      #if canImport(Glibc)
        number = Glibc.open(path, O_RDONLY | O_CLOEXEC | flags)
      #elseif canImport(Musl)
        number = Musl.open(path, O_RDONLY | O_CLOEXEC | flags)
      #else
        number = Darwin.open(path, O_RDONLY | O_CLOEXEC | flags)
      #endif
      if number < 0 { return nil }
    }

    deinit { close(number) }
  }
}

/// Pieces with a maximum total size.
struct LimitedPieces: AsyncSequence, Sendable {
  let pieces: ResponseBody
  let limit: Int64
  let path: String

  func makeAsyncIterator() -> Iterator { Iterator(pieces: pieces.makeAsyncIterator(), left: limit, all: self) }

  struct Iterator: AsyncIteratorProtocol {
    var pieces: ResponseBody.AsyncIterator
    var left: Int64
    let all: LimitedPieces

    mutating func next() async throws -> [UInt8]? {
      let piece = try await pieces.next()
      left -= Int64(piece?.count ?? 0)
      guard left >= 0 else { throw TransportError(.io, "the file '\(all.path)' has more than the maximum of \(ByteCount.text(all.limit))") }
      return piece
    }
  }
}
