package import Dial
import DialLibc

#if canImport(Darwin)
  import Darwin
#endif

/// The file of the running program, however it was started: by its path, by a link, or from a folder of PATH.
package enum OwnFile {
  package static var path: String? {
    #if os(Linux)
      // The link of the kernel leads to the file even after another one has taken its name.
      return "/proc/self/exe"
    #else
      var size = UInt32(PATH_MAX)
      var bytes = [CChar](repeating: 0, count: Int(size))
      guard _NSGetExecutablePath(&bytes, &size) == 0 else { return nil }
      return File.resolved(String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    #endif
  }

  package static func open() -> OpenFile? { path.flatMap { OpenFile($0) } }
}
