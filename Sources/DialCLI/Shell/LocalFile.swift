#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Files that words of the command line name: also pipes, such as `<(…)` of a shell.
struct LocalFile {
  /// More than any spec or argument needs.
  static let limit = 512 << 20

  let path: String

  init(_ path: String) { self.path = path }

  /// Whether something other than a folder is there.
  var exists: Bool { mode.map { $0 != S_IFDIR } ?? false }

  var isFolder: Bool { mode == S_IFDIR }

  /// Whether the file has a size and can be read twice.
  var isRegular: Bool { mode == S_IFREG }

  private var mode: mode_t? {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & S_IFMT : nil
  }

  static func isRegular(_ descriptor: Int32) -> Bool {
    var info = stat()
    return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFREG
  }

  static func isPipe(_ descriptor: Int32) -> Bool {
    var info = stat()
    return fstat(descriptor, &info) == 0 && info.st_mode & S_IFMT == S_IFIFO
  }

  /// Where a link leads, so that one who writes there leaves the link.
  var destination: String {
    if let real = realpath(path, nil) {
      defer { free(real) }
      return String(cString: real)
    }
    // It may lead to what is not there yet.
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &bytes, bytes.count)
    guard count > 0 else { return path }
    let there = String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return there.hasPrefix("/") ? there : path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)] + there
  }

  /// All bytes, or why there are none, in words that follow "cannot read 'x': ".
  func read() throws(Unreadable) -> [UInt8] {
    if mode == S_IFDIR { throw Unreadable(reason: "it is a folder") }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Unreadable(reason: errno == ENOENT ? "it does not exist" : Descriptor.reason(errno)) }
    defer { close(descriptor) }
    do throws(Failure) {
      return try Descriptor.readAll(descriptor, limit: Self.limit)
    } catch {
      throw Unreadable(reason: error.message)
    }
  }

  struct Unreadable: Error { var reason: String }
}

/// A folder that is looked into, for suggestions and completion.
struct LocalFolder {
  let path: String

  init(_ path: String) { self.path = path }

  /// The names of what is in it, sorted; none where it cannot be read.
  var names: [String] {
    guard let handle = opendir(path) else { return [] }
    defer { closedir(handle) }
    var found: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { found.append(name) }
    }
    return found.sorted()
  }
}
