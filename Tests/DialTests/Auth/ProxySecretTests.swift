import Dial
import DialHTTP
import Testing

/// A proxy may repeat its credentials in a response.
struct ProxySecretTests {
  @Test(arguments: [("us3r:p%40ss-word-9@", "p@ss-word-9"), ("t0ken-of-proxy@", "t0ken-of-proxy"), ("t0ken-of-proxy:@", "t0ken-of-proxy")])
  func secretsThatAProxyRepeatsAreMasked(_ credentials: String, _ secret: String) async throws {
    let proxy = try await LoopbackServer { request in
      let sent = request.header("Proxy-Authorization") ?? ""
      return LoopbackResponse(
        status: 502, headers: [("Content-Type", "application/json"), ("X-Seen", sent)],
        body: Array(#"{"message":"\#(sent) \#(secret)"}"#.utf8))
    }
    var configuration = HTTPTransport.Configuration()
    configuration.proxies = .variables(["http_proxy": proxy.base.replacing("http://", with: "http://" + credentials)])
    let spec = try Spec.load(yaml: "base: http://api.test\nendpoints: {e: {GET: /x, retry: {max: 0}}}")
    let error = await failure { () throws(CallError) in
      try await Client(spec, transport: HTTPTransport(configuration: configuration)).call("e")
    }
    await proxy.stop()
    #expect(error.message == "the proxy \(proxy.base.dropFirst(7)) responded with 502 Bad Gateway: Basic \(mark) \(mark)")
    #expect(error.headers.map { "\($0)" }?.contains("Basic \(mark)") == true)
    #expect(error.body.map { String(decoding: $0, as: UTF8.self) } == #"{"message":"Basic \#(mark) \#(mark)"}"#)
  }

  private let mark = "‹redacted›"
}
