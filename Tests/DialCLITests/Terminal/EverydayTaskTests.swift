import DialHTTP
import DialMessage
import Foundation
import Synchronization
import Testing

@testable import DialCLI
@testable import DialConsole

/// Everyday tasks on a terminal: the line, its output, absent output and the exit code.
@Suite(.enabled(if: Program.exists("bash"), "bash is not installed")) struct EverydayTaskTests {
  struct Task: Sendable, CustomTestStringConvertible {
    let line: String
    let shown: [String]
    let absent: [String]
    let exit: Int

    init(_ line: String, shows shown: String..., absent: [String] = [], exit: Int = 0) {
      (self.line, self.shown, self.absent, self.exit) = (line, shown, absent, exit)
    }

    var testDescription: String { line }
  }

  private static let spec = """
    service: shop
    base: BASE
    endpoints:
      list: {GET: "/items (page = 1) -> [(id Int, name String)]", paginate: {page: page}}
      get: GET /items/{id} (id Int)
      add: POST /echo
      save: "PUT /echo (title String, done Bool?)"
      upload: {POST: multipart /parts, params: {photo: File}}
      big: GET /big -> bytes
      flaky: {GET: /flaky, retry: {max: 2, backoff: 1ms..1ms}}
      page: GET /page
      wide: GET /wide
      mine: {GET: /mine, auth: "bearer ${TOKEN}"}
      missing: GET /missing
      cut: GET /cut -> bytes
      push: {POST: /gunzip, compress: gzip}
      send: {PUT: bytes /gunzip (_ body File), compress: gzip}
      endless: GET /endless
      untyped: GET /untyped
      quiet: GET /quiet

    """

  static let tasks: [Task] = [
    Task("dial shop get 7", shows: "\"id\": 7"),
    Task("dial shop get id=7 --compact", shows: "\"id\":7"),
    Task("echo '{\"a\": {\"b\": [1]}}' | dial shop add --args -", shows: #"{\"a\":{\"b\":[1]}}"#),
    Task("dial shop add user.name=Ann 'user.tags:=[\"x\"]'", shows: #"{\"user\":{\"name\":\"Ann\",\"tags\":[\"x\"]}}"#),
    Task("dial shop add tag=a tag=b", shows: #"{\"tag\":[\"a\",\"b\"]}"#),
    Task("dial shop add n:=1 s=1", shows: #"{\"n\":1,\"s\":\"1\"}"#),
    Task("dial shop add text=@note.txt", shows: #"{\"text\":\"hello\\n\"}"#),
    Task("dial shop upload photo@me.jpg", shows: "image/jpeg", "filename=\\\"me.jpg\\\""),
    Task("dial shop upload photo=@me.jpg", shows: "image/jpeg", "filename=\\\"me.jpg\\\""),
    Task("dial shop upload photo=me.jpg", shows: "write photo@me.jpg", exit: 2),
    Task("echo '{\"title\": \"x\"}' | dial shop save", shows: "add: --args -", exit: 2),
    Task("dial shop save -d '{\"title\":\"x\"}'", shows: "dial shop save title=x", exit: 2),
    Task("dial shop save title=x labels[]=a labels[]=b", shows: "labels=a labels=b", exit: 2),
    Task("dial shop add 'X-Foo:bar'", shows: "-H 'X-Foo: bar'", exit: 2),
    Task("dial shop list -o table", shows: "id  name\r\n 1  Ann\r\n 2  Bob", absent: ["extra"]),
    Task("dial shop list -o csv", shows: "id,name\r\n1,Ann\r\n2,Bob", absent: ["extra"]),
    Task("dial shop list -o tsv", shows: "1\tAnn\r\n2\tBob", absent: ["extra"]),
    Task("dial shop list -o yaml", shows: "id: 1"),
    Task("dial shop list -o jsonl", shows: "\"extra\""),
    Task("dial shop get 7 -s name -o raw", shows: "Ann", absent: ["\"Ann\""]),
    Task("dial shop get 7 -o none", shows: "exit-0", absent: ["Ann"]),
    Task("dial shop list -s '[?id>`1`].name' --compact", shows: "\"Bob\"", absent: ["Ann"]),
    Task("dial shop list --select '.[].name'", shows: "--select '[*].name'", exit: 2),
    Task("dial shop get 7 --indent | cat", shows: "  \"id\": 7"),
    Task("dial shop get 7 | cat", shows: "{\"id\":7,"),
    Task("NO_COLOR=1 dial shop get 7", shows: "\"id\": 7", absent: ["\u{1B}["]),
    Task("dial shop get 7 --color always --compact | cat", shows: "\u{1B}["),
    Task("dial shop get 7 -o ndjson", shows: "did you mean 'jsonl'?", "use -o jsonl", exit: 2),
    Task("dial shop get 7 -o out.json", shows: "-O out.json", exit: 2),
    Task("COLUMNS=30 dial shop wide -o table | cat", shows: "…"),
    Task("dial shop wide -o table", shows: "note: hiding columns that would not fit: 'column11'"),
    Task("PAGER=\"sed 's/^/P:/'\" dial shop list --all --max-items 60 -o table", shows: "P:id  name"),
    Task("dial shop list", shows: "note: showing 2 items; for the remaining pages, use --all"),
    Task("dial shop list --all --max-items 3 -o tsv 2> /dev/null", shows: "1\tAnn\r\n2\tBob\r\n3\tCy3"),
    Task("dial shop list --all -o jsonl | head -n 1", shows: "\"id\":1", absent: ["error"]),
    Task("dial shop big -O big.bin && wc -c < big.bin", shows: "300000"),
    Task("dial shop big", shows: "300000 bytes of application/octet-stream, which a terminal cannot show", exit: 1),
    Task("dial shop big | wc -c", shows: "300000"),
    // Without a declared result, too, and before an endless body is collected.
    Task("dial shop endless", shows: "bytes of application/zip, which a terminal cannot show", exit: 1),
    Task("dial shop untyped -o raw", shows: "bytes of application/octet-stream, which a terminal cannot show", exit: 1),
    Task("dial shop quiet --compact", shows: "[1,2]"),
    Task("dial shop flaky", shows: "\"ok\": true"),
    Task("dial shop flaky --retry 0", shows: "503", exit: 5),
    Task("dial shop cut -O cut.bin && cat cut.bin", shows: "helloworld"),
    Task("dial shop push a=1", shows: #"{\"a\":\"1\"}"#),
    Task("dial shop send _@note.txt", shows: #""body": "hello\n""#),
    Task("cat note.txt | dial shop send _@-", shows: #""body": "hello\n""#),
    Task("bash -c \"$(dial shop push \"a=it's\" --curl) -s\"", shows: #"{\"a\":\"it's\"}"#),
    Task("bash -c \"$(dial shop send _@note.txt --curl) -s\"", shows: #"hello\n"#),
    Task("dial shop push a=1 -v", shows: "> Content-Encoding: gzip", "> Content-Length: 29", "> (compressed with gzip when it is sent)"),
    Task("dial shop add a=1 -v", shows: "> User-Agent: dial/", "> Content-Length: 9", "> {\"a\":\"1\"}", "< HTTP 200"),
    Task("dial shop get 7 --timings", shows: "in total"),
    Task("dial shop add a=1 --explain", shows: "a -> ", absent: ["\"body\""]),
    Task("dial shop add a=1 --dry-run --indent", shows: "\"method\": \"POST\""),
    Task("dial shop get 7 --curl", shows: "curl", "/items/7"),
    Task("dial shop", shows: "missing endpoint", "upload", exit: 2),
    Task("dial shop --help", shows: "endpoints", "upload"),
    Task("dial shop get --help", shows: "path, position 1"),
    Task("dial __complete shop ge", shows: "get"),
    Task(
      "dial shop missing", shows: "error: the server responded with 404 Not Found [status]", absent: [".yaml:", "Not Found: Not"], exit: 4),
    Task("dial shop page", shows: "Out of order", absent: ["<html", "<p>"], exit: 5),
    Task("dial shop mine", shows: "TOKEN", exit: 8),
    Task("dial shop mine -H 'Authorization: Bearer good'", shows: "\"ok\": true"),
    Task("dial shop mine --var TOKEN=@token", shows: "\"ok\": true"),
    Task("dial shop mine --var TOKEN=env:GOOD", shows: "unchanged, including 'env:'", exit: 8),
    Task("dial -sS shop get 7", shows: "-q", exit: 2),
    Task("dial shop get 7 --max-time 5", shows: "dial shop get 7 --timeout 5", exit: 2),
    Task("http_proxy=http://127.0.0.1:1 no_proxy= dial shop get 7 --retry 0", shows: "http_proxy", exit: 7),
    Task("http_proxy=$(sed -n 's/base: //p' specs/shop.yaml) no_proxy= dial shop get 7 --base http://shop.test", shows: "\"id\": 7"),
    Task("set -e; dial shop missing > /dev/null 2>&1; echo never", absent: ["never"], exit: 4),
    Task("if dial shop missing > /dev/null 2>&1; then echo yes; else echo no; fi", shows: "no\r\n"),
    Task("printf '7\\n8\\n' | while read -r i; do dial shop get $i -s id; done", shows: "7\r\n8\r\n"),
    Task("printf '7\\n8\\n9\\n' | xargs -P 3 -I{} dial shop get {} -s id | sort", shows: "7\r\n8\r\n9\r\n"),
    Task("env -u HOME dial shop get 7", shows: "\"id\": 7", absent: ["error", "warning"]),
    Task("HOME=/proc dial shop get 7", shows: "\"id\": 7", absent: ["error", "warning"]),
    Task("LC_ALL=C dial shop get 7 -s city", shows: "Zürich"),
    Task("LC_ALL=de_DE.ISO-8859-1 dial shop get 7 -s city", shows: "Zürich"),
    Task("dial profile set dev --base $(sed -n 's/base: //p' specs/shop.yaml) && dial -p dev shop get 7", shows: "\"id\": 7"),
  ]

  private static func answer(_ request: LoopbackRequest, _ flaky: Flaky) -> LoopbackResponse {
    let json = [("Content-Type", "application/json")]
    func text(_ text: String, _ status: Int = 200, _ headers: [(String, String)]? = nil) -> LoopbackResponse {
      LoopbackResponse(status: status, headers: headers ?? json, body: Array(text.utf8))
    }
    let path = request.target.prefix { $0 != "?" }
    switch path {
    case "/items":
      let page = request.target.split(separator: "=").last.flatMap { Int($0) } ?? 1
      if page > 40 { return text("[]") }
      let first = 2 * page - 1
      let names = page == 1 ? ["Ann", "Bob"] : ["Cy\(first)", "Di\(first + 1)"]
      return text("[{\"extra\":0,\"name\":\"\(names[0])\",\"id\":\(first)},{\"extra\":0,\"name\":\"\(names[1])\",\"id\":\(first + 1)}]")
    case "/echo", "/parts":
      let body = String(decoding: request.body, as: UTF8.self)
      return text("{\"method\":\"\(request.method)\",\"body\":\(quoted(body))}")
    case "/big": return LoopbackResponse(headers: [("Content-Type", "application/octet-stream")], body: Array(repeating: 0, count: 300_000))
    case "/gunzip":
      return text("{\"body\":\(quoted(String(decoding: request.decoded.body, as: UTF8.self)))}")
    case "/cut":
      let head = [("Content-Type", "application/octet-stream"), ("ETag", "\"1\""), ("Connection", "close")]
      if request.header("range") == "bytes=5-" {
        return LoopbackResponse(status: 206, headers: head + [("Content-Range", "bytes 5-9/10")], body: Array("world".utf8))
      }
      return LoopbackResponse(headers: head + [("Content-Length", "10")], body: Array("hello".utf8))
    case "/endless": return LoopbackResponse(headers: [("Content-Type", "application/zip")], stream: endless)
    case "/untyped": return LoopbackResponse(stream: endless)
    case "/quiet": return LoopbackResponse(body: Array("[1,2]".utf8))
    case "/flaky": return flaky.isFirst() ? text("{}", 503) : text("{\"ok\":true}")
    case "/page":
      return text("<html><head><title>Sorry</title></head><body><p>Out of order</p></body></html>", 502, [("Content-Type", "text/html")])
    case "/wide": return text("{" + (1...30).map { "\"column\($0)\":\"value number \($0)\"" }.joined(separator: ",") + "}")
    case "/mine": return request.header("authorization") == "Bearer good" ? text("{\"ok\":true}") : text("{\"message\":\"no\"}", 401)
    case "/missing": return text("{\"message\":\"Not Found\"}", 404)
    default: return text("{\"id\":\(path.split(separator: "/").last ?? "0"),\"name\":\"Ann\",\"city\":\"Zürich\"}")
    }
  }

  /// A body without an end.
  private static var endless: ResponseBody { ResponseBody(AsyncStream(unfolding: { [UInt8](repeating: 0, count: 65_536) })) }

  private final class Flaky: Sendable {
    private let count = Mutex(0)

    func isFirst() -> Bool {
      count.withLock { count in
        count += 1
        return count == 1
      }
    }
  }

  @Test(arguments: tasks) func works(_ task: Task) async throws {
    let flaky = Flaky()
    let server = try await LoopbackServer { request in Self.answer(request, flaky) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/specs", withIntermediateDirectories: true)
    for (name, content) in [
      ("specs/shop.yaml", Self.spec.replacing("BASE", with: server.base)), ("me.jpg", "x"), ("note.txt", "hello\n"), ("token", "good\n"),
      ("task.sh", "(\n\(task.line)\n)\necho \"exit-$?\"\n"),
    ] {
      try content.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
    }
    let environment = ["PATH": try Program.path(), "HOME": folder, "TERM": "xterm", "LC_ALL": "C.UTF-8", "no_proxy": "*"]
    let terminal = try PseudoTerminal("bash task.sh", in: folder, environment: environment, columns: 100)
    try await terminal.wait(for: "exit-\(task.exit)\r\n")
    // Ignore colours.
    let shown = String(decoding: terminal.shown, as: UTF8.self)
    let plain = shown.replacing(#/\e\[[0-9;]*[mK]/#, with: "")
    for text in task.shown { #expect(shown.contains(text) || plain.contains(text), "\(plain)") }
    for text in task.absent { #expect(!shown.contains(text) && !plain.contains(text), "\(plain)") }
    await server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
