import Dial
import Foundation
import TestSupport
import Testing

@testable import DialDoctor

/// Folders and files of the user, each broken on purpose.
@Suite struct FolderCheckTests {
  private func check(_ path: String?) -> Check? { FolderChecks(folders: [("config", path)], secretFiles: []).checks.first }

  private func check(secret path: String) -> [Check] { FolderChecks(folders: [], secretFiles: [path]).checks }

  private func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  @Test func `A folder of the user is fine`() throws {
    let folder = try TemporaryFolder()
    try setMode(0o755, folder.path)
    #expect(check(folder.path) == .ok("config folder", "'\(folder.path)' (mode 0755)"))
  }

  @Test func `A folder that can be created is fine`() throws {
    let folder = try TemporaryFolder()
    #expect(check("\(folder.path)/a/b") == .ok("config folder", "'\(folder.path)/a/b' does not exist yet"))
  }

  @Test func `Without a home folder`() {
    #expect(check(nil) == .problem("config folder", "is unknown", "set HOME to the path of your home folder"))
  }

  @Test(arguments: [0o777, 0o720]) func `A folder that others can change`(mode: Int) throws {
    let folder = try TemporaryFolder()
    try setMode(mode, folder.path)
    let text = "'\(folder.path)' can be changed by other users (mode 0\(String(mode, radix: 8)))"
    #expect(check(folder.path) == .problem("config folder", text, "run: chmod go-w \(folder.path)"))
  }

  @Test func `A folder that cannot be written`() throws {
    let folder = try TemporaryFolder()
    try setMode(0o500, folder.path)
    defer { try? setMode(0o700, folder.path) }
    let text = "'\(folder.path)' cannot be read and written (mode 0500)"
    #expect(check(folder.path) == .problem("config folder", text, "run: chmod u+rwx \(folder.path)"))
  }

  @Test func `A file in place of a folder`() throws {
    let folder = try TemporaryFolder(["file": ""])
    let path = "\(folder.path)/file"
    #expect(check(path) == .problem("config folder", "'\(path)' is not a folder", "remove it: rm \(path)"))
    #expect(check("\(folder.path)/file/below")?.state == .problem)
  }

  @Test func `A file with secrets is private`() throws {
    let folder = try TemporaryFolder(["tokens.json": "{}"])
    let path = "\(folder.path)/tokens.json"
    #expect(check(secret: "\(folder.path)/absent") == [])
    try setMode(0o600, path)
    #expect(check(secret: path) == [.ok("tokens.json", "'\(path)' (mode 0600)")])
    try setMode(0o644, path)
    let text = "'\(path)' contains secrets, but other users can read or own it (mode 0644)"
    #expect(check(secret: path) == [.problem("tokens.json", text, "run: chmod 600 \(path), then replace the secrets")])
    #expect(check(secret: folder.path).map(\.state) == [.problem])
  }
}
