package import Dial
import DialLibc

#if canImport(Darwin)
  import Darwin
#endif

/// An executable that may contain an archive.
package struct Executable: Sendable {
  /// The name of the section with the archive.
  static let section = ".dial"

  private let file: OpenFile

  package init(_ file: OpenFile) { self.file = file }

  /// Returns the archive of a bundle; nil for a program without one. Throws for a bundle that is not whole, so that it never runs as
  /// another program.
  package func archive() throws(BundleFault) -> BundleArchive? {
    if let found = try archive(endingAt: file.size) { return found }
    if let header = file.bytes(0..<min(64, file.size)), let image = ELFImage(header) {
      guard image.end <= file.size, let sections = image.sections(file.bytes) else { throw .damaged }
      guard let place = sections.first(where: { $0.name == Self.section })?.range else { return nil }
      guard let found = try archive(endingAt: place.upperBound) else { throw .damaged }
      return found
    }
    if let image = MachOImage(file.bytes), image.end != file.size { throw .damaged }
    return nil
  }

  private func archive(endingAt end: Int) throws(BundleFault) -> BundleArchive? {
    guard end >= BundleMark.size, let mark = file.bytes(end - BundleMark.size..<end).flatMap(BundleMark.init) else { return nil }
    return try BundleArchive(file, end: end, mark)
  }

  /// Whether the program needs libraries that another machine may not have.
  package var needsLibraries: Bool {
    // The headers of segments follow the header of the file.
    guard let beginning = file.bytes(0..<min(4096, file.size)), let image = ELFImage(beginning) else { return false }
    return image.isDynamic(beginning)
  }

  /// Returns this program with an archive. Throws if it has one already.
  package func bundle(_ manifest: BundleManifest, _ contents: [[UInt8]]) throws(BundleFault) -> [UInt8] {
    guard try archive() == nil else { throw BundleFault("a bundle cannot make other bundles; use the program that made it") }
    guard let program = file.bytes(0..<file.size) else { throw BundleFault("the program cannot read its own file") }
    let archive = BundleMark.archive(manifest, contents)
    guard let image = ELFImage(program) else { return program + archive }
    guard let bundle = image.adding(Self.section, archive, to: program) else { throw BundleFault("the program's own file is damaged") }
    return bundle
  }
}

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
