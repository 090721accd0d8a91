import Testing

@testable import DialCLI
@testable import DialConsole

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct FileTargetTests {
  private static func folder() -> String {
    var template = Array("/tmp/dial-test-XXXXXX".utf8CString)
    mkdtemp(&template)
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func read(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    return descriptor < 0 ? nil : try? FileDescriptor.readAll(descriptor, limit: 1 << 20)
  }

  @Test func whatCannotBeWrittenIsKnownBefore() throws {
    let folder = Self.folder()
    try FileTarget("\(folder)/a").write([1])
    symlink("\(folder)/gone/x", "\(folder)/link")
    for (path, reason) in [
      (folder, "it is a folder"), ("\(folder)/none/a", "the folder '\(folder)/none' does not exist"),
      ("\(folder)/a/b", "the folder '\(folder)/a' does not exist"), ("\(folder)/none/", "the folder does not exist"),
    ] {
      let failure = #expect(throws: Failure.self) { try FileTarget(path).check() }
      #expect(failure?.message == "cannot write '\(path)': \(reason)")
    }
    for path in ["\(folder)/a", "\(folder)/b", "/dev/null", "x"] { try FileTarget(path).check() }
    #expect(Self.read("\(folder)/b") == nil && Self.read("\(folder)/a") == [1])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write everywhere")) func aFolderThatMayNotBeWritten() throws {
    let folder = Self.folder()
    chmod(folder, 0o500)
    let failure = #expect(throws: Failure.self) { try FileTarget("\(folder)/a").check() }
    #expect(failure?.message == "cannot write '\(folder)/a': permission denied")
  }

  @Test func replacesAWholeFileAndKeepsItsModeAndLinks() throws {
    let folder = Self.folder()
    try FileTarget("\(folder)/a").write([1])
    chmod("\(folder)/a", 0o600)
    symlink("a", "\(folder)/link")
    try FileTarget("\(folder)/link").write([2, 3])
    #expect(Self.read("\(folder)/a") == [2, 3])
    var info = stat()
    lstat("\(folder)/link", &info)
    #expect(info.st_mode & S_IFMT == S_IFLNK)
    stat("\(folder)/a", &info)
    #expect(info.st_mode & 0o777 == 0o600)
  }

  @Test func aDeviceIsWrittenThrough() throws {
    try FileTarget("/dev/null").write([1, 2, 3])
    var info = stat()
    stat("/dev/null", &info)
    #expect(info.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func whatCannotBeWrittenLeavesNothing() throws {
    let folder = Self.folder()
    #expect(throws: Failure.self) { try FileTarget(folder).write([1]) }
    #expect(throws: Failure.self) { try FileTarget("\(folder)/none/a").write([1]) }
    #expect(throws: Failure.self) { try FileTarget("/dev/full").write([1]) }
    #expect(Self.read("\(folder)/none/a") == nil)
  }
}
