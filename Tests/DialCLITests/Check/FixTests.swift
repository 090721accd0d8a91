import DialBuild
import DialSyntax
import Testing

@testable import DialCLI
@testable import DialConsole

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct FixTests {
  private static let broken = """
    service: users
    base: https://api.example.com/v1
    types:
      User: {id: Int, name: String}
    endpoints:
      # Größe 😀
      getUser: GET /users/{id} (id Int, page int = 1) -> Usr
      create:  post /users (name)

    """

  private static func file(_ text: String) throws -> String {
    var template = Array("/tmp/dial-fix-XXXXXX".utf8CString)
    mkdtemp(&template)
    let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self) + "/x.yaml"
    try FileTarget(path).write(Array(text.utf8))
    return path
  }

  private static func text(_ path: String) throws -> String { String(decoding: try LocalFile(path).read(), as: UTF8.self) }

  @Test func onlyFilesAreChanged() async {
    let ran = await dial("check s --fix", specs: ["s": Self.broken])
    #expect(ran == Ran(out: "", err: "error: --fix requires a file, but 's' is not a file\n", exit: 2))
    #expect(await dial("check - --fix", stdin: Self.broken).exit == 2)
    #expect(await dial("check /nope.yaml --fix").exit == 6)
  }

  @Test func whatHasNoFixStays() async throws {
    let text = "service: s\nbase: https://a.test\nendpoints:\n  a: GET /x (b, b)\n"
    let path = try Self.file(text)
    let ran = await dial("check \(path) --fix")
    #expect(ran.exit == 6)
    #expect(ran.out.hasSuffix("\n\(path): 0 fixes applied, 1 error\n"), "\(ran.out)")
    #expect(try Self.text(path) == text)
  }

  /// A fix-it that would cause another finding is not applied, but the others are.
  @Test(arguments: [
    // An alias cannot be replaced; its anchor is fixed.
    ("  a: &a get /x\n  b: *a\n", "  a: &a GET /x\n  b: *a\n"),
    ("  a: {GET: /x, timeout: 5s, timout: 6s}\n", nil),
    ("  a: {GET: /x, timout: 6s, timeout: 5s}\n", nil),
    ("  a: GET /x\nbse: https://b.test\n", nil),
    ("  a: LIST /x\n", nil), ("  a: {LIST: /x}\n", nil), ("  a: WEBSOCKET /x\n", "  a: WS /x\n"),
    ("  a: get /x\n  b: WS /x (body.a)\n  c: get /y\n", "  a: GET /x\n  b: WS /x (body.a)\n  c: GET /y\n"),
    ("  a: get /x\nheadrs:\n  A B: c\n", "  a: GET /x\nheadrs:\n  A B: c\n"),
    // The messages about other lines list the names of the spec.
    ("  a: GET /x -> Nope\ntypes: {user: {id: Int}}\n", "  a: GET /x -> Nope\ntypes: {User: {id: Int}}\n"),
    ("  a: post /x (b, b)\n", nil),
    // The type in the second line can be mended only if the duplicate name is.
    ("  a: get /x\n  b: get /y (ids Int[], ids String)\n", "  a: GET /x\n  b: get /y (ids Int[], ids String)\n"),
  ])
  func aFixMendsWhereItChanges(_ endpoints: String, _ wanted: String?) async throws {
    let head = "service: s\nbase: https://a.test\nendpoints:\n"
    let path = try Self.file(head + endpoints)
    _ = await dial("check \(path) --fix")
    #expect(try Self.text(path) == head + (wanted ?? endpoints))
  }

  @Test func theFindingThatAFixLeadsToIsNamed() async throws {
    let path = try Self.file("service: s\nbase: https://a.test\nendpoints:\n  a: WS /x (body.a)\n")
    let reason = "--fix did not apply the fix-it, because it leads to another finding: 'a' cannot be sent in a body, because"
    #expect(await dial("check \(path) --fix").out.contains(reason))
  }

  @Test(arguments: ["", "\u{FEFF}"]) func mends(_ mark: String) async throws {
    let path = try Self.file(mark + Self.broken)
    #expect(await dial("check \(path) --fix") == Ran(out: "\(path): 3 fixes applied, 2 endpoints, no findings\n", err: "", exit: 0))
    let mended = Self.broken.replacing("int =", with: "Int =").replacing("Usr", with: "User").replacing("post /", with: "POST /")
    #expect(try Array(Self.text(path).utf8) == Array((mark + mended).utf8))
    #expect(await dial("check \(path) --fix").out == "\(path): 0 fixes applied, 2 endpoints, no findings\n")
  }

  @Test func aMistakeThatIsOftenRepeatedIsMendedEverywhere() async throws {
    let lines = (0..<1_100).map { "  e\($0): {GET: /x\($0), timeot: 5s}\n" }.joined()
    let path = try Self.file("service: s\nbase: https://a.test\nendpoints:\n" + lines)
    #expect(await dial("check \(path) --fix").out == "\(path): 1100 fixes applied, 1100 endpoints, no findings\n")
  }

  @Test func lineEndsStay() async throws {
    let path = try Self.file(Self.broken.replacing("\n", with: "\r\n"))
    #expect(await dial("check \(path) --fix --json") == Ran(out: "[]\n", err: "\(path): 3 fixes applied\n", exit: 0))
    #expect(try Self.text(path).utf8.count { $0 == 0x0D } == Self.broken.utf8.count { $0 == 0x0A })
  }

  @Test func ofTwoThatOverlapTheFirstIsTaken() {
    let file = SourceFile(name: "x", text: "abcdef")
    func finding(_ start: Int, _ end: Int, _ texts: String...) -> Diagnostic {
      let range = SourceRange(file: file, start: Position(line: 1, column: start), end: Position(line: 1, column: end))
      return .error("x", "x", at: range, fixIts: texts.map { .init("x", range: range, replacement: $0) })
    }
    func mended(_ findings: Diagnostic...) -> String {
      String(decoding: SpecFixes(findings, in: file.bytes).applied(to: file.bytes), as: UTF8.self)
    }
    #expect(mended() == "abcdef")
    #expect(mended(finding(1, 2, "x", "y")) == "abcdef")
    #expect(mended(finding(2, 4, "X"), finding(3, 5, "Y")) == "aXdef")
    #expect(mended(finding(2, 4, "X"), finding(2, 4, "X")) == "aXdef")
    #expect(mended(finding(4, 6, "Y"), finding(2, 4, "X")) == "aXYf")
    #expect(mended(finding(1, 1, "<"), finding(7, 7, ">")) == "<abcdef>")
  }
}
