import DialMessage
import Foundation
import TestSupport
import Testing

/// Files that are written atomically, and what an interrupted process leaves.
struct FileWriterTests {
  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test func `a private file replaces another, with its own mode, and leaves nothing beside it`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", "old")
    for text in ["new", "newer"] {
      try PrivateFile(path: path).write(Array(text.utf8))
      #expect(try folder.read("a") == text && mode(path) == 0o600 && folder.names == ["a"])
    }
    try PrivateFile(path: folder.path + "/b").write([0x62])
    #expect(try folder.read("b") == "b" && folder.names.sorted() == ["a", "b"])
  }

  @Test func `a link is replaced, a folder is not`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write("a", "old")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: path)
    try FileWriter.write([0x62], to: folder.path + "/link")
    #expect(try folder.read("a") == "old" && folder.read("link") == "b")
    try FileManager.default.createDirectory(atPath: folder.path + "/sub", withIntermediateDirectories: false)
    #expect(throws: TransportError.self) { try FileWriter.write([0x62], to: folder.path + "/sub") }
    #expect(throws: TransportError.self) { try FileWriter.write([0x62], to: folder.path + "/none/x") }
    #expect(throws: TransportError.self) { try FileWriter.write([0x62], to: path, mayReplace: false) }
    #expect(try folder.read("a") == "old" && folder.names.sorted() == ["a", "link", "sub"])
    try FileWriter.write([0x62], to: folder.path + "/new", mayReplace: false)
    #expect(try folder.read("new") == "b")
  }

  /// A process that is killed while it writes leaves no name, because the file has none.
  @Test func `what a killed process left is removed after an hour`() throws {
    let folder = try TemporaryFolder()
    let old = try folder.write(".dial-abc.part", "token")
    let foreign = try folder.write(".other-abc.part", "x")
    try folder.write(".dial-new.part", "x")
    for path in [old, foreign] {
      try FileManager.default.setAttributes([.modificationDate: Date(timeIntervalSinceNow: -4000)], ofItemAtPath: path)
    }
    try PrivateFile(path: folder.path + "/a").write([0x61])
    #expect(folder.names.sorted() == [".dial-new.part", ".other-abc.part", "a"])
  }
}
