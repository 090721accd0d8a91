import DialEngine
import DialJSON
import DialLibc
import DialMessage
import DialModel
import HTTPTypes

/// An incomplete file, locked by its writer: its bytes in `NAME.part`, their origin in `NAME.part.json`.
final class PartFile {
  /// The path of the complete file.
  let target: String
  let mayReplace: Bool
  let writer: FileWriter
  private(set) var note: PartMetadata
  /// Whether the part has become the file or was removed.
  private var isGone = false

  var length: Int64 { writer.length }

  /// Creates a part, or takes one that an earlier download left. Any other file of that name is not touched.
  init(of target: String, _ note: PartMetadata, mayReplace: Bool) throws(TransportError) {
    (self.target, self.note, self.mayReplace) = (target, note, mayReplace)
    writer = try Self.locked(target, flags: O_CREAT)
    if let kind = FileKind(open: writer.number), kind.size > 0, FileKind(itself: Self.notePath(target))?.isOwn != true {
      throw Self.inTheWay(target)
    }
    do throws(TransportError) {
      try restart(note)
    } catch {
      remove()
      throw error
    }
  }

  /// Opens what an earlier download of the same URL left; nil if it cannot be resumed.
  init?(leftBeside target: String, of url: String, mayReplace: Bool) throws(TransportError) {
    guard let note = Self.note(of: target), note.url == url, note.isResumable, let total = note.total,
      FileKind(Self.path(target))?.isRegular == true
    else { return nil }
    (self.target, self.note, self.mayReplace) = (target, note, mayReplace)
    writer = try Self.locked(target, flags: 0)
    guard let kind = FileKind(open: writer.number) else { return nil }
    // The last byte of a complete part is requested again: the response shows whether the file is still the same.
    let length = min(kind.size, total - 1)
    guard length > 0, kind.size <= total else { return nil }
    try writer.cut(to: length)
  }

  static func path(_ target: String) -> String { target + ".part" }

  private static func notePath(_ target: String) -> String { target + ".part.json" }

  /// Empties the part before another version is written.
  func restart(_ note: PartMetadata) throws(TransportError) {
    self.note = note
    try writer.cut(to: 0)
    try FileWriter.write(note.text, to: Self.notePath(target), mode: 0o666, syncs: false)
  }

  /// Turns the part into the file when all of it is on disk.
  func finish() throws(TransportError) {
    // The copy holds the lock until the part is renamed or removed. After that, another download may use the name for its own part.
    let copy = dup(writer.number)
    defer { close(copy) }
    do throws(TransportError) {
      if let old = FileKind(target) { fchmod(writer.number, mode_t(old.mode)) }
      try writer.sync()
      try writer.close()
      // Until the part is renamed, no other download has a note beside it.
      unlink(Self.notePath(target))
      try takeName()
    } catch {
      remove()
      throw error
    }
    isGone = true
    Disk.syncFolder(of: target)
  }

  /// Renames the part; if it may not replace a file, only if the name is free, without a race.
  private func takeName() throws(TransportError) {
    if mayReplace {
      guard rename(writer.path, target) == 0 else { throw FileWriter.fault(target) }
    } else if link(writer.path, target) == 0 {
      unlink(writer.path)
    } else if errno == EEXIST {
      throw Self.taken(target)
    } else if FileKind(target) != nil || rename(writer.path, target) != 0 {
      // The file system does not support links.
      throw FileWriter.fault(target)
    }
  }

  /// The error for a name in a folder that already exists.
  static func taken(_ target: String) -> TransportError {
    TransportError(.io, "'\(target)' already exists").about(.existingFile(target))
  }

  private static func inTheWay(_ target: String) -> TransportError {
    FileWriter.fault(target, "'\(path(target))' already exists and is not a partial download")
  }

  /// Removes the part and its note. A file that has the name later is not touched.
  func remove() {
    if isGone { return }
    isGone = true
    unlink(Self.notePath(target))
    unlink(writer.path)
    try? writer.close()
  }

  /// Renames the part to `NAME.partial`, and returns this name; nil if that fails. A body of unknown length may have no end.
  func keep() -> String? {
    let kept = target + ".partial"
    guard !isGone, rename(writer.path, kept) == 0 else { return nil }
    isGone = true
    unlink(Self.notePath(target))
    try? writer.close()
    return kept
  }

  private static func note(of target: String) -> PartMetadata? {
    CacheFolder.read(notePath(target), maximum: 65_536).flatMap { PartMetadata($0) }
  }

  /// Opens and locks the part. A file that was not made by a download is not touched.
  private static func locked(_ target: String, flags: Int32) throws(TransportError) -> FileWriter {
    let writer = try FileWriter(path(target), flags: flags | O_NOFOLLOW | O_NONBLOCK)
    let isFree = flock(writer.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    // Between opening and locking, another process may have turned it into the file.
    guard isFree, let opened = FileKind(open: writer.number), let named = FileKind(path(target)), named.isSame(as: opened) else {
      throw FileWriter.fault(target, "another download is writing '\(path(target))'")
    }
    guard opened.isRegular else { throw FileWriter.fault(path(target), "it is not a regular file") }
    guard opened.isOwn else { throw inTheWay(target) }
    // The part must not be readable by users who cannot read the file that it replaces.
    if let old = FileKind(target) { fchmod(writer.number, mode_t(old.mode | 0o600)) }
    return writer
  }
}

/// The origin of a part, which decides whether a call can resume it.
struct PartMetadata: Hashable, Sendable {
  /// The requested URL, without secrets.
  var url: String
  /// The validator for a range request; nil if the server sends none.
  var validator: StrongValidator?
  /// The length of the whole file; nil if unknown.
  var total: Int64?

  /// Whether the rest can be requested.
  var isResumable: Bool { validator != nil && total != nil }

  /// Creates the note of a whole body that was requested without conditions.
  init(url: String, _ head: ReplyHead, mayResume: Bool) {
    self.url = url
    total = head.headers[.contentLength].flatMap { ContentRange.number($0[...]) }
    // A range of a compressed body is not a range of the file, and the length of the file is not known then.
    let isPlain = head.status == .ok && head.headers[.contentEncoding] == nil && head.headers[.acceptRanges] != "none"
    validator = mayResume && isPlain ? StrongValidator(head.headers) : nil
  }

  /// Reads a note from a file; nil if it is not valid.
  init?(_ text: [UInt8]) {
    guard let json = try? JSON(parsing: text), let url = json.url.asString else { return nil }
    self.url = url
    total = json.total.asInt.flatMap { $0 > 0 ? Int64($0) : nil }
    validator = json.validator.asString.flatMap { StrongValidator($0) }
  }

  /// The note as it is written to a file.
  var text: [UInt8] {
    let json = JSON.object([
      ("url", .string(url)), ("validator", validator.map { .string($0.text) } ?? .null), ("total", total.map { JSON($0) } ?? .null),
    ])
    return JSONWriter.bytes(json) + [0x0A]
  }
}
