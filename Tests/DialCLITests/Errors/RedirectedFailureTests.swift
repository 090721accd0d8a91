import DialHTTP
import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// A failure after a redirect names the failed request and the first one.
@Suite struct RedirectedFailureTests {
  @Test(arguments: [
    ("none", "s:5:3: error: the server responded with 404", "  BASE/none?api_key=‹redacted›\n  redirected from GET BASE/old/none"),
    ("away", "error: 127.0.0.1:1 refused the connection", "  http://127.0.0.1:1/x\n  redirected from GET BASE/old/away (s:6:3)"),
  ])
  func names(endpoint: String, message: String, way: String) async throws {
    let server = try await LoopbackServer { request in
      switch request.target {
      case "/old/none": LoopbackResponse(status: 302, headers: [("Location", "/none?api_key=s3cret")])
      case "/old/away": LoopbackResponse(status: 302, headers: [("Location", "http://127.0.0.1:1/x")])
      default: LoopbackResponse(status: 404)
      }
    }
    let spec = """
      service: s
      base: \(server.base)
      vars: {KEY: s3cret}
      endpoints:
        none: {GET: /old/none, headers: {X-Api-Key: "${KEY}"}}
        away: GET /old/away
        here: GET /here
      """
    let ran = await dial("call s \(endpoint) --retry 0", specs: ["s": spec])
    let here = await dial("call s here", specs: ["s": spec])
    await server.stop()
    let told = ran.err.replacing(server.base, with: "BASE")
    #expect(told.hasPrefix(message), "\(told)")
    #expect(told.contains(way + "\n"), "\(told)")
    #expect(!here.err.contains("redirected from"), "\(here.err)")
  }

  /// A pipe is read once, so it cannot be sent again.
  @Test func aPipeThatIsRedirectedSaysWhatToDo() async throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let server = try await LoopbackServer { _ in LoopbackResponse(status: 307, headers: [("Location", "/there")]) }
    let writing = Task.detached { try Data("x".utf8).write(to: URL(filePath: pipe)) }
    let spec = "base: \(server.base)\nendpoints: {put: {PUT: /here (_ data Data), encoding: bytes}}\n"
    let ran = await dial("call s put _@\(pipe)", specs: ["s": spec])
    writing.cancel()
    await server.stop()
    #expect(ran.exit == 7 && ran.err.contains("a redirect requires the body again, but it can be read only once"), "\(ran)")
    let hint = "hint: write the body to a file and pass the file, as with _@FILE, or send it to the new URL at once\n"
    #expect(ran.err.hasSuffix(hint), "\(ran)")
  }

  /// The result of a redirected POST is that of a GET, which a note says; a POST that moved is an error with its new URL.
  @Test func aPOSTThatBecomesAGETIsReported() async throws {
    let server = try await LoopbackServer { request in
      switch request.target {
      case "/form": LoopbackResponse(status: 302, headers: [("Location", "/done?token=s3cret"), ("Set-Cookie", "sid=1; Path=/")])
      case "/seen": LoopbackResponse(status: 303, headers: [("Location", "/done")])
      case "/items": LoopbackResponse(status: 301, headers: [("Location", "/items/")])
      default:
        LoopbackResponse(
          status: 200, headers: [("Content-Type", "application/json")],
          body: Array("{\"method\":\"\(request.method)\",\"cookie\":\"\(request.header("cookie") ?? "")\"}".utf8))
      }
    }
    let spec = """
      service: s
      base: \(server.base)
      vars: {KEY: s3cret}
      cookies: session
      endpoints:
        form: {POST: /form (a), headers: {X-Api-Key: "${KEY}"}}
        seen: POST /seen (a)
        items: POST /items (a)
      """
    let form = await dial("call s form a=1", specs: ["s": spec])
    let json = await dial("call s form a=1 --errors json", specs: ["s": spec])
    let quiet = await dial("call s form a=1 -q", specs: ["s": spec])
    let seen = await dial("call s seen a=1", specs: ["s": spec])
    let items = await dial("call s items a=1", specs: ["s": spec])
    await server.stop()
    let out = #"{"method":"GET","cookie":"sid=1"}"# + "\n"
    let note = "the POST to \(server.base)/form was redirected with 302; the result is that of GET \(server.base)/done?token=‹redacted›"
    #expect(form == Ran(out: out, err: "note: \(note)\n", exit: 0))
    #expect(json.out == out && json.err.contains(#""severity":"note","code":"redirected","message":"\#(note)""#), "\(json.err)")
    #expect(quiet == Ran(out: out, err: "", exit: 0))
    #expect(seen == Ran(out: #"{"method":"GET","cookie":""}"# + "\n", err: "", exit: 0))
    let message = "the server redirected the POST with 301 instead of processing it: \(server.base)/items -> \(server.base)/items/"
    #expect(items.out == "" && items.exit == 7)
    #expect(items.err.contains("error: \(message) [redirect]"), "\(items.err)")
    #expect(items.err.contains("hint: to send it there, end the path in the spec with '/'\n"), "\(items.err)")
  }
}
