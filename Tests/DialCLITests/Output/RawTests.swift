import Dial
import DialHTTP
import DialModel
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

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
    #expect(await dial("call s broken --mock -o raw", specs: ["s": Self.spec]) == Ran(out: "{\"a\": 1, }", err: "", exit: 0))
    let shown = await dial("call s broken --mock -o raw", specs: ["s": Self.spec], terminal: true)
    #expect(shown == Ran(out: "{\"a\": 1, }\n", err: "note: \(Self.note)\n", exit: 0))
    #expect(await dial("call s broken --mock -o raw -q", specs: ["s": Self.spec], terminal: true).err == "")
  }

  private static let bodies = """
    service: s
    base: http://a.test
    endpoints:
      any: {GET: /x, mock: {headers: {Content-Type: application/json}, text: '{"b" : 1.0, "a": "\\u00e9"}'}}
      shape: {GET: "/x -> (b Double, a String)", mock: {headers: {Content-Type: application/json}, text: '{"b" : 1.0, "a": "\\u00e9"}'}}
      word: {GET: /x -> String, mock: {headers: {Content-Type: application/json}, text: '"a b"'}}
      text: {GET: /x, mock: {headers: {Content-Type: application/json}, text: '"a b"'}}
      xml: {GET: /x, mock: {headers: {Content-Type: text/xml}, text: '<a>1</a>'}}
      head: {GET: "/x -> (b Double, t header.X-T)", mock: {headers: {Content-Type: application/json, X-T: t}, text: '{"b" : 1.0}'}}
      picked: {GET: "/x @ a", mock: {json: {a: b c}}}
      part: {GET: "/x @ a", mock: {json: {a: {b: 1.0}}}}
      refuses: {GET: /x, fails: {when: "a == `2`"}, mock: {headers: {Content-Type: application/json}, text: '{"a" : 1}'}}
      empty: {GET: /x, mock: {text: ''}}
    """

  /// Without a selection, the body is the same in a pipe, in a file and, with a line end, on a terminal.
  @Test(arguments: [
    ("any", #"{"b" : 1.0, "a": "\u00e9"}"#), ("shape", #"{"b" : 1.0, "a": "\u00e9"}"#), ("word", "a b"), ("text", #""a b""#),
    ("xml", "<a>1</a>"), ("empty", ""), ("any --check-response warn", #"{"b" : 1.0, "a": "\u00e9"}"#),
  ])
  func theBodyIsTheSame(line: String, body: String) async throws {
    let folder = try TemporaryFolder()
    #expect(await dial("call s \(line) --mock -o raw", specs: ["s": Self.bodies]) == Ran(out: body, err: "", exit: 0))
    #expect(await dial("call s \(line) --mock -o raw", specs: ["s": Self.bodies], terminal: true).out == (body.isEmpty ? "" : body + "\n"))
    #expect(await dial("call s \(line) --mock -o raw -O \(folder.path)/x", specs: ["s": Self.bodies]).exit == 0)
    #expect(try folder.read("x") == body)
    #expect(await dial("wait s \(line) --mock -o raw", specs: ["s": Self.bodies]).out == body)
  }

  @Test(arguments: [
    ("picked", "b c\n"), ("part", "{\"b\":1.0}\n"), ("head", "{\"b\":1.0,\"t\":\"t\"}\n"), ("any -s b", "1.0\n"), ("any -s a", "é\n"),
    ("any --tuple b", "[1.0]\n"),
  ])
  func aSelectionIsNotTheBody(line: String, shown: String) async {
    #expect(await dial("call s \(line) --mock -o raw", specs: ["s": Self.bodies]).out == shown)
  }

  /// The bytes are not decoded from a content coding, unless the caller asks for one.
  @Test(arguments: [
    ("any -o raw", "identity"), ("bytes", "identity"), ("bytes -o raw", "identity"), ("any -o raw -O FILE", "identity"),
    ("bytes -O FILE", "identity"), ("any -o raw --compressed", "gzip, deflate"), ("bytes --compressed", "gzip, deflate"),
    ("bytes -O FILE --compressed", "gzip, deflate"), ("any", "gzip, deflate"), ("any -o raw -s a", "gzip, deflate"),
    ("bytes -o json", "identity"), ("bytes -H Accept-Encoding:br", "br"),
    ("any -O FILE", "identity"), ("any -O FILE --compressed", "gzip, deflate"), ("any -O FILE -o yaml", "gzip, deflate"),
    ("any -O FILE -s a", "gzip, deflate"), ("lines -o raw", "identity"), ("lines -o raw -O FILE", "identity"),
    ("lines", "gzip, deflate"), ("lines -o raw -s a", "gzip, deflate"),
  ])
  func whatIsAskedFor(line: String, coding: String) async throws {
    let folder = try TemporaryFolder()
    let server = try await LoopbackServer { request in
      LoopbackResponse(
        headers: [("Content-Type", "application/json")], body: Array(#"{"a" : "\#(request.header("accept-encoding") ?? "")"}"#.utf8))
    }
    let spec = "base: \(server.base)\nendpoints: {any: GET /x, bytes: GET /x -> bytes, lines: GET /x -> lines}\n"
    let ran = await dial("call s \(line.replacing("FILE", with: folder.path + "/x"))", specs: ["s": spec])
    let shown = line.contains("FILE") ? try folder.read("x") : ran.out
    let text =
      line.contains("-o json") ? String(decoding: Base64.decode(String(shown.dropFirst().dropLast(2))) ?? [], as: UTF8.self) : shown
    #expect(text.contains(coding), "\(ran)")
    await server.stop()
  }

  /// What nothing asked to be compressed is saved as it came, whatever its type is.
  @Test(arguments: [("application/x-tar", ""), ("application/json", "'gzip'"), ("text/plain", "'gzip'"), ("", "")])
  func anUndeclaredFileStaysCompressed(type: String, noted: String) async throws {
    let folder = try TemporaryFolder()
    let packed = Base64.decode("H4sIAAAAAAACA6tWSlSyMqwFAK+sG1YHAAAA") ?? []
    let server = try await LoopbackServer { request in
      LoopbackResponse(headers: (type.isEmpty ? [] : [("Content-Type", type)]) + [("Content-Encoding", "gzip")], body: packed)
    }
    let ran = await dial("call s any -O \(folder.path)/x", specs: ["s": "base: \(server.base)\nendpoints: {any: GET /x}\n"])
    let note =
      "note: the response has the Content-Encoding 'gzip', which was not requested, and is saved compressed; to decompress it, "
      + "add --compressed\n"
    #expect(ran == Ran(out: "", err: noted.isEmpty ? "" : note, exit: 0))
    #expect(try LocalFile(folder.path + "/x").read() == packed)
    await server.stop()
  }
}
