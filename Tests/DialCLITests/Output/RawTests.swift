import Testing

@testable import DialCLI

@Suite struct RawTests {
  private static let spec = """
    service: s
    base: http://a.test
    endpoints:
      broken: {GET: /x, mock: {headers: {Content-Type: application/json}, text: '{"a": 1, }'}}
      refused: {GET: /x, mock: {status: 500, headers: {Content-Type: application/json}, text: '{"a": 1, }'}}
      shaped: {GET: /x -> (a Int), mock: {headers: {Content-Type: application/json}, text: '{"a": 1, }'}}
    """

  private static let note =
    "the response of type application/json is not valid JSON: "
    + "expected a member name in double quotes, found '}' (line 1, column 10)"

  @Test(arguments: [
    ("broken", 9), ("broken -o json", 9), ("broken -o raw -s a", 9), ("broken -o raw --require", 9), ("refused -o raw", 5),
    ("shaped -o raw", 9), ("broken -o raw --check-response error", 9),
  ])
  func whatIsAskedForMoreFails(line: String, exit: Int32) async {
    let ran = await dial("call s \(line) --mock", specs: ["s": Self.spec])
    #expect(ran.exit == exit && ran.out.isEmpty, "\(ran)")
  }

  @Test func itIsWrittenAsItCame() async {
    let ran = await dial("call s broken --mock -o raw", specs: ["s": Self.spec])
    #expect(ran == Ran(out: "{\"a\": 1, }", err: "note: \(Self.note)\n", exit: 0))
    #expect(await dial("call s broken --mock -o raw -q", specs: ["s": Self.spec]) == Ran(out: "{\"a\": 1, }", err: "", exit: 0))
  }
}
