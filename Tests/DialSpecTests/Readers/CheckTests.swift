import Dial
import DialSyntax
import TestSupport
import Testing

@testable import DialBuild
@testable import DialMessage
@testable import DialModel
@testable import DialSpec

/// `Spec.check(_:)`: every finding of a file and of the files that it names.
struct CheckTests {
  private static func findings(_ folder: TemporaryFolder, _ name: String) -> String {
    DiagnosticPrinter(color: false).text(Spec.check("\(folder.path)/\(name)")).replacing(folder.path + "/", with: "")
  }

  @Test func whatCannotBeReadIsAFinding() throws {
    let folder = try TemporaryFolder(["sub/api.yaml": "endpoints: {e: GET /a}\n"])
    #expect(
      Self.findings(folder, "gone.yaml").hasPrefix("gone.yaml:1:1: error: cannot read 'gone.yaml': it does not exist [unreadable]"))
    #expect(Self.findings(folder, "sub").hasPrefix("sub:1:1: error: cannot read 'sub': it is a folder [unreadable]"))
  }

  @Test func findingsOfAllFilesAreThere() throws {
    let folder = try TemporaryFolder([
      "api.yaml": "include: [lib/types.yaml]\nbase: https://api.test\nendpoints: {e: GET /a -> Usr}\ntimout: 3s\n",
      "lib/types.yaml": "types: {User: {id: Int}}\ntimeout: 30\n",
    ])
    #expect(
      Self.findings(folder, "api.yaml") == """
        api.yaml:3:26: error: unknown type 'Usr'; did you mean 'User'? [unknown-type]
        endpoints: {e: GET /a -> Usr}
                                 ^~~
        fix-it: replace with: User
        api.yaml:4:1: error: unknown key 'timout'; did you mean 'timeout'? [unknown-key]
        timout: 3s
        ^~~~~~
        fix-it: replace with: timeout
        lib/types.yaml:2:10: error: '30' is not a valid duration; add a unit, such as 30s [duration]
        timeout: 30
                 ^~
        """)
  }

  /// A mock is not required for calls, so its file may be missing.
  @Test func theFileOfAMockIsLookedFor() throws {
    let folder = try TemporaryFolder([
      "api.yaml": "include: lib/types.yaml\nendpoints: {a: {GET: /a, mock: {file: nope.json}}, b: {GET: /b, mock: {file: lib/b.json}}}\n",
      "lib/types.yaml": "types: {A: Int}\n", "lib/b.json": "{}",
    ])
    #expect(
      Self.findings(folder, "api.yaml") == """
        api.yaml:2:39: warning: cannot read the mock file 'nope.json': it does not exist [file-unreadable]
        endpoints: {a: {GET: /a, mock: {file: nope.json}}, b: {GET: /b, mock: {file: lib/b.json}}}
                                              ^~~~~~~~~
        """)
    #expect(try folder.spec().endpoints == ["a", "b"])
  }

  /// Warnings are findings, too.
  @Test func warningsAreThere() throws {
    let folder = try TemporaryFolder(["warned.yaml": "endpoints: {e: GET /users/:id}\n", "good.yaml": "endpoints: {e: GET /a}\n"])
    #expect(Spec.check("\(folder.path)/warned.yaml").map(\.severity) == [.warning])
    #expect(Spec.check("\(folder.path)/good.yaml").isEmpty)
  }
}
