import DialHTTP
import Testing

@testable import DialCLI

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
}
