import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `--all` and its limits: stdout is complete, and stderr says what remains.
@Suite struct PagingTests {
  private static let spec = """
    service: s
    base: https://a.test/v1
    endpoints:
      list:
        GET: /i (cursor?) @ items
        paginate: {cursor: meta.next, as: cursor}
        mock:
          - {json: {items: [{id: 1, n: "a,b"}, {id: 2, n: x}], meta: {next: abc}}}
          - {json: {items: [{id: 3, m: y}], meta: {next: d e}}}
          - {json: {items: [], meta: {next: ""}}}
      none: {GET: "/n (page = 1) @ items", paginate: {page: page}, mock: {json: {items: []}}}
      linked:
        GET: "/l (page?, size? as per_page) -> [Int]"
        paginate: {next: link}
        mock: {headers: {Link: '</other?per_page=2&page=2>; rel=next'}, json: [1, 2]}
      hidden: {GET: "/l -> [Int]", paginate: {next: link}, mock: {headers: {Link: '</l?p=2>; rel=next'}, json: [1, 2]}}
      fails:
        GET: /f (c?) @ items
        paginate: {cursor: n, as: c}
        mock: [{json: {items: [1, 2], n: 1}}, {status: 500, json: {message: oh}}]
      object: {GET: /o, paginate: {next: meta.url}, mock: {json: {items: [1]}}}
      text: {GET: /t, paginate: {next: link}, mock: {text: hello}}
      named: {GET: "/m (c?) @ i", paginate: {next: n}, mock: [{json: {i: [1], n: "?c=x"}}, {status: 500, json: {message: oh}}]}
      moved: {GET: "/m @ i", paginate: {next: n}, mock: [{json: {i: [1], n: "?d=x"}}, {status: 500, json: {message: oh}}]}
      lines: {GET: /s -> lines, mock: {events: [1, 2]}}
      one: GET /x
      early: {GET: "/e (s = 0) @ items", paginate: {offset: s, total: count}, mock: [{json: {items: [1, 2], count: 3}}, {json: {items: [], count: 3}}]}
      short: {GET: "/e (s = 0, limit = 2) @ items", paginate: {offset: s, step: 5, total: count}, mock: {json: {items: [1, 2], count: 3}}}
      file: {GET: "/f (c?) @ items", paginate: {cursor: n, as: c}, mock: {json: {items: [1], n: "@/etc/hostname"}}}
      lineFeed: {GET: "/f (c?) @ items", paginate: {cursor: n, as: c}, mock: {json: {items: [1], n: "a\\nb"}}}
      token: {GET: "/k -> [Int]", paginate: {next: link}, mock: [{headers: {Link: '</k?token=SECRET1>; rel=next'}, json: [1]}, {status: 500}]}
    """

  @Test(arguments: [
    ("one --all", "", "s:26:3: error: 'one' has no pages, because it does not declare 'paginate' [arguments]", 2),
    ("lines --max-items 3", "", "s:25:3: error: 'lines' is a stream of lines, which has no pages [arguments]", 2),
    ("named --all --retry 0", "[1]\n", "s:23:3: error: page 2 (https://a.test/v1/m?c=x): the server responded with 500: oh [status]", 5),
    (
      "token --all --retry 0", "[1]\n", "s:31:3: error: page 2 (https://a.test/k?token=‹redacted›): the server responded with 500 [status]",
      5
    ),
    ("list --max-items 0", "", "error: --max-items must be a positive integer, but is '0'", 2),
    ("list --max-pages x", "", "error: --max-pages must be a positive integer, but is 'x'", 2),
    ("object --all", "", "s:21:3: error: expected an array in each page of 'object', found an object [decoding]", 9),
    ("text --all", "", "s:22:3: error: expected an array in each page of 'text', found a string [decoding]", 9),
    // The output is completed, and the exit code reports the error.
    ("fails --all --retry 0", "[1,2]\n", "s:17:3: error: page 2 (https://a.test/v1/f?c=1): the server responded with 500: oh [status]", 5),
    (
      "fails --all -o jsonl --retry 0", "1\n2\n",
      "s:17:3: error: page 2 (https://a.test/v1/f?c=1): the server responded with 500: oh [status]", 5
    ),
    (
      "fails --all -o yaml --retry 0", "- 1\n- 2\n",
      "s:17:3: error: page 2 (https://a.test/v1/f?c=1): the server responded with 500: oh [status]", 5
    ),
    (
      "list --all --tuple id,o", "[[1,null],[2,null],[3,null]]\n",
      "s:4:3: error: --tuple: [0] has no 'o'; available: 'id', 'n' [selection]", 9
    ),
  ])
  func fails(_ line: String, _ out: String, _ err: String, _ exit: Int32) async {
    let ran = await dial("call s \(line) --mock", specs: ["s": Self.spec])
    #expect(ran.out == out)
    #expect(ran.err.split(separator: "\n").first.map(String.init) == err)
    #expect(ran.exit == exit)
  }

  /// Items before a failed page are saved next to the file.
  @Test(arguments: [("", "[1,2]\n"), (" -o jsonl", "1\n2\n"), (" -o csv", "1\n2\n")])
  func keepsWhatCame(_ form: String, _ kept: String) async throws {
    let path = NSTemporaryDirectory() + "dial-pages-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path + ".partial") }
    let ran = await dial("call s fails --all --retry 0 --mock -O \(path)\(form)", specs: ["s": Self.spec])
    #expect(ran.exit == 5 && ran.out == "")
    #expect(ran.err.hasPrefix("note: saved the partial result to '\(path).partial'\n"), "\(ran.err)")
    #expect(ran.err.hasSuffix("hint: continue with c=1\n"), "\(ran.err)")
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try String(contentsOfFile: path + ".partial", encoding: .utf8) == kept)
  }

  @Test(arguments: [
    ("list --all", #"[{"id":1,"n":"a,b"},{"id":2,"n":"x"},{"id":3,"m":"y"}]"# + "\n"),
    ("list --all -o jsonl", #"{"id":1,"n":"a,b"}"# + "\n" + #"{"id":2,"n":"x"}"# + "\n" + #"{"id":3,"m":"y"}"# + "\n"),
    // Columns are those of all pages.
    ("list --all -o csv", "id,n,m\n1,\"a,b\",\n2,x,\n3,,y\n"), ("list --all -o tsv --tuple id", "1\n2\n3\n"),
    ("list --all -o yaml --select [*].id", "- 1\n- 2\n- 3\n"), ("list --all -o none", ""),
    // A selection applies to each page.
    ("list --all --select [*].id", "[1,2,3]\n"), ("list --all --select length(@) -q", "[2,1,0]\n"),
    ("list --all --select [0].id -q", "[1,3]\n"),
    ("none --all", "[]\n"), ("none --all -o jsonl", ""),
    ("list --max-items 9 --select [*].id", "[1,2,3]\n"),
  ])
  func joins(_ line: String, _ out: String) async {
    #expect(await dial("call s \(line) --mock", specs: ["s": Self.spec]) == Ran(out: out, err: "", exit: 0))
  }

  @Test(arguments: [
    ("list --max-items 1 --select [*].id", "[1]\n", "1 item, but more are available: increase --max-items"),
    ("list --max-items 2 --select [*].id", "[1,2]\n", "2 items, but more are available: continue with cursor=abc"),
    ("list --max-items 1 cursor=x --select [*].id", "[1]\n", "1 item, but more are available: increase --max-items"),
    ("list --max-pages 1 --select [*].id", "[1,2]\n", "1 page, but more are available: continue with cursor=abc"),
    ("list --max-pages 2 --select [*].id", "[1,2,3]\n", "2 pages, but more are available: continue with 'cursor=d e'"),
    ("linked --max-pages 1 size=2", "[1,2]\n", "1 page, but more are available: continue with page=2"),
    ("hidden --max-pages 1", "[1,2]\n", "1 page, but more are available: the next page is https://a.test/l?p=2"),
    // The server must not choose a file of the user.
    ("file --max-pages 1", "[1]\n", #"1 page, but more are available: continue with 'c:="@/etc/hostname"'"#),
    ("lineFeed --max-pages 1", "[1]\n", #"1 page, but more are available: continue with 'c:="a\nb"'"#),
    ("token --max-pages 1", "[1]\n", "1 page, but more are available: the next page is https://a.test/k?token=‹redacted›"),
  ])
  func saysHowToGoOn(_ line: String, _ out: String, _ note: String) async {
    let expected = Ran(out: out, err: "note: stopped after \(note)\n", exit: 0)
    #expect(await dial("call s \(line) --mock", specs: ["s": Self.spec]) == expected)
    #expect(await dial("call s \(line) --mock -q", specs: ["s": Self.spec]) == Ran(out: out, err: "", exit: 0))
  }

  @Test(
    arguments: [
      ("fails", "continue with c=1"), ("named", "continue with c=x"), ("moved", nil),
    ] as [(String, String?)])
  func aPageThatFailsSaysHowToGoOn(_ line: String, _ hint: String?) async {
    let ran = await dial("call s \(line) --all --mock", specs: ["s": Self.spec])
    #expect(ran.err.split(separator: "\n").filter { $0.hasPrefix("hint:") } == (hint.map { ["hint: \($0)"] } ?? []))
  }

  @Test func aCursorThatIsNowhereIsReported() async {
    let text = "only one page was read, because 'paginate' found no next page: 'meta' is missing"
    let ran = await dial("call s object --all --select items --mock", specs: ["s": Self.spec])
    #expect(ran == Ran(out: "[1]\n", err: "note: \(text)\n", exit: 0))
    #expect(await dial("call s object --all --select items --mock -q", specs: ["s": Self.spec]) == Ran(out: "[1]\n", err: "", exit: 0))
  }

  @Test func anEndBeforeTheTotalIsReported() async {
    let text = "the pages ended after 2 of the 3 items that 'count' announces"
    #expect(await dial("call s early --all --mock", specs: ["s": Self.spec]) == Ran(out: "[1,2]\n", err: "note: \(text)\n", exit: 0))
    #expect(await dial("call s early --all --mock -q", specs: ["s": Self.spec]) == Ran(out: "[1,2]\n", err: "", exit: 0))
  }

  @Test func aShorterPageIsAnErrorWithItsRemedies() async {
    let ran = await dial("call s short --all --mock", specs: ["s": Self.spec])
    #expect(ran.out == "[1,2]\n" && ran.exit == 9)
    let page = "page 1 (https://a.test/v1/e?s=0&limit=2)"
    let error = "s:28:3: error: \(page): pagination: the page has 2 items, but 'step' is 5, and more items follow [limit]\n"
    #expect(ran.err.hasPrefix(error), "\(ran.err)")
    let remedy = "set 'step' to the parameter for the page size, or remove it"
    let hint = "hint: \(remedy); if the server leaves items out of its pages, add 'short: true'; then continue with s=2\n"
    #expect(ran.err.hasSuffix(hint), "\(ran.err)")
  }

  @Test(arguments: [
    (
      "early --all", "[1,2]\n", "early", #""code":"total","message":"the pages ended after 2 of the 3 items that 'count' announces""#
    ),
    (
      "list --max-pages 1 --select [*].id", "[1,2]\n", "list",
      #""code":"cut-off","message":"stopped after 1 page, but more are available: continue with cursor=abc""#
    ),
    (
      "object --all --select items", "[1]\n", "object",
      #""code":"one-page","message":"only one page was read, because 'paginate' found no next page: 'meta' is missing""#
    ),
  ])
  func notesAreLinesOfJSONWhereErrorsAre(_ line: String, _ out: String, _ endpoint: String, _ told: String) async {
    let ran = await dial("call s \(line) --mock --errors json", specs: ["s": Self.spec])
    let note = #"{"severity":"note",\#(told),"endpoint":"\#(endpoint)","spec":null,"faults":[]}"#
    #expect(ran == Ran(out: out, err: note + "\n", exit: 0))
    #expect(await dial("call s \(line) --mock --errors json -q", specs: ["s": Self.spec]) == Ran(out: out, err: "", exit: 0))
  }

  @Test func aTerminalIndentsTheItemsOfOneArray() async {
    let ran = await dial("call s list --mock --all --select [*].{id:id}", specs: ["s": Self.spec], terminal: true)
    #expect(ran.out == "[\n  {\n    \"id\": 1\n  },\n  {\n    \"id\": 2\n  },\n  {\n    \"id\": 3\n  }\n]\n")
    #expect(await dial("call s none --mock --all", specs: ["s": Self.spec], terminal: true).out == "[]\n")
  }

  @Test func aFileIsThereOnlyWhenItIsWhole() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let ran = await dial("call s fails --mock --all --retry 0 -O", ["\(folder.path)/x"], specs: ["s": Self.spec])
    #expect(ran.out == "")
    #expect(ran.exit == 5)
    #expect(folder.names == ["x.partial"])
    let whole = await dial("call s none --mock --all -O", ["\(folder.path)/x"], specs: ["s": Self.spec])
    #expect(whole == Ran(out: "", err: "", exit: 0))
    #expect(folder.bytes("x") == Array("[]\n".utf8))
  }

  @Test func dryRunShowsTheFirstRequest() async {
    let ran = await dial("call s list --all --dry-run", specs: ["s": Self.spec])
    #expect(
      ran == Ran(out: #"{"endpoint":"list","method":"GET","url":"https://a.test/v1/i","headers":[],"body":null}"# + "\n", err: "", exit: 0))
  }

  @Test func verboseShowsEachPage() async {
    let ran = await dial("call s list --mock --max-pages 2 -v -q", specs: ["s": Self.spec])
    #expect(
      ran.err.split(separator: "\n").filter { $0.hasPrefix("> GET") }
        == ["> GET https://a.test/v1/i", "> GET https://a.test/v1/i?cursor=abc"])
  }
}
