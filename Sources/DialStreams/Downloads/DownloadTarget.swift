import DialMessage
import DialModel

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The destination of a download.
enum DownloadTarget {
  /// A file, which is replaced when the new one is complete.
  case file(String)
  /// A folder; the file gets the name from the response or the URL.
  case folder(String)
  /// A device or a pipe, written directly.
  case device(String)

  /// Classifies the path. Throws if nothing can be written there.
  init(_ path: String) throws(TransportError) {
    if let kind = FileKind(path) {
      if kind.isFolder {
        try Self.check(folder: path, for: path)
        self = .folder(path.hasSuffix("/") ? path : path + "/")
      } else if kind.isRegular {
        // Write to the destination of a symbolic link, so the link stays one.
        let real = Self.resolved(path)
        try Self.check(folder: Self.folder(of: real), for: path)
        self = .file(real)
      } else {
        self = .device(path)
      }
    } else {
      guard !path.isEmpty, !path.hasSuffix("/") else { throw Self.fault(path, "the folder does not exist") }
      try Self.check(folder: Self.folder(of: path), for: path)
      self = .file(path)
    }
  }

  private static func check(folder: String, for path: String) throws(TransportError) {
    guard FileKind(folder)?.isFolder == true else { throw fault(path, "the folder '\(folder)' does not exist") }
    guard access(folder, W_OK | X_OK) == 0 else { throw fault(path, SystemReason.last) }
  }

  private static func fault(_ path: String, _ reason: String) -> TransportError {
    TransportError(.io, "cannot write '\(path)': \(reason)")
  }

  private static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  private static func resolved(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(cString: real)
  }
}
