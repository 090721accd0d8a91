import Testing

@testable import DialCLI
@testable import DialConsole

/// An invalid proxy in the environment is reported with its variable before anything is sent.
@Suite struct ProxyVariableTests {
  private static let hint = "hint: write a URL such as http://proxy.example.com:3128, or use --proxy none"

  @Test(arguments: [
    ("http_proxy=ftp://x", "http_proxy: unsupported proxy scheme 'ftp'; use http or socks5"),
    (
      "all_proxy=http://h:1/path",
      "all_proxy: the address of the proxy is invalid: it cannot have a path, query or fragment"
    ),
    (
      "http_proxy=http://u:s3cret@h:1/path",
      "http_proxy: the address of the proxy is invalid: write http://USER:PASSWORD@HOST:PORT, percent-encoded"
    ),
  ])
  func isNamed(variable: String, message: String) async throws {
    let ran = try await Program.run("\(variable) dial call demo getUser id=7 --base http://127.0.0.1:1; echo $?")
    #expect(ran == "error: \(message)\n\(Self.hint)\n2\n")
  }

  @Test func oneThatIsNotUsedIsNotLookedAt() async throws {
    let ran = try await Program.run("https_proxy=ftp://x dial call demo getUser id=7 --base http://127.0.0.1:1 --retry 0; echo $?")
    #expect(ran.hasPrefix("error: 127.0.0.1:1 refused the connection") && ran.hasSuffix("\n7\n"), "\(ran)")
  }

  @Test(arguments: ["http://h:1/path", "h:1/p", "http://h:1?a", "http://h:1/#b"]) func aPathIsRefused(proxy: String) async {
    let spec = "service: s\nbase: http://127.0.0.1:1\nendpoints: {a: GET /a}\n"
    let ran = await dial("call s a --proxy \(proxy)", specs: ["s": spec])
    #expect(ran.exit == 2)
    #expect(ran.err.hasPrefix("error: --proxy: the address of the proxy is invalid: it cannot have a path, query or fragment"))
    #expect(await dial("call s a --retry 0 --proxy http://127.0.0.1:1/", specs: ["s": spec]).exit == 7)
  }
}
