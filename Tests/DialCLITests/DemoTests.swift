import Testing

@testable import DialCLI
@testable import DialConsole
@testable import DialDemo

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct DemoTests {
  @Test func theSpecInsideIsTheFile() throws {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let report = try SpecReport("/\(root)/specs/demo.yaml", SpecFinder(context: Context.standard), StandardInput(context: Context()))
    #expect(report.findings.isEmpty)
    let descriptor = open("/\(root)/specs/demo.yaml", O_RDONLY)
    defer { close(descriptor) }
    #expect(String(decoding: try FileDescriptor.readAll(descriptor, limit: 1 << 20), as: UTF8.self) == DemoSpec.text)
  }

  @Test(arguments: [
    ("--serve --port 70000", "--port must be a number from 0 to 65535, but is '70000'", ""),
    ("--serve --port -1", "--port must be a number from 0 to 65535, but is '-1'", ""),
    ("--serve --port=-1", "--port must be a number from 0 to 65535, but is '-1'", ""),
    ("--port 5099", "--port requires --serve", "hint: run: dial demo --serve --port 5099\n"),
    ("--serve --port x", "--port must be a number from 0 to 65535, but is 'x'", ""),
  ])
  func invalidPorts(_ flags: String, _ message: String, _ hint: String) async {
    #expect(await dial("demo \(flags)") == Ran(out: "", err: "error: \(message)\n\(hint)", exit: 2))
  }

  @Test func everyCallEndsAsItShould() async {
    let ran = await dial("demo")
    #expect(ran.exit == 0)
    #expect(ran.err == "")
    #expect(ran.out.contains("$ dial call demo getUser id=7\n→ GET /users/7\n{\"id\":7,\"name\":\"Ann\""))
    #expect(!ran.out.contains("Bearer demo"))
  }

  @Test func everyEndpointHasAMock() async {
    let lines = [
      "getUser id=7", "listUsers", "posts", "search q=x", "echo a=1", "status code=200", "getFile name=a", "login user=a password=b",
    ]
    for line in lines {
      #expect(await dial("call demo \(line) --mock").exit == 0, "\(line)")
    }
  }

  /// A service ends when it is asked to, before it is killed.
  @Test(.timeLimit(.minutes(1))) func theServiceEndsWhenItIsTold() async throws {
    let script = "t=$(mktemp); dial demo --serve --port 0 2>$t & p=$!; until grep -q listening $t; do sleep 0.05; done; rm $t; "
    let said = try await Program.run(script + "s=$(date +%s); kill -TERM $p; wait $p; echo exit $? $(($(date +%s) - s < 4))")
    #expect(said.hasSuffix("exit 0 1\n"), "\(said)")
  }
}
