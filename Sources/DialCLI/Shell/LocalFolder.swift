#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
