import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial check FOLDER` reads the specs in it, and nothing else.
final class CheckFolderTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "dial-check-\(UUID().uuidString)").path

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true) }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  private func write(_ name: String, _ text: String) throws { try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)")) }

  private func check(_ word: String) async -> Ran {
    var ran = await dial("check \(word)")
    ran.out = ran.out.replacing(folder, with: "F")
    ran.err = ran.err.replacing(folder, with: "F")
    return ran
  }

  @Test func aFolderWithoutSpecs() async throws {
    try write("compose.yaml", "services: {web: {image: nginx}}\n")
    try write("notes.txt", "endpoints: {a: GET /a}\n")
    let ran = await check(folder)
    #expect(ran == Ran(out: "", err: "error: 'F' contains no spec: a YAML file with 'base', 'endpoints', 'groups' or 'overlay'\n", exit: 6))
  }

  @Test func everySpecIsChecked() async throws {
    try write("a.yaml", "include: common.yaml\nendpoints: {a: GET /a}\n")
    try write("b.yml", "endpoints: {b: get /b}\n")
    try write("common.yaml", "types: {A: {id: Int}}\n")
    try write("compose.yaml", "services: {web: {image: nginx}}\n")
    let ran = await check(folder + "/")
    #expect(
      ran
        == Ran(
          out: """
            F/b.yml:1:16: error: unknown method 'get'; did you mean 'GET'? [method]
            endpoints: {b: get /b}
                           ^~~
            fix-it: change it to uppercase: GET
            F/a.yaml: 1 endpoint, no findings
            F/b.yml: 1 error

            """, err: "", exit: 6))
  }

  /// Unreadable files and files without endpoints are reported.
  @Test func whatCannotBeReadIsReported() async throws {
    try write("a.yaml", "base: https://a.test\nendpoint: {e: GET /x}\n")
    try write("b.yaml", "types: {T: Int}\n")
    let ran = await check(folder)
    #expect(ran.exit == 6 && ran.out.contains("did you mean 'endpoints'") && !ran.out.contains("b.yaml"), "\(ran)")
    guard geteuid() != 0 else { return }
    try write("c.yaml", "base: https://a.test\nendpoints: {e: GET /x}\n")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: folder + "/c.yaml")
    #expect(await check(folder).err.contains("c.yaml"))
  }
}
