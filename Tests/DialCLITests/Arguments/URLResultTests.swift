import DialHTTP
import DialMessage
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// The results of calls without a spec: streams, pages, files.
@Suite struct URLResultTests {
  private static let service: LoopbackServer.Handler = { request in
    func response(_ text: String, _ type: String, _ headers: [(String, String)] = []) -> LoopbackResponse {
      LoopbackResponse(headers: [("Content-Type", type)] + headers, body: Array(text.utf8))
    }
    return switch request.target {
    case "/events": response("data: {\"n\":1}\n\ndata: {\"n\":2}\n\n", "text/event-stream")
    case "/lines": response("{\"n\":1}\n{\"n\":2}\n", "application/x-ndjson; charset=utf-8")
    case "/endless":
      LoopbackResponse(
        headers: [("Content-Type", "application/x-ndjson")],
        stream: ResponseBody(AsyncStream(unfolding: { Array("{\"n\":1}\n".utf8) })))
    case "/cursor": response(#"{"items":[{"id":1}],"meta":{"next_cursor":"abc","prev_cursor":"x"}}"#, "application/json")
    case "/last": response(#"{"items":[{"id":1}],"meta":{"next_cursor":null}}"#, "application/json")
    case "/list": response("[1]", "application/json")
    case "/report": response("a,b\n", "text/csv", [("Content-Disposition", "attachment; filename=\"r.csv\"")])
    case "/gone": LoopbackResponse(status: 410, headers: [("Content-Type", "text/event-stream")], body: Array("data: x\n\n".utf8))
    default: response(#"{"id":7}"#, "application/json")
    }
  }

  @Test func aStreamIsPrintedAsItArrives() async throws {
    let server = try await LoopbackServer(handler: Self.service)
    let base = server.base
    let events = await dial("get \(base)/events -s data -o raw")
    #expect(events == Ran(out: "{\"n\":1}\n{\"n\":2}\n", err: "", exit: 0))
    #expect(await dial("get \(base)/lines") == Ran(out: "{\"n\":1}\n{\"n\":2}\n", err: "", exit: 0))
    #expect(await dial("post \(base)/lines -s n a=1") == Ran(out: "1\n2\n", err: "", exit: 0))
    #expect(await dial("get \(base)/lines -o csv") == Ran(out: "n\n1\n2\n", err: "", exit: 0))
    #expect(await dial("get \(base)/x -s id") == Ran(out: "7\n", err: "", exit: 0))
    #expect(await dial("get \(base)/gone").exit == 4)
    let absent = await dial("get \(base)/lines -s m")
    #expect(
      absent.err == "note: --select: the first element has no 'm'; available: 'n'\n" || absent.err.contains("has no 'm'"), "\(absent)")
    await server.stop()
  }

  @Test func anEndlessStreamDoesNotWaitForItsEnd() async throws {
    let server = try await LoopbackServer(handler: Self.service)
    let ran = await dial("get \(server.base)/endless --timeout 5s -s n")
    #expect(ran.out.hasPrefix("1\n1\n") && ran.exit == 7, "\(ran.err)")
    await server.stop()
  }

  @Test func furtherPagesThatAreNotFollowed() async throws {
    let server = try await LoopbackServer(handler: Self.service)
    let way = "; to read others, save the endpoint with --save and add 'paginate' to it\n"
    let only = "note: only one page was read, because the response has no header 'Link'"
    let ran = await dial("get \(server.base)/cursor --all -s items")
    #expect(ran == Ran(out: "[{\"id\":1}]\n", err: "\(only), but its body has 'meta.next_cursor'\(way)", exit: 0))
    #expect(await dial("get \(server.base)/last --all -s items").err == only + way)
    #expect(await dial("get \(server.base)/list --all").err == "")
    #expect(await dial("get \(server.base)/cursor --all -s items -q").err == "")
    await server.stop()
  }

  @Test func aFileWithTheNameOfTheServer() async throws {
    let (server, folder) = (try await LoopbackServer(handler: Self.service), try TemporaryFolder())
    let ran = await dial("get \(server.base)/report -O \(folder.path)")
    #expect(ran.exit == 0 && ran.err == "note: wrote 4 bytes to '\(folder.path)/r.csv'\n", "\(ran)")
    #expect(try folder.read("r.csv") == "a,b\n")
    #expect(await dial("get \(server.base)/users -O \(folder.path)").exit == 0)
    #expect(try folder.read("users") == #"{"id":7}"#)
    let refused = await dial("post \(server.base)/users -O \(folder.path)/")
    #expect(refused.err.hasSuffix("add a file name: -O \(folder.path)/NAME\n") && refused.exit == 1, "\(refused)")
    await server.stop()
    folder.remove()
  }
}
