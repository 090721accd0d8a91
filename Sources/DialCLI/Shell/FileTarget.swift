import DialModel
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is written beside its name and takes it when it is whole and on the disk, so that a failure leaves the old file as it was.
struct FileTarget {
  let path: String

  init(_ path: String) { self.path = path }

  /// Throws where nothing could be written: to be asked before a request is sent.
  func check() throws(Failure) {
    var info = stat()
    let kind = stat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
    if kind == S_IFDIR { throw fault("it is a folder") }
    if let kind, kind != S_IFREG {
      guard access(path, W_OK) == 0 else { throw fault(Descriptor.reason(errno)) }
      return
    }
    if path.hasSuffix("/") { throw fault("the folder does not exist") }
    let folder = Self.folder(of: LocalFile(path).destination)
    guard LocalFile(folder).isFolder else { throw fault("the folder '\(folder)' does not exist") }
    guard access(folder, W_OK | X_OK) == 0 else { throw fault(Descriptor.reason(errno)) }
  }

  /// Keeps what came of a result that broke off beside the name, which is for what is whole; gives where, or nil where there is no room.
  static func keep(_ bytes: [UInt8], besides path: String) -> String? {
    let beside = path + ".partial"
    var info = stat()
    // A device or a pipe has no beside.
    if bytes.isEmpty || stat(path, &info) == 0 && info.st_mode & S_IFMT != S_IFREG { return nil }
    do throws(Failure) { try FileTarget(beside).write(bytes) } catch { return nil }
    return beside
  }

  private func fault(_ reason: String) -> Failure { .io("cannot write '\(path)': \(reason)") }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  func write(_ bytes: [UInt8]) throws(Failure) {
    var info = stat()
    let exists = stat(path, &info) == 0
    if exists, info.st_mode & S_IFMT == S_IFDIR { throw fault("it is a folder") }
    // A device or a pipe is written through, never replaced.
    if exists, info.st_mode & S_IFMT != S_IFREG { return try direct(bytes) }
    let target = LocalFile(path).destination
    let aside = Self.aside(target)
    let descriptor = open(aside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw fault(Descriptor.reason(errno)) }
    PartialFiles.add(aside)
    do throws(Failure) {
      if exists { fchmod(descriptor, info.st_mode & 0o7777) }
      try fill(descriptor, bytes)
      guard rename(aside, target) == 0 else { throw fault(Descriptor.reason(errno)) }
      Disk.syncFolder(of: target)
    } catch {
      unlink(aside)
      PartialFiles.forget(aside)
      throw error
    }
    PartialFiles.forget(aside)
  }

  private func fill(_ descriptor: Int32, _ bytes: [UInt8]) throws(Failure) {
    do throws(Failure) {
      try Descriptor.write(bytes, to: descriptor)
    } catch {
      close(descriptor)
      throw fault(error.message)
    }
    let isSafe = Disk.sync(descriptor)
    let reason = isSafe ? "" : Descriptor.reason(errno)
    let isClosed = close(descriptor) == 0
    guard isSafe else { throw fault(reason) }
    guard isClosed else { throw fault(Descriptor.reason(errno)) }
  }

  private func direct(_ bytes: [UInt8]) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw fault(Descriptor.reason(errno)) }
    try fill(descriptor, bytes)
  }

  private static func aside(_ path: String) -> String {
    let cut = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    return path[..<cut] + ".\(path[cut...]).\(getpid())-\(UInt32.random(in: 0...UInt32.max)).part"
  }
}

/// Files that are being written aside, so that none is left behind by a process that ends early.
enum PartialFiles {
  private static let paths = Mutex<Set<String>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  static func removeAll() {
    paths.withLock { paths in
      for path in paths { unlink(path) }
      paths.removeAll()
    }
  }
}
