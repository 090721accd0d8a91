import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

@Suite struct StreamOutputTests {
  static let spec = #"""
    service: s
    base: https://a.test
    endpoints:
      chat:
        POST: /chat -> events
        events: {each: "delta.text", until: "[DONE]"}
        mock: {headers: {Content-Type: text/event-stream}, text: "data: {\"delta\":{\"text\":\"Hel\"}}\n\ndata: {}\n\ndata: {\"delta\":{\"text\":\"lo\"}}\n\ndata: [DONE]\n\n"}
      broken:
        GET: /chat -> events
        events: {each: "delta.text"}
        mock: {headers: {Content-Type: text/event-stream}, text: "data: {\"delta\":{\"text\":\"Hel\"}}\n\ndata: {\"error\":{\"message\":\"busy\"}}\n\n"}
      feed: {GET: /feed -> events, mock: {headers: {Content-Type: text/event-stream}, text: "id: 7\ndata: a\n\nevent: x\ndata: b\n\n"}}
      rows: {GET: "/rows -> lines (id Int, name)", mock: {headers: {Content-Type: application/x-ndjson}, text: "{\"name\":\"Ann\",\"id\":1}\n{\"id\":2,\"name\":\"B,b\"}\n"}}
      open: {GET: /rows -> lines, mock: {headers: {Content-Type: application/x-ndjson}, text: "{\"id\":1,\"name\":\"Ann\"}\n{\"x\":0,\"name\":\"Bob\"}\n"}}
      log: {GET: /log -> lines, mock: {headers: {Content-Type: text/plain}, text: "one\r\n\ntwo"}}
      none: {GET: /none -> lines, mock: {headers: {Content-Type: application/x-ndjson}, text: ""}}
      mixed: {GET: /m -> lines, mock: {headers: {Content-Type: application/x-ndjson}, text: "{\"a\":1}\n2\n"}}
      mixed2: {GET: /m -> lines, mock: {headers: {Content-Type: application/x-ndjson}, text: "1\n{\"a\":1}\n"}}
      arrays: {GET: /m -> lines, mock: {headers: {Content-Type: application/x-ndjson}, text: "[1,2]\n[3,4,5]\n"}}
      pages: {GET: "/p (page Int = 1)", paginate: {page: page}, mock: [{json: [{a: 1}]}, {json: [{b: 2}]}, {json: []}]}
      bytes: {GET: /b -> bytes, mock: {headers: {Content-Type: application/octet-stream}, text: "abc"}}
      gone: {GET: /gone -> events, mock: {status: 401, json: {code: x}}}
      html: {GET: /html -> events, mock: {headers: {Content-Type: text/html}, text: "<p>"}}
    """#

  @Test(arguments: [
    ("gone", "", 4), ("gone -o json", "", 4), ("html", "", 9), ("broken", "Hel", 9), ("broken -o jsonl", "\"Hel\"\n", 9),
    ("rows -s id --require -o jsonl", "1\n2\n", 0), ("open -s id --require -o jsonl", "1\n", 9),
    ("open --tuple id,name --require", "[1,\"Ann\"]\n", 9), ("broken -o json", "[\"Hel\"]\n", 9),
    ("open -s id --require -o json", "[1]\n", 9),
    ("none -s id --require -o json", "[]\n", 0), ("open --tuple id,name --require -o table", "id  name\n 1  Ann\n", 9),
    ("open --tuple id,name", "[1,\"Ann\"]\n[null,\"Bob\"]\n", 0), ("open --tuple id,x -o csv", "id,x\n1,\n,0\n", 0),
    ("open --tuple id,y -o csv", "id,y\n1,\n,\n", 9), ("open --tuple x,name -o table", "x  name\n   Ann\n0  Bob\n", 0),
    ("pages --all --tuple a,b -o csv", "a,b\n1,\n,2\n", 0), ("pages --all --tuple a,c -o csv", "a,c\n1,\n,\n", 9),
    ("mixed -o csv", "a\n1\n", 9), ("mixed2 -o tsv", "1\n", 9), ("arrays -o csv", "1,2\n3,4,5\n", 0),
    ("chat", "Hello", 0), ("chat -o raw", "Hel\nlo\n", 0), ("chat -o jsonl", "\"Hel\"\n\"lo\"\n", 0),
    ("chat -o json", "[\"Hel\",\n\"lo\"]\n", 0),
    ("chat -o yaml", "- Hel\n- lo\n", 0), ("chat -o tsv", "Hel\nlo\n", 0), ("chat -o none", "", 0),
    ("feed", "{\"event\":null,\"data\":\"a\",\"id\":\"7\"}\n{\"event\":\"x\",\"data\":\"b\",\"id\":\"7\"}\n", 0),
    ("feed -s data", "ab", 0), ("feed -s data -o raw", "a\nb\n", 0), ("feed --tuple id,data -o tsv", "7\ta\n7\tb\n", 0),
    ("rows", "{\"name\":\"Ann\",\"id\":1}\n{\"id\":2,\"name\":\"B,b\"}\n", 0), ("rows --tuple id,name", "[1,\"Ann\"]\n[2,\"B,b\"]\n", 0),
    ("rows --tuple id,name -o csv", "id,name\n1,Ann\n2,\"B,b\"\n", 0), ("rows --tuple id,name -o tsv", "1\tAnn\n2\tB,b\n", 0),
    ("rows --tuple id,name -o table", "id  name\n 1  Ann\n 2  B,b\n", 0), ("open -o csv", "id,name\n1,Ann\n", 9),
    ("open -o table", "id  name  x\n 1  Ann\n    Bob   0\n", 0), ("open -s id", "1\nnull\n", 0),
    ("log", "one\n\ntwo\n", 0), ("log -o jsonl", "\"one\"\n\"\"\n\"two\"\n", 0), ("none", "", 0), ("none -o json", "[]\n", 0),
    ("none -o table", "", 0),
    ("bytes", "abc", 0), ("bytes -o raw", "abc", 0), ("bytes -o json", "\"YWJj\"\n", 0), ("bytes -o none", "", 0),
  ])
  func formats(_ line: String, _ out: String, _ exit: Int) async {
    let ran = await dial("call s \(line) --mock", specs: ["s": Self.spec])
    #expect(ran.out == out)
    #expect(Int(ran.exit) == exit)
    #expect(ran.err.isEmpty == (exit == 0), "\(ran.err)")
  }

  @Test(arguments: [
    ("open --tuple id,y", "--tuple: element 1 has no 'y'; available: 'id', 'name'"),
    ("pages --all --tuple a,c", "--tuple: [0] has no 'c'; available: 'a'"),
    ("mixed -o csv", "element 2 is a number, but the first element is an object, so they have no common columns"),
    ("mixed2 -o csv", "element 2 is an object, but the first element is not an object, so they have no common columns"),
  ])
  func whatNoElementHasFailsAtTheEnd(_ line: String, _ message: String) async {
    let ran = await dial("call s \(line) --mock", specs: ["s": Self.spec])
    #expect(ran.err.contains("error: \(message)\n") || ran.err.contains("error: \(message) [selection]\n"), "\(ran)")
    #expect(ran.exit == 9)
  }

  /// The hint about a new member works when it is followed.
  @Test func theHintAboutColumnsWorks() async throws {
    let ran = await dial("call s open --mock -o csv", specs: ["s": Self.spec])
    let hint = try #require(ran.err.split(separator: "\n").first { $0.hasPrefix("hint: choose the columns with ") })
    let flags = hint.replacing("hint: choose the columns with ", with: "")
    let shown = await dial("call s open --mock -o csv \(flags)", specs: ["s": Self.spec])
    #expect(shown == Ran(out: "id,name,x\n1,Ann,\n,Bob,0\n", err: "", exit: 0))
  }

  private static let raw = #"""
    service: s
    base: https://a.test
    endpoints:
      rows: {GET: /r -> lines, mock: {headers: {Content-Type: application/x-ndjson}, text: "{ \"b\" : 1.0 }\r\n\n{\"a\":2}"}}
      shaped: {GET: "/r -> lines (b Double?)", mock: {headers: {Content-Type: application/x-ndjson}, text: "{ \"b\" : 1.0 }\n"}}
      log: {GET: /l -> lines, mock: {headers: {Content-Type: text/plain}, text: "one\r\n\ntwo"}}
      texts: {GET: /l -> lines String, mock: {headers: {Content-Type: text/plain}, text: "one\r\n\ntwo"}}
      quoted: {GET: /l -> lines String, mock: {headers: {Content-Type: application/x-ndjson}, text: "\"a b\"\n\"c\""}}
      feed: {GET: /f -> events, mock: {headers: {Content-Type: text/event-stream}, text: ": hi\nid: 7\ndata: a\n\n: bye\n"}}
      words: {GET: /f -> events String, mock: {headers: {Content-Type: text/event-stream}, text: "data: a\n\ndata: b\n\n"}}
      picked: {GET: "/r @ b -> lines", mock: {headers: {Content-Type: application/x-ndjson}, text: "{ \"b\" : 1.0 }\n"}}
      empty: {GET: /e -> lines, mock: {text: ""}}
      bad: {GET: "/r -> lines (b Double)", mock: {headers: {Content-Type: application/x-ndjson}, text: "{ \"b\" : 1.0 }\n{}\n"}}
      fails: {GET: "/r -> lines", fails: {when: error}, mock: {headers: {Content-Type: application/x-ndjson}, text: "{ }\n{\"error\":1}\n"}}
    """#

  /// Without a selection, the body is the same in a pipe, in a file and, with a line end, on a terminal.
  @Test(arguments: [
    ("rows", "{ \"b\" : 1.0 }\r\n\n{\"a\":2}", 0), ("shaped", "{ \"b\" : 1.0 }\n", 0), ("log", "one\r\n\ntwo", 0),
    ("texts", "one\r\n\ntwo", 0), ("quoted", "a b\nc\n", 0), ("feed", ": hi\nid: 7\ndata: a\n\n: bye\n", 0), ("words", "a\nb\n", 0),
    ("picked", "1.0\n", 0), ("empty", "", 0), ("bad", "{ \"b\" : 1.0 }\n{}\n", 9), ("fails", "{ }\n{\"error\":1}\n", 9),
  ])
  func rawIsTheBody(_ line: String, _ body: String, _ exit: Int32) async throws {
    let folder = try TemporaryFolder()
    let piped = await dial("call s \(line) --mock -o raw", specs: ["s": Self.raw])
    #expect(piped.out == body && piped.exit == exit, "\(piped)")
    let shown = await dial("call s \(line) --mock -o raw", specs: ["s": Self.raw], terminal: true)
    #expect(shown.out.hasSuffix("\n") == !body.isEmpty && shown.exit == exit, "\(shown)")
    #expect(await dial("call s \(line) --mock -o raw -O \(folder.path)/x", specs: ["s": Self.raw]).exit == exit)
    #expect(try folder.read(exit == 0 ? "x" : "x.partial") == body)
  }

  @Test(arguments: [("", "Hel"), (" -o json", "[\"Hel\"]\n"), (" -o table", "Hel\n")])
  func whatCameBeforeABreakIsKept(_ form: String, _ kept: String) async throws {
    let path = NSTemporaryDirectory() + "dial-stream-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: path + ".partial") }
    let ran = await dial("call s broken --mock -O \(path)\(form)", specs: ["s": Self.spec])
    #expect(ran.exit == 9 && ran.out == "")
    #expect(ran.err.hasPrefix("note: saved the partial result to '\(path).partial'\n"), "\(ran.err)")
    #expect(!FileManager.default.fileExists(atPath: path))
    #expect(try String(contentsOfFile: path + ".partial", encoding: .utf8) == kept)
  }

  @Test func errorsBehindElementsPointAtTheSpec() async {
    let ran = await dial("call s broken --mock --errors json", specs: ["s": Self.spec])
    #expect(ran.out == "Hel")
    #expect(
      ran.err.hasPrefix(
        #"{"code":"status","message":"the stream ended with an error: busy","endpoint":"broken","status":200,"hint":null,"attempts":1,"body":{"error":{"message":"busy"}},"#
      ))
  }

  @Test func aTerminalEndsALineAndShowsNoControls() async {
    #expect(await dial("call s chat --mock", specs: ["s": Self.spec], terminal: true).out == "Hello\n")
    #expect(await dial("call s broken --mock", specs: ["s": Self.spec], terminal: true).out == "Hel\n")
    #expect(await dial("call s bytes --mock", specs: ["s": Self.spec], terminal: true).exit == 1)
    let bell = Self.spec.replacing("Hel", with: "H\\\\u001b[1m")
    let shown = await dial("call s chat --mock", specs: ["s": bell], terminal: true).out
    #expect(shown == "H\\u{1B}[1mlo\n")
  }

  @Test func headersAreReportedBeforeTheFirstElement() async {
    let ran = await dial("call s feed --mock -i -o none --timings", specs: ["s": Self.spec])
    #expect(ran.err.hasPrefix("HTTP 200\nContent-Type: text/event-stream\n* "))
    #expect(ran.err.contains("0 bytes sent, 33 bytes received\n"))
  }

  @Test func aFileHasTheWhole() async throws {
    let path = "/tmp/dial-stream-\(UInt32.random(in: 0...UInt32.max)).txt"
    let ran = await dial("call s chat --mock -o jsonl -O \(path)", specs: ["s": Self.spec])
    #expect(ran == Ran(out: "", err: "", exit: 0))
    #expect(try LocalFile(path).read() == Array("\"Hel\"\n\"lo\"\n".utf8))
  }
}
