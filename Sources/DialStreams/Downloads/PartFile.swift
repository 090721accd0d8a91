import DialMessage
import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is not whole yet: its bytes in `NAME.part` beside it, what they are of in `NAME.part.json`.
///
/// Who writes it has it locked, so that two downloads never fill one file.
final class PartFile {
  /// The file that it becomes.
  let target: String
  /// Whether a file of that name may be there.
  let mayReplace: Bool
  let writer: FileWriter
  private(set) var note: PartNote
  /// It has become the file, or was removed.
  private var isGone = false

  var length: Int64 { writer.length }

  /// A part of a new file. One that an earlier download left is taken; any other file of its name is not touched.
  init(of target: String, _ note: PartNote, mayReplace: Bool) throws(TransportError) {
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

  /// What an earlier try to download the same left; nil where there is nothing to go on with.
  init?(leftBeside target: String, of url: String, mayReplace: Bool) throws(TransportError) {
    guard let note = Self.note(of: target), note.url == url, note.isResumable, let total = note.total,
      FileKind(Self.path(target))?.isRegular == true
    else { return nil }
    (self.target, self.note, self.mayReplace) = (target, note, mayReplace)
    writer = try Self.locked(target, flags: 0)
    guard let kind = FileKind(open: writer.number) else { return nil }
    // The last byte of a whole part is asked for once more: the answer tells whether the file is still the same.
    let length = min(kind.size, total - 1)
    guard length > 0, kind.size <= total else { return nil }
    try writer.cut(to: length)
  }

  static func path(_ target: String) -> String { target + ".part" }

  private static func notePath(_ target: String) -> String { target + ".part.json" }

  /// Empties the part, for other bytes.
  func restart(_ note: PartNote) throws(TransportError) {
    self.note = note
    try writer.cut(to: 0)
    try write(note)
  }

  /// The note is there whole or not at all, and nothing is written into what had its name.
  private func write(_ note: PartNote) throws(TransportError) {
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let fresh = "\(folder).dial-\(String(UInt64.random(in: 0...(.max)), radix: 36))"
    let pen = try FileWriter(fresh, flags: O_CREAT | O_EXCL | O_NOFOLLOW)
    do throws(TransportError) {
      try pen.append(note.text)
      try pen.close()
      guard rename(fresh, Self.notePath(target)) == 0 else { throw FileWriter.fault(Self.notePath(target)) }
    } catch {
      unlink(fresh)
      throw error
    }
  }

  /// The part becomes the file, at once and whole, when all of it is on the disk. A file that is there is replaced, or the name is refused;
  /// nothing is left of the part then.
  func finish() throws(TransportError) {
    // The copy keeps the lock until the part has its name, or is gone: behind that, the name may be that of another one's part.
    let copy = dup(writer.number)
    defer { close(copy) }
    do throws(TransportError) {
      if let old = FileKind(target) { fchmod(writer.number, mode_t(old.mode)) }
      try writer.sync()
      try writer.close()
      // As long as the part has its name, nobody else has a note beside it.
      unlink(Self.notePath(target))
      try takeName()
    } catch {
      remove()
      throw error
    }
    isGone = true
    Disk.syncFolder(of: target)
  }

  private func takeName() throws(TransportError) {
    guard mayReplace else { return try add() }
    guard rename(writer.path, target) == 0 else { throw FileWriter.fault(target) }
  }

  /// The name is taken only where it is free, also where somebody takes it at the same time.
  private func add() throws(TransportError) {
    if link(writer.path, target) == 0 {
      unlink(writer.path)
      return
    }
    let isTaken = errno == EEXIST
    // A file system without links.
    if !isTaken, FileKind(target) == nil, rename(writer.path, target) == 0 { return }
    throw isTaken ? Self.taken(target) : FileWriter.fault(target)
  }

  /// Why a name in a folder is not written.
  static func taken(_ target: String) -> TransportError { TransportError(.io, "cannot write '\(target)': there is a file of this name") }

  private static func inTheWay(_ target: String) -> TransportError {
    TransportError(.io, "cannot write '\(target)': '\(path(target))' is in the way, which is no part that a download left")
  }

  /// Nothing of it is left. What has its name later is not touched.
  func remove() {
    if isGone { return }
    isGone = true
    unlink(Self.notePath(target))
    unlink(writer.path)
    try? writer.close()
  }

  // MARK: opening

  private static func note(of target: String) -> PartNote? {
    var reader = FileReader(path: notePath(target), from: 0, count: nil, flags: O_NOFOLLOW | O_NONBLOCK)
    guard let kind = try? reader.kind(), kind.isOwn, kind.size <= 65_536 else { return nil }
    return (try? reader.next()).flatMap { PartNote($0) }
  }

  /// The part, opened and locked; what somebody else made is not touched.
  private static func locked(_ target: String, flags: Int32) throws(TransportError) -> FileWriter {
    let writer = try FileWriter(path(target), flags: flags | O_NOFOLLOW | O_NONBLOCK)
    let isFree = flock(writer.number, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
    // Between opening and locking, another one may have made it the file.
    guard isFree, let opened = FileKind(open: writer.number), let named = FileKind(path(target)), named.isSame(as: opened) else {
      throw TransportError(.io, "cannot write '\(target)': another download is writing '\(path(target))'")
    }
    guard opened.isRegular else { throw TransportError(.io, "cannot write '\(path(target))': it is no file") }
    guard opened.isOwn else { throw inTheWay(target) }
    // Nobody reads a part who may not read the file that it replaces.
    if let old = FileKind(target) { fchmod(writer.number, mode_t(old.mode | 0o600)) }
    return writer
  }
}
