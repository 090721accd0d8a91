import DialLibc
package import DialModel
import Synchronization

/// A file, or a range of one, as an argument. It is read in pieces while the request is sent.
public struct File: Sendable, Hashable, MessageContextKey {
  /// The path, relative to the working directory. Ignored if `bytes` or a stream is set.
  public var path: String
  /// The content in memory, instead of `path`.
  public var bytes: [UInt8]?
  /// The range of bytes; nil for the whole file.
  public var range: Range<Int64>?
  /// The name for the server, by default the last component of the path.
  public var filename: String?
  /// The media type, by default that of the extension.
  public var mimeType: String?
  let stream: FileStream?
  private let pipe = PipeUse()

  /// Creates a file on disk, or a range of it, without opening it. If the file does not exist, is a folder, cannot be read or is shorter
  /// than `range`, the call throws a ``CallError`` with code `io` before anything is sent. A pipe or a device has no length: it is read
  /// once and sent in chunks.
  ///
  /// ```swift
  /// try await users.call("upload", ["avatar": File("a.jpg", mimeType: "image/jpeg")])
  /// ```
  public init(_ path: String, range: Range<Int64>? = nil, filename: String? = nil, mimeType: String? = nil) {
    self.path = path
    self.range = range
    self.filename = filename
    self.mimeType = mimeType
    stream = nil
  }

  /// Creates a file from bytes in memory.
  public init(bytes: [UInt8], filename: String? = nil, mimeType: String? = nil) {
    self.init(filename ?? "data", filename: filename, mimeType: mimeType)
    self.bytes = bytes
  }

  /// Creates a file from a sequence of pieces, which is read once, when it is sent. Two such files are equal only if they are the same.
  ///
  /// Without a length, the body is sent in chunks. A redirect that repeats the body is an error, because the pieces cannot be read again.
  /// So is a sequence with more or fewer bytes than `length`.
  ///
  /// ```swift
  /// try await users.call("upload", ["log": .file(stream: pieces, filename: "app.log")])
  /// ```
  public init<Pieces: AsyncSequence & Sendable>(
    stream pieces: Pieces, length: Int64? = nil, filename: String? = nil, mimeType: String? = nil
  ) where Pieces.Element == [UInt8] {
    path = filename ?? "data"
    self.filename = filename
    self.mimeType = mimeType
    stream = FileStream(pieces, length: length)
  }

  package var inferredType: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return MediaTypes.byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }

  /// Returns the number of bytes to send, nil if it is unknown before reading, or why the file cannot be sent.
  package func measure() -> Result<Int64?, FileFault> {
    if let bytes { return .success(Int64(bytes.count)) }
    if let stream { return .success(stream.length) }
    guard let kind = FileKind(path) else { return fault(errno == ENOENT ? "it does not exist" : "it cannot be read") }
    if kind.isFolder { return fault("it is a folder") }
    if kind.isSocket { return fault("it is a socket") }
    guard MountedFiles.place(of: path) != nil || access(path, R_OK) == 0 else { return fault("permission denied") }
    if kind.isPipe, pipe.isRead { return fault(PipeUse.fault) }
    guard kind.isRegular else {
      // A pipe or a device has no known length.
      return range == nil ? .success(nil) : fault("it is not a regular file, so a range of it cannot be read")
    }
    // The files of /proc have no size.
    if kind.size == 0, range == nil, holdsBytes { return .success(nil) }
    guard let range else { return .success(kind.size) }
    guard range.lowerBound >= 0, range.upperBound <= kind.size else {
      return fault("bytes \(range.lowerBound) to \(range.upperBound) were requested, but it has \(kind.size) bytes")
    }
    return .success(range.upperBound - range.lowerBound)
  }

  private var holdsBytes: Bool {
    guard let file = OpenFile(path) else { return false }
    var byte: UInt8 = 0
    return read(file.number, &byte, 1) == 1
  }

  private func fault<Value>(_ reason: String) -> Result<Value, FileFault> { .failure(FileFault(path: path, reason: reason)) }

  /// The path, if the content is read from there.
  package var pathOnDisk: String? { bytes == nil && stream == nil ? path : nil }

  /// Whether the content can be read again, for a redirect or a retry. False for streams, pipes and devices.
  package var isReplayable: Bool {
    if bytes != nil { return true }
    if stream != nil { return false }
    return FileKind(path)?.isRegular == true
  }

  /// Returns the bytes in pieces of 64 KiB. If the length was unknown, more than `limit` bytes are an error.
  package func body(length: Int64?, limit: Int64? = nil) -> RequestBody {
    let make: @Sendable () -> ResponseBody = { [self] in
      if let bytes { return ResponseBody(bytes) }
      let pieces = stream?.body() ?? piecesOnDisk(length)
      guard length == nil, let limit else { return pieces }
      return limited(pieces, to: limit)
    }
    return .stream(length: length, replay: isReplayable ? make : nil, make())
  }

  /// The bytes on disk from the beginning of the range. Each read blocks a thread for 64 KiB.
  private func piecesOnDisk(_ count: Int64?) -> ResponseBody {
    ResponseBody {
      var reader = FileReader(path: path, from: range?.lowerBound ?? 0, count: count)
      var isFirst = true
      return {
        if isFirst, count == nil, FileKind(path)?.isPipe == true, !pipe.claim() {
          throw TransportError(.io, "cannot read the file '\(path)': \(PipeUse.fault)")
        }
        isFirst = false
        return try reader.next()
      }
    }
  }

  private func limited(_ body: ResponseBody, to limit: Int64) -> ResponseBody {
    ResponseBody {
      var (pieces, left) = (body.makeAsyncIterator(), limit)
      return {
        let piece = try await pieces.next()
        left -= Int64(piece?.count ?? 0)
        guard left >= 0 else { throw TransportError(.io, "the file '\(path)' has more than the maximum of \(ByteCount.text(limit))") }
        return piece
      }
    }
  }

  /// Returns all bytes, for locations that need text.
  package func contents(upTo limit: Int64) -> Result<[UInt8], FileFault> {
    measure().flatMap { count in
      if stream != nil { return fault("a stream can be sent only as a part or as the whole body") }
      if let count, count > limit { return fault("it has \(ByteCount.text(count, over: limit))") }
      if let bytes { return .success(bytes) }
      if let place = MountedFiles.place(of: path) { return place.bytes.map { .success($0) } ?? fault("the program is damaged") }
      var reader = FileReader(path: path, from: range?.lowerBound ?? 0, count: count)
      var bytes: [UInt8] = []
      do throws(TransportError) {
        while let piece = try reader.next() {
          bytes += piece
          if bytes.count > limit { return fault("it has more than the maximum of \(ByteCount.text(limit))") }
        }
      } catch {
        return fault("it cannot be read to its end")
      }
      return .success(bytes)
    }
  }

  /// Whether a path is below a folder after following links; true if it does not exist.
  package static func isReally(_ path: String, below folder: String) -> Bool {
    guard let real = resolved(path), let root = resolved(folder) else { return true }
    return real.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  /// Returns why a file that a spec names must not be read; nil if it may be. Pipes and devices are refused, because they may never end.
  package static func fault(ofNamed path: String, below folder: String) -> String? {
    guard isReally(path, below: folder) else { return "it is outside the folder of the spec" }
    return isEndless(path) ? "it is not a regular file" : nil
  }

  package static func isEndless(_ path: String) -> Bool { FileKind(path).map { !$0.isRegular && !$0.isFolder } ?? false }

  /// Returns the path without links, `.` and `..`; nil if it does not exist.
  package static func resolved(_ path: String) -> String? {
    if let place = MountedFiles.place(of: path) { return place.resolved }
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}

/// A file decodes from a string, its path. It does not encode: the server would get a path instead of the content.
extension File: Codable {
  /// Creates a file on disk from its path.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  /// Throws, because a file cannot be part of another value.
  public func encode(to encoder: any Encoder) throws { throw FileInside() }

  private struct FileInside: Error, CustomStringConvertible {
    var description: String { "a file cannot be nested in a value; pass it as a separate argument" }
  }
}

extension Encodable where Self == File {
  /// Creates a file on disk, or a range of it.
  public static func file(_ path: String, range: Range<Int64>? = nil, filename: String? = nil, mimeType: String? = nil) -> File {
    File(path, range: range, filename: filename, mimeType: mimeType)
  }

  /// Creates a file from bytes in memory.
  public static func file(bytes: [UInt8], filename: String? = nil, mimeType: String? = nil) -> File {
    File(bytes: bytes, filename: filename, mimeType: mimeType)
  }

  /// Creates a file from a sequence of pieces, which is read once.
  public static func file<Pieces: AsyncSequence & Sendable>(
    stream pieces: Pieces, length: Int64? = nil, filename: String? = nil, mimeType: String? = nil
  ) -> File where Pieces.Element == [UInt8] {
    File(stream: pieces, length: length, filename: filename, mimeType: mimeType)
  }
}

package struct FileFault: Error, Sendable {
  package var path: String
  package var reason: String
  package var message: String { "cannot send the file '\(path)': \(reason)" }
}

/// Reads a range of a file. A file that ends early is an error, never a short body.
package struct FileReader {
  private let path: String
  private let from: Int64
  private var left: Int64?
  private var file: OpenFile?

  package init(path: String, from: Int64, count: Int64?) {
    self.path = path
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

  private func open() throws(TransportError) -> OpenFile {
    guard let opened = OpenFile(path), from == 0 || lseek(opened.number, off_t(from), SEEK_SET) >= 0 else {
      throw TransportError(.io, "the file '\(path)' cannot be opened")
    }
    return opened
  }
}

/// A file that is open for reading, even after another file took its path. It is closed when it is released.
package final class OpenFile: Sendable {
  fileprivate let number: Int32
  package let kind: FileKind
  /// The size when it was opened, in bytes.
  package var size: Int { Int(clamping: kind.size) }

  /// Returns nil if it cannot be opened; `flags` are added to those for reading.
  package init?(_ path: String, _ flags: Int32 = 0) {
    number = open(path, O_RDONLY | O_CLOEXEC | flags)
    guard number >= 0 else { return nil }
    guard let kind = FileKind(open: number) else {
      close(number)
      return nil
    }
    self.kind = kind
  }

  deinit { close(number) }

  /// Returns the bytes of a range; nil if the file does not have all of them or cannot be read.
  package func bytes(_ range: Range<Int>) -> [UInt8]? {
    guard range.lowerBound >= 0, range.upperBound <= size else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count {
        let got = pread(number, buffer.baseAddress! + count, range.count - count, off_t(range.lowerBound + count))
        if got > 0 { count += got } else if got == 0 || errno != EINTR { break }
      }
    }
    return bytes.count == range.count ? bytes : nil
  }
}

/// Whether a pipe was read, whose content is gone then. It is no part of the identity of a file.
private final class PipeUse: Sendable, Hashable {
  static let fault = "it is a pipe, whose content was sent before; save it to a file"

  private let wasRead = Mutex(false)

  var isRead: Bool { wasRead.withLock { $0 } }

  /// Returns whether nobody has read it before.
  func claim() -> Bool { wasRead.withLock { !exchange(&$0, with: true) } }

  static func == (one: PipeUse, other: PipeUse) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}

/// The pieces of a file from a sequence. They are read once; the identity makes files comparable.
final class FileStream: Sendable, Hashable {
  let length: Int64?
  private let pieces: ResponseBody
  private let isRead = Mutex(false)

  init<Pieces: AsyncSequence & Sendable>(_ pieces: Pieces, length: Int64?) where Pieces.Element == [UInt8] {
    self.pieces = ResponseBody(pieces)
    self.length = length
  }

  /// Returns the pieces. A second read throws.
  func body() -> ResponseBody {
    ResponseBody {
      var iterator: ResponseBody.AsyncIterator?
      return { [self] in
        if iterator == nil {
          guard !isRead.withLock({ exchange(&$0, with: true) }) else {
            throw TransportError(.io, "the stream was already read; it can be sent only once")
          }
          iterator = pieces.makeAsyncIterator()
        }
        return try await iterator?.next()
      }
    }
  }

  static func == (one: FileStream, other: FileStream) -> Bool { one === other }

  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
