#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file that is open for reading, of which any part can be asked for, by several tasks at once.
final class OpenFile: Sendable {
  private let number: Int32

  /// nil where there is none that may be read. A link is not followed.
  init?(_ path: String) {
    number = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if number < 0 { return nil }
  }

  deinit { close(number) }

  var kind: FileKind? { FileKind(open: number) }

  /// As many bytes as there are from an offset on, at most `count`; nil where the file cannot be read.
  func read(_ offset: Int, _ count: Int) -> [UInt8]? {
    guard count > 0 else { return [] }
    var result = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        result = pread(number, buffer.baseAddress.map { $0 + filled }, count - filled, off_t(offset + filled))
        if result < 0, errno == EINTR { continue }
        if result <= 0 { break }
        filled += result
      }
    }
    return result < 0 ? nil : bytes
  }
}
