import Dial
import DialLibc

/// The file of a recording: readable only by its owner, and written atomically.
struct HARFile: Sendable {
  /// The maximum size of a recording.
  private static let limit: Int64 = 512 << 20

  let path: String

  /// Reads the recording. Throws if there is no file, or if it is not a recording.
  func read() throws(CallError) -> HARDocument {
    let bytes = try bytes()
    return try reading { () throws(HARFault) in try HARDocument(parsing: bytes) }
  }

  private func bytes() throws(CallError) -> [UInt8] {
    switch File(path).contents(upTo: Self.limit) {
    case .failure(let fault): throw cannot("read", fault.reason)
    case .success(let bytes): return bytes
    }
  }

  /// Reads the entries of the recording, which can also be a ZIP file of Playwright with the bodies as members.
  func entries() throws(CallError) -> [HAREntry] {
    let bytes = try bytes()
    return try reading { () throws(HARFault) in
      guard ZipArchive.isZip(bytes) else {
        return try HARDocument(parsing: bytes).entries(HARAttachments(zip: nil, folder: folder, limit: Int(Self.limit)))
      }
      let zip = try ZipArchive(bytes)
      guard let name = zip.names.first(where: { $0.hasSuffix(".har") }),
        let text = try zip.content(name, upTo: Int(Self.limit))
      else { throw HARFault("the ZIP file has no member that ends in '.har'") }
      return try HARDocument(parsing: text).entries(HARAttachments(zip: zip, folder: "", limit: Int(Self.limit)))
    }
  }

  /// Converts a parse error to an error of a call.
  func reading<Value>(_ read: () throws(HARFault) -> Value) throws(CallError) -> Value {
    do throws(HARFault) { return try read() } catch { throw cannot("read", error.message) }
  }

  private func cannot(_ verb: String, _ reason: String) -> CallError {
    CallError(.io, "cannot \(verb) the recording '\(path)': \(reason)")
  }

  /// Throws if the recording could not be written, before anything is sent.
  func check() throws(CallError) {
    _ = try existing()
    guard access(folder, W_OK) == 0 else {
      throw cannot("write", errno == ENOENT ? "the folder '\(folder)' does not exist" : "its folder is not writable")
    }
  }

  /// Adds entries to the recording, or creates or replaces it.
  func append(_ entries: [HAREntry], replaces: Bool) throws(CallError) {
    let lock = try lock()
    defer { if let lock { close(lock) } }
    let existing = try existing()
    var document = replaces ? HARDocument() : existing ?? HARDocument()
    document.append(entries)
    do throws(TransportError) { try PrivateFile(path: target).write(document.bytes) } catch { throw CallError(.io, error.message) }
  }

  /// Returns the existing recording; nil if there is no file or an empty one. Throws for any other file, which must not be lost.
  private func existing() throws(CallError) -> HARDocument? {
    guard let kind = FileKind(path) else { return nil }
    guard kind.isRegular else { throw cannot("write", "it is not a regular file") }
    guard kind.size > 0 else { return nil }
    do throws(CallError) {
      return try read()
    } catch {
      var error = error
      error.hint = "choose another file, or remove this one; only recordings are overwritten"
      throw error
    }
  }

  private var folder: String { Disk.folder(of: target) }

  /// The destination of a symbolic link, so that the link stays one.
  private var target: String { File.resolved(path) ?? path }

  /// Waits for other processes of a script that write the same file. Returns nil if the folder cannot be locked.
  private func lock() throws(CallError) -> Int32? {
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    for _ in 0..<1000 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return descriptor }
      guard errno == EWOULDBLOCK || errno == EINTR else { break }
      usleep(10_000)
    }
    let isBusy = errno == EWOULDBLOCK
    close(descriptor)
    if isBusy { throw cannot("write", "its folder is locked by another process") }
    return nil
  }
}

/// Why a text is not a recording, as words that follow its name.
struct HARFault: Error, Equatable {
  var message: String

  init(_ message: String) { self.message = message }
}
