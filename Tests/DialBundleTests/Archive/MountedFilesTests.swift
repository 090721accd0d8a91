import Dial
import TestSupport
import Testing

@testable import DialBundle

/// Files in an archive are read as those on disk are.
@Suite struct MountedFilesTests {
  private func mount(_ files: [(path: String, bytes: [UInt8])], at root: String, _ folder: TemporaryFolder) throws {
    let program = try Programs.opened(Programs.script, folder).bundle(.of(files), files.map(\.bytes))
    MountedFiles.mount(try #require(try Programs.opened(program, folder).archive()), at: root)
  }

  @Test func `Paths below the root are files of the archive`() throws {
    let folder = try TemporaryFolder()
    try mount([("users.yaml", Array("a".utf8)), ("sub/b.pem", Array("bb".utf8))], at: "mounted:", folder)
    #expect(FileKind("mounted:/users.yaml")?.isRegular == true)
    #expect(FileKind("mounted:/sub/./b.pem")?.size == 2)
    #expect(FileKind("mounted:")?.isFolder == true && FileKind("mounted:/sub")?.isFolder == true)
    #expect(FileKind("mounted:/other") == nil && FileKind("mounted:/sub/../users.yaml") == nil && FileKind("unmounted:/users.yaml") == nil)
    #expect(try File("mounted:/sub/b.pem").contents(upTo: 9).get() == Array("bb".utf8))
    #expect(throws: FileFault.self) { try File("mounted:/sub/b.pem").contents(upTo: 1).get() }
    #expect(File.isReally("mounted:/sub/b.pem", below: "mounted:"))
  }

  @Test func `A spec is read with its includes, and its findings name them`() throws {
    let folder = try TemporaryFolder()
    let files = [
      ("users.yaml", Array("base: https://a.test\ninclude: more.yaml\nendpoints: {get: GET /users}\n".utf8)),
      ("more.yaml", Array("types: {User: {id: Int}}\n".utf8)),
    ]
    try mount(files.map { (path: $0.0, bytes: $0.1) }, at: "included:", folder)
    let spec = try Spec.load("included:/users.yaml")
    #expect(spec.name == "users" && spec.trust == .folder && spec.service.types["User"] != nil)
    try mount([(path: "users.yaml", bytes: files[0].1)], at: "missing:", folder)
    let error = #expect(throws: SpecError.self) { try Spec.load("missing:/users.yaml") }
    #expect(error?.diagnostics.first?.range.file.name == "missing:/users.yaml")
  }

  @Test func `A compiled spec belongs to the archive with the same digest`() throws {
    let folder = try TemporaryFolder()
    let cache = try TemporaryFolder()
    func text(_ path: String) -> [UInt8] {
      Array(("base: https://a.test\nendpoints:\n" + (0..<400).map { "  get\($0): GET /\(path)/\($0)\n" }.joined()).utf8)
    }
    for (root, path) in [("first:", "a"), ("second:", "b")] {
      try mount([(path: "users.yaml", bytes: text(path))], at: root, folder)
      for _ in 0..<2 {
        let spec = try Spec.load("\(root)/users.yaml", store: SpecStore(cache.path))
        #expect(spec.service.endpoints["get7"]?.target.text == "/\(path)/7")
      }
    }
    #expect(cache.names.count == 2)
  }
}
