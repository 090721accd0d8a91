import DialHTTP
import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// `cookies: {store: disk}`.
@Suite struct CookieFileTests {
  @Test func cookiesOfACommandAreKeptForTheNext() async throws {
    let server = try await LoopbackServer { request in
      let path = request.target
      if path == "/login" { return LoopbackResponse(headers: [("Set-Cookie", "sid=abcdefgh; Path=/"), ("Set-Cookie", "b=1; Max-Age=60")]) }
      if path == "/logout" { return LoopbackResponse(headers: [("Set-Cookie", "sid=; Path=/; Max-Age=0")]) }
      let cookie = request.header("cookie").map { "\"\($0)\"" } ?? "null"
      return LoopbackResponse(
        status: path == "/fails" ? 500 : 200, headers: [("Content-Type", "application/json")], body: Array(cookie.utf8))
    }
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func spec(_ name: String, _ cookies: String) throws -> String {
      let file = "\(folder)/\(name).yaml"
      let text =
        "base: \(server.base)\ncookies: \(cookies)\nendpoints:\n  in: GET /login\n  out: GET /logout\n  me: GET /me\n  fails: GET /fails"
      try text.write(toFile: file, atomically: true, encoding: .utf8)
      return file
    }
    func ran(_ line: String) async -> Ran { await dial(line) { $0.user = UserFolders(data: folder + "/data") } }

    let a = try spec("a", "{store: disk}")
    let b = try spec("b", "{session: example.com, store: disk}")
    let c = try spec("c", "session")
    #expect(await ran("\(a) in").exit == 0)
    #expect(await ran("\(a) me") == Ran(out: "\"sid=abcdefgh; b=1\"\n", err: "", exit: 0))
    // Neither another spec nor one that keeps none gets them.
    #expect(await ran("\(b) me").out == "null\n")
    #expect(await ran("\(c) me").out == "null\n")
    #expect(await ran("\(a) me -p").exit == 2)
    let file = folder + "/data/cookies.json"
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(await ran("\(a) me -v").err.contains("abcdefgh") == false)
    #expect(await ran("\(a) out").exit == 0)
    #expect(await ran("\(a) me").out == "\"b=1\"\n")
    // An agent gets those of the person, and keeps its own for the next call.
    let calls = ["me", "in", "me"].enumerated().map { id, name in
      "{\"jsonrpc\":\"2.0\",\"id\":\(id),\"method\":\"tools/call\",\"params\":{\"name\":\"call\",\"arguments\":{\"endpoint\":\"\(name)\"},"
        + "\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\",\"io.modelcontextprotocol/clientCapabilities\":{}}}}\n"
    }
    func asked(_ line: String) async -> Ran { await dial("mcp \(a)", stdin: line) { $0.user = UserFolders(data: folder + "/data") } }
    #expect(await asked(calls[0]).out.contains(#"{"type":"text","text":"\"b=1\""}"#))
    #expect(await asked(calls[1]).exit == 0)
    #expect(await ran("\(a) me").out.contains("sid=abcdefgh"))
    #expect(await ran("\(a) out").exit == 0)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
    #expect(await ran("\(a) me").err.hasPrefix("error: '\(file)' contains secrets but is readable by other users; run: chmod 600"))
    await server.stop()
  }

  @Test(arguments: [
    ("{store: disc}", "unknown value 'disc' of 'store'; did you mean 'disk'?"), ("{stor: disk}", "unknown key 'stor'"),
  ])
  func aMistake(_ cookies: String, _ message: String) async {
    let ran = await dial("s x", specs: ["s": "base: https://a.test\ncookies: \(cookies)\nendpoints:\n  x: GET /"])
    #expect(ran.exit == 6 && ran.err.contains(message), "\(ran)")
  }
}
