import DialModel

/// A file, or a part of one, given as an argument. It is read when the request is sent, piece by piece.
public struct File: Sendable, Hashable {
  /// Where the file is; a relative path starts at the working folder of the process. Not read where `bytes` or a stream has the content.
  public var path: String
  /// The content, where it is in memory and not at `path`.
  public var bytes: [UInt8]?
  /// Offsets of bytes; nil for the whole file.
  public var range: Range<Int64>?
  /// The name that the server sees; the last component of the path unless it is given.
  public var filename: String?
  /// The media type; by the file's extension unless it is given.
  public var mimeType: String?
  /// The content, where it comes from a sequence.
  let stream: FileStream?

  /// A file on disk, or the bytes of it that `range` names. Nothing is opened here: a call whose file is not there, is a folder, cannot
  /// be read or is shorter than `range` throws a ``CallError`` of code `io` before anything is sent. A pipe or a device has no length: it
  /// is read once, and sent in chunks.
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

  /// A file whose content is in memory.
  public init(bytes: [UInt8], filename: String? = nil, mimeType: String? = nil) {
    self.init(filename ?? "data", filename: filename, mimeType: mimeType)
    self.bytes = bytes
  }

  /// A file whose content comes from a sequence of pieces, read once, when it is sent. Two such files are equal where they are the same.
  ///
  /// Without a length the body is sent in chunks. A redirect that keeps the body is an error, as the pieces cannot be had again, and so
  /// is a sequence that gives more or less than `length` bytes.
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

  /// The media type that goes with the extension of the path.
  package var inferredType: String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let dot = name.lastIndex(of: ".") else { return "application/octet-stream" }
    return MediaTypes.byExtension[name[name.index(after: dot)...].lowercased()] ?? "application/octet-stream"
  }
}

/// A file is an argument of its own. It is read from a text, its path, and cannot be written into JSON: the server would be told a path.
extension File: Codable {
  /// A file on disk from its path.
  public init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }

  /// Throws: a file cannot stand inside of another value.
  public func encode(to encoder: any Encoder) throws { throw FileInside() }

  private struct FileInside: Error, CustomStringConvertible {
    var description: String { "a file cannot stand inside of a value: give it as an argument of its own" }
  }
}

extension Encodable where Self == File {
  /// A file to upload, or a part of it.
  public static func file(_ path: String, range: Range<Int64>? = nil, filename: String? = nil, mimeType: String? = nil) -> File {
    File(path, range: range, filename: filename, mimeType: mimeType)
  }

  /// A file whose content is in memory.
  public static func file(bytes: [UInt8], filename: String? = nil, mimeType: String? = nil) -> File {
    File(bytes: bytes, filename: filename, mimeType: mimeType)
  }

  /// A file whose content comes from a sequence of pieces, read once.
  public static func file<Pieces: AsyncSequence & Sendable>(
    stream pieces: Pieces, length: Int64? = nil, filename: String? = nil, mimeType: String? = nil
  ) -> File where Pieces.Element == [UInt8] {
    File(stream: pieces, length: length, filename: filename, mimeType: mimeType)
  }
}
