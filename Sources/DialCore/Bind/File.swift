#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file, or a part of one, given as an argument. It is read when the request is sent, piece by piece.
public struct File: Sendable, Hashable, Codable {
  /// Where the file is; a relative path starts at the working folder of the process. Not read where `bytes` has the content.
  public var path: String
  /// The content, where it is in memory and not at `path`.
  public var bytes: [UInt8]?
  /// Offsets of bytes; nil for the whole file.
  public var range: Range<Int64>?
  /// The name that the server sees; the last component of the path unless it is given.
  public var filename: String?
  /// The media type; by the file's extension unless it is given.
  public var mimeType: String?

  /// A file on disk, or the bytes of it that `range` names. Nothing is opened here: a call whose file is not there, is a folder, cannot
  /// be read or is shorter than `range` throws a ``CallError`` of code `io` before anything is sent.
  ///
  /// ```swift
  /// try await users.call("upload", ["avatar": File("a.jpg", mimeType: "image/jpeg")])
  /// ```
  public init(_ path: String, range: Range<Int64>? = nil, filename: String? = nil, mimeType: String? = nil) {
    self.path = path
    self.range = range
    self.filename = filename
    self.mimeType = mimeType
  }

  /// A file whose content is in memory.
  public init(bytes: [UInt8], filename: String? = nil, mimeType: String? = nil) {
    self.init(filename ?? "data", filename: filename, mimeType: mimeType)
    self.bytes = bytes
  }

  /// A message where the file cannot be sent, else the number of bytes that will be.
  package func measure() -> Result<Int64, FileFault> {
    if let bytes { return .success(Int64(bytes.count)) }
    var info = stat()
    guard stat(path, &info) == 0 else {
      return .failure(FileFault(path: path, reason: errno == ENOENT ? "there is no such file" : "it cannot be read"))
    }
    guard info.st_mode & S_IFMT != S_IFDIR else { return .failure(FileFault(path: path, reason: "it is a folder")) }
    guard access(path, R_OK) == 0 else { return .failure(FileFault(path: path, reason: "permission denied")) }
    let size = Int64(info.st_size)
    guard let range else { return .success(size) }
    guard range.lowerBound >= 0, range.upperBound <= size else {
      return .failure(FileFault(path: path, reason: "bytes \(range.lowerBound) to \(range.upperBound) are asked for, it has \(size)"))
    }
    return .success(range.upperBound - range.lowerBound)
  }

  /// The bytes, in pieces of 64 KiB.
  package func body(length: Int64) -> RequestBody {
    if let bytes {
      let whole: @Sendable () -> ResponseBody = { ResponseBody(bytes) }
      return .stream(length: length, replay: whole, whole())
    }
    let file = self
    let make: @Sendable () -> ResponseBody = { ResponseBody(FilePieces(path: file.path, from: file.range?.lowerBound ?? 0, count: length)) }
    return .stream(length: length, replay: make, make())
  }

  /// The media type that goes with the extension of the path.
  package var inferredType: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return MediaTypes.byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }
}

package struct FileFault: Error, Sendable {
  package var path: String
  package var reason: String
  package var message: String { "cannot send the file '\(path)': \(reason)" }
}

extension File {
  /// Whether a path stays below a folder once its links are followed; true for one that is not there.
  static func isReally(_ path: String, below folder: String) -> Bool {
    guard let real = resolved(path), let root = resolved(folder) else { return true }
    return real.hasPrefix(root.hasSuffix("/") ? root : root + "/")
  }

  private static func resolved(_ path: String) -> String? {
    guard let found = realpath(path, nil) else { return nil }
    defer { free(found) }
    return String(cString: found)
  }
}

extension Encodable where Self == File {
  /// A file to upload, or a part of it.
  public static func file(_ path: String, range: Range<Int64>? = nil) -> File { File(path, range: range) }
}

/// Reads a part of a file. A file that ends early is an error, never a short body.
struct FilePieces: AsyncSequence, Sendable {
  let path: String
  let from: Int64
  let count: Int64

  func makeAsyncIterator() -> Iterator { Iterator(self) }

  final class Iterator: AsyncIteratorProtocol {
    private let pieces: FilePieces
    private var file: UnsafeMutablePointer<FILE>?
    private var left: Int64

    init(_ pieces: FilePieces) {
      self.pieces = pieces
      left = pieces.count
    }

    deinit { if let file { fclose(file) } }

    func next() async throws -> [UInt8]? {
      guard left > 0 else { return nil }
      let opened = try file ?? open()
      var piece = [UInt8](repeating: 0, count: Int(Swift.min(left, 65_536)))
      let got = fread(&piece, 1, piece.count, opened)
      guard got > 0 else {
        throw TransportError(.io, "the file '\(pieces.path)' ended \(left) bytes too early")
      }
      piece.removeLast(piece.count - got)
      left -= Int64(got)
      return piece
    }

    private func open() throws -> UnsafeMutablePointer<FILE> {
      guard let opened = fopen(pieces.path, "rb") else {
        throw TransportError(.io, "the file '\(pieces.path)' cannot be opened")
      }
      file = opened
      if pieces.from > 0 { fseek(opened, Int(pieces.from), SEEK_SET) }
      return opened
    }
  }
}

extension File {
  /// All bytes at once, for places that need them as text.
  package func contents(upTo limit: Int64) -> Result<[UInt8], FileFault> {
    switch measure() {
    case .failure(let fault): return .failure(fault)
    case .success(let count):
      guard count <= limit else { return .failure(FileFault(path: path, reason: "it has \(count) bytes, \(limit) fit here")) }
      if let bytes { return .success(bytes) }
      guard let file = fopen(path, "rb") else { return .failure(FileFault(path: path, reason: "it cannot be opened")) }
      defer { fclose(file) }
      if let range { fseek(file, Int(range.lowerBound), SEEK_SET) }
      var bytes = [UInt8](repeating: 0, count: Int(count))
      let got = fread(&bytes, 1, bytes.count, file)
      return got == bytes.count ? .success(bytes) : .failure(FileFault(path: path, reason: "it ended too early"))
    }
  }
}
