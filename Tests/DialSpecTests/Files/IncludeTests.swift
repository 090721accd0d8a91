import Dial
import Foundation
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// `include`: types, vars and policies of another file.
struct IncludeTests {
  private static let api = "include: common.yaml\nbase: https://api.test\nendpoints: {e: GET /a}\n"

  struct Refused: Sendable, CustomTestStringConvertible {
    var include: String
    var common: String
    var gives: [String]
    var testDescription: String { gives.first ?? include }
  }

  static let refused = [
    Refused(
      include: "gone.yaml", common: "",
      gives: ["api.yaml:1:10: error: cannot read 'gone.yaml': it does not exist [file-unreadable]"]),
    Refused(
      include: "sub", common: "", gives: ["api.yaml:1:10: error: cannot read 'sub': it is a folder [file-unreadable]"]),
    Refused(
      include: "../x.yaml", common: "",
      gives: ["api.yaml:1:10: error: '../x.yaml' is outside the folder of the spec; use a file inside it [file-outside]"]),
    Refused(
      include: "{a: b}", common: "",
      gives: [
        "api.yaml:1:10: error: expected a path for 'include', found a mapping; quote it if the braces or brackets are part of the string [expected-text]"
      ]),
    Refused(
      include: "api.yaml", common: "",
      gives: ["api.yaml:1:10: error: the files refer to each other in a cycle: 'api.yaml' -> 'api.yaml' [file-unreadable]"]),
    Refused(
      include: "common.yaml", common: "include: ./api.yaml\n",
      gives: [
        "common.yaml:1:10: error: the files refer to each other in a cycle: 'api.yaml' -> 'common.yaml' -> 'api.yaml' [file-unreadable]"
      ]),
    Refused(
      include: "common.yaml", common: "- a\n",
      gives: [
        "common.yaml:1:1: error: an included file must be a mapping with keys such as 'endpoints' and 'types', found a list [expected-mapping]"
      ]),
    Refused(
      include: "common.yaml", common: "base: https://b.test\nendpoints: {f: GET /f}\nx-own: 1\ndoc: shared\n",
      gives: [
        "common.yaml:1:1: error: 'base' is not allowed in an included file; move it to the spec [misplaced-key]"
      ]),
    Refused(
      include: "common.yaml", common: "timeout: 30\nheadrs: {A: b}\ntypes: {user: {id: Int}}\n",
      gives: [
        "common.yaml:1:10: error: '30' is not a valid duration; add a unit, such as 30s [duration]",
        "common.yaml:2:1: error: unknown key 'headrs'; did you mean 'headers'? [unknown-key]",
        "common.yaml:3:9: error: 'user' is not a valid type name; start it with a capital letter, and use letters, digits, '_' and '-' [invalid-name]",
      ]),
    Refused(
      include: "common.yaml", common: "vars: {A: \"b\n",
      gives: ["common.yaml:1:11: error: this quote is not closed; add '\"' at the end of the string [yaml-syntax]"]),
  ]

  @Test(arguments: refused)
  func isRefused(row: Refused) throws {
    let folder = try TemporaryFolder([
      "api.yaml": "include: \(row.include)\nbase: https://api.test\nendpoints: {e: GET /a}\n", "common.yaml": row.common, "sub/a.yaml": "",
    ])
    #expect(try folder.lines() == row.gives)
  }

  @Test func `a file that is not trusted reads no other`() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.api, "common.yaml": "vars: {A: b}\n"])
    #expect(
      try folder.findings(isTrusted: false) == """
        api.yaml:1:10: error: 'common.yaml' cannot be read, because the spec is not a file or is not trusted [file-unreadable]
        include: common.yaml
                 ^~~~~~~~~~~
        """)
    #expect(throws: SpecError.self) { try Spec.load("\(folder.path)/api.yaml", trust: .untrusted) }
  }

  @Test func `a file can contain endpoints and groups`() throws {
    let folder = try TemporaryFolder([
      "api.yaml": "include: [users.yaml, more.yaml]\nbase: https://api.test\nendpoints: {e: GET /own}\n",
      "users.yaml":
        "types: {User: {id: Int}}\nendpoints: {e: GET /e, users: GET /users -> User}\ngroups: {g: {prefix: /g, endpoints: {a: GET /a}}}\n",
      "more.yaml": "endpoints: {users: 'GET /u -> [User]'}\ngroups: {h: {endpoints: {b: GET /b}}}\n",
    ])
    #expect(try folder.lines() == [])
    let service = try Spec.load("\(folder.path)/api.yaml")
    #expect(service.endpoints.sorted() == ["e", "g.a", "h.b", "users"])
  }

  @Test func `a link out of the folder is not followed`() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.api])
    let other = try TemporaryFolder(["secret.yaml": "vars: {A: b}\n"])
    try folder.link("common.yaml", to: other.path + "/secret.yaml")
    #expect(
      try folder.lines() == [
        "api.yaml:1:10: error: 'common.yaml' is outside the folder of the spec; use a file inside it [file-outside]"
      ])
  }

  /// A pipe may never have a byte, and a device never end.
  @Test func `a pipe is not read`() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.api])
    #expect(mkfifo("\(folder.path)/common.yaml", 0o600) == 0)
    #expect(
      try folder.lines() == ["api.yaml:1:10: error: 'common.yaml' is not a regular file [file-unreadable]"])
  }

  @Test func `there are at most 32 other files`() throws {
    let folder = try TemporaryFolder([
      "api.yaml": "include: [\((0..<33).map { "f\($0).yaml" }.joined(separator: ", "))]\nendpoints: {e: GET /a}\n"
    ])
    for index in 0..<33 { try Data("vars: {V\(index): x}\n".utf8).write(to: URL(filePath: "\(folder.path)/f\(index).yaml")) }
    #expect(try folder.lines() == ["api.yaml:1:321: error: the spec includes more than 32 files; include fewer [size]"])
  }

  /// Files over the limit are not read: a single one, or one after others.
  @Test func theFilesHaveALimitTogether() throws {
    let folder = try TemporaryFolder(["api.yaml": "include: [a.yaml, b.yaml, c.yaml]\nbase: https://api.test\nendpoints: {e: GET /a}\n"])
    let half = Data("#".utf8) + Data(repeating: UInt8(ascii: "-"), count: 33 << 20) + Data("\nvars: {A: b}\n".utf8)
    for name in ["a.yaml", "b.yaml"] { try half.write(to: URL(filePath: "\(folder.path)/\(name)")) }
    try Data().write(to: URL(filePath: "\(folder.path)/c.yaml"))
    let sparse = try FileHandle(forWritingTo: URL(filePath: "\(folder.path)/c.yaml"))
    try sparse.truncate(atOffset: (64 << 20) + 1)
    #expect(
      try folder.lines() == [
        "api.yaml:1:19: error: the files of the spec are larger than 64 MiB in total; include fewer or smaller files [size]",
        "api.yaml:1:27: error: cannot read 'c.yaml': it has 67108865 bytes, more than the maximum of 67108864 bytes [file-unreadable]",
      ])
  }

  @Test func `a finding in an included file says where`() throws {
    let folder = try TemporaryFolder(["api.yaml": Self.api, "common.yaml": "types:\n  User: {id: Itn}\n"])
    #expect(
      try folder.findings() == """
        common.yaml:2:14: error: unknown type 'Itn'; did you mean 'Int'? [unknown-type]
          User: {id: Itn}
                     ^~~
        fix-it: replace with: Int
        """)
  }
}
