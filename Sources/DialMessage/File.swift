import DialModel

/// A file, or a range of one, as an argument. It is read in pieces while the request is sent.
public struct File: Sendable, Hashable {
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
  /// The content from a sequence.
  let stream: FileStream?

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

  /// The media type of the extension.
  package var inferredType: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return MediaTypes.byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
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
