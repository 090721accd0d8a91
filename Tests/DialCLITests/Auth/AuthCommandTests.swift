import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialModel
import DialPolicies
import Foundation
import Synchronization
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial auth login|status|logout`, whose output never contains a secret (row 100 of Tests/Faults).
struct AuthCommandTests {
  static let session = """
    service: users
    base: https://api.test
    auth:
      bearer: session
      login: {call: login, args: {user: "${USER}", password: "${PASS}"}}
    endpoints:
      login: POST /login (user, password)
      me: GET /me
    """

  static func oauth(_ more: String) -> String {
    """
    service: users
    base: https://api.test
    auth: {oauth2: {\(more), token_url: /token, client_id: app, scope: [read, write], revoke_url: /revoke}}
    endpoints:
      me: GET /me
    """
  }

  @Test func aSpecWithoutATokenHasNothingToSignInFor() async {
    let spec = "base: https://api.test\nauth: bearer ${TOKEN}\nendpoints: {me: GET /me}\n"
    let ran = await Home().dial("auth login s", specs: ["s": spec])
    #expect(ran.exit == 2)
    #expect(
      ran.err == """
        error: 's' does not require signing in
        hint: pass credentials with --var NAME=…; to store them in a profile, run: dial profile set PROFILE --var NAME=…

        """)
  }

  @Test func severalLabelsAreNamed() async {
    let spec = "base: https://api.test\nendpoints:\n  a: {GET: /a, auth: {bearer: one}}\n  b: {GET: /b, auth: {bearer: two}}\n"
    let home = Home()
    let ran = await home.dial("auth login s", specs: ["s": spec])
    #expect(ran.err == "error: the spec has several tokens: 'one', 'two'\nhint: choose one with --label\n")
    let wrong = await home.dial("auth login s --label tow", specs: ["s": spec])
    #expect(wrong.err == "error: unknown token 'tow'; did you mean 'two'?\n")
    #expect([ran.exit, wrong.exit] == [2, 2])
  }

  @Test func withoutATerminalTheMissingVariableIsNamed() async {
    let ran = await Home().dial("auth login s --no-input --var USER=ann", specs: ["s": Self.session])
    #expect(ran.exit == 8)
    #expect(ran.err.contains("error: the variable 'PASS' has no value"))
    let status = await Home().dial("auth status s", specs: ["s": Self.session])
    #expect(status.exit == 8)
    #expect(status.out == "session at https://api.test: not signed in\n")
    #expect(status.err == "error: not signed in\nhint: to sign in, run: dial auth login s\n")
  }

  @Test func withoutATokenACallSaysHowToSignIn() async throws {
    let ran = await Home().dial("call s me", specs: ["s": Self.oauth("grant: device_code, device_url: /device")])
    #expect(ran.exit == 8)
    #expect(ran.err.contains("error: not signed in to 'https://api.test' [credentials]"))
    #expect(ran.err.contains("hint: run: dial auth login s\n"))
  }

  @Test func variablesAreAskedForAndTheTokenIsKept() async throws {
    try await SignInServer.serving { server in
      let home = Home()
      let specs = ["s": Self.session]
      let login = await home.dial("auth login s --base \(server.base)", specs: specs, answers: ["ann", "sekret-word"])
      #expect(home.asked == ["USER: ", "[PASS: ]"])
      #expect(login.exit == 0 && login.out == "")
      #expect(login.err.hasPrefix("signed in: session at \(server.base), expires 2") && login.err.hasSuffix(", renewed automatically\n"))
      let mode = try FileManager.default.attributesOfItem(atPath: home.tokens)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      let call = await home.dial("call s me --base \(server.base) -v", specs: specs)
      #expect(call.exit == 0)
      let status = await home.dial("auth status s --base \(server.base)", specs: specs)
      #expect(status.exit == 0 && status.out == String(login.err.dropFirst("signed in: ".count)))
      let shown = await home.dial("auth status s --show-secrets --base \(server.base)", specs: specs)
      #expect(shown.out.hasSuffix("\n  sekret-access\n"))
      let other = await home.dial("auth status s --base \(server.base)/v2 -p work", specs: specs)
      #expect(other.exit == 2)
      let logout = await home.dial("auth logout s --base \(server.base)", specs: specs)
      #expect(logout.err == "signed out: session at \(server.base)\n")
      #expect(await home.dial("auth status s --base \(server.base)", specs: specs).exit == 8)
      for ran in [login, call, status, logout] {
        for secret in ["sekret-access", "sekret-refresh", "sekret-word"] { #expect(!(ran.out + ran.err).contains(secret)) }
      }
    }
  }

  @Test func aServerThatDoesNotRespondIsNotAwaitedForever() async throws {
    let silent = try await LoopbackServer { _ in
      try? await Task.sleep(for: .seconds(5))
      return .dropped
    }
    let specs = ["s": Self.session, "device": Self.oauth("grant: device_code, device_url: /device")]
    for line in ["s --var USER=ann --var PASS=x", "device"] {
      let ran = await Home().dial("auth login \(line) --timeout 50ms --base \(silent.base)", specs: specs)
      #expect(ran.err.contains("timed out after 50ms waiting for "), "\(ran.err)")
    }
    await silent.stop()
  }

  /// The token of the user whom the variables name is shown, and that there are others.
  @Test func theTokensOfSeveralUsersAreReported() async throws {
    try await SignInServer.serving { server in
      let home = Home()
      let specs = ["s": Self.session]
      let flags = "--base \(server.base)"
      for user in ["ann", "bob"] {
        #expect(await home.dial("auth login s --var USER=\(user) --var PASS=sekret-word \(flags)", specs: specs).exit == 0)
      }
      let more = "\n  1 token of another user; to show one, set the variables it was fetched with, such as --var USER=…\n"
      let ann = await home.dial("auth status s --var USER=ann \(flags)", specs: specs)
      #expect(ann.exit == 0 && ann.out.hasPrefix("session at \(server.base)") && ann.out.hasSuffix(" (USER=ann)" + more), "\(ann)")
      let bob = await home.dial("auth status s --var USER=bob --var PASS=sekret-word \(flags)", specs: specs)
      #expect(bob.out.hasSuffix(" (USER=bob)" + more) && !bob.out.contains("sekret"), "\(bob)")
      let none = await home.dial("auth status s --var USER=eve \(flags)", specs: specs)
      #expect(none.exit == 8 && none.out.contains("not signed in (USER=eve)\n  2 tokens of other users; "), "\(none)")
      #expect(await home.dial("auth status s \(flags)", specs: specs).out.hasSuffix(more))
    }
  }

  @Test func aLabelAloneTakesATokenThatIsTyped() async throws {
    try await SignInServer.serving { server in
      let home = Home()
      let specs = ["s": "base: \(server.base)\nauth: {bearer: admin}\nendpoints: {me: GET /me}\n"]
      #expect(await home.dial("auth login s", specs: specs, answers: ["two words"]).exit == 8)
      #expect(await home.dial("auth login s", specs: specs, answers: ["sekret-access"]).err == "signed in: admin at \(server.base)\n")
      #expect(home.asked == ["[token for 'admin': ]", "[token for 'admin': ]"])
      #expect(await home.dial("call s me", specs: specs).exit == 0)
      #expect(await home.dial("auth login s --no-input", specs: specs, stdin: "sekret-other\n").exit == 0)
      let refused = await home.dial("call s me --errors json", specs: specs)
      #expect(refused.exit == 8)
      #expect(refused.err.contains(#""status":401"#) && !refused.err.contains("sekret-other"))
    }
  }

  @Test func aDeviceIsAskedForUntilTheUserHasAgreed() async throws {
    try await SignInServer.serving { server in
      server.state.withLock { $0.pending = ["authorization_pending"] }
      let home = Home()
      let specs = ["s": Self.oauth("grant: device_code, device_url: /device")]
      let login = await home.dial("auth login s --base \(server.base)", specs: specs)
      let end = "/token app read write at \(server.base), renewed automatically, scope read write\n"
      #expect(login.err.hasPrefix("open https://login.test/device and enter the code ABCD-EFGH\nsigned in: "))
      #expect(login.err.hasSuffix(end))
      let poll = "POST /token grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&device_code=sekret-device&client_id=app"
      #expect(server.asked == ["POST /device scope=read+write&client_id=app", poll, poll])
      let logout = await home.dial("auth logout s --base \(server.base)", specs: specs)
      #expect(logout.exit == 0)
      #expect(server.asked.last == "POST /revoke token=sekret-refresh&token_type_hint=refresh_token&client_id=app")
      server.state.withLock { $0.pending = ["access_denied"] }
      let denied = await home.dial("auth login s --base \(server.base)", specs: specs)
      #expect(denied.exit == 8)
      #expect(denied.err.contains("error: the sign-in was refused on the other device"))
    }
  }

  /// What a poll fails with is no denial (RFC 8628 section 3.5); GitHub says with 200 that the user has not agreed yet.
  @Test(arguments: ["200 authorization_pending", "503", "429", "closed"])
  func aPollThatFailsIsRepeated(_ failure: String) async throws {
    try await SignInServer.serving { server in
      server.state.withLock { $0.pending = [failure] }
      let home = Home()
      let specs = ["s": Self.oauth("grant: device_code, device_url: /device")]
      let login = await home.dial("auth login s --base \(server.base)", specs: specs)
      #expect(login.exit == 0, "\(login)")
      #expect(server.state.withLock { $0.pending.isEmpty } && server.asked.count >= 3)
      // The code ends the polls.
      server.state.withLock { ($0.pending, $0.lifetime) = (Array(repeating: failure, count: 20), 2) }
      let late = await home.dial("auth login s --base \(server.base)", specs: specs)
      #expect(late.exit == 8 && late.err.contains("error: the code was not entered in time"), "\(late)")
    }
  }

  @Test(arguments: ["invalid_scope", "200 invalid_scope"]) func aScopeIsNotASecret(_ failure: String) async throws {
    try await SignInServer.serving { server in
      let home = Home()
      for grant in ["grant: device_code, device_url: /device", "grant: client_credentials, client_secret: \"${SECRET}\""] {
        server.state.withLock { $0.pending = Array(repeating: failure, count: 3) }
        let specs = ["s": Self.oauth(grant)]
        let command = grant.contains("device") ? "auth login s" : "call s me --var SECRET=sekret-client"
        let ran = await home.dial("\(command) --base \(server.base)", specs: specs)
        #expect(ran.exit == 8 && ran.err.contains("invalid_scope"), "\(ran)")
        #expect(ran.err.hasSuffix("hint: change 'scope' of 'oauth2' in the spec to scopes that the server allows this client\n"), "\(ran)")
      }
    }
  }

  @Test func theBrowserComesBackWithACode() async throws {
    try await SignInServer.serving { server in
      let home = Home()
      let specs = ["s": Self.oauth("grant: authorization_code, auth_url: \"https://login.test/authorize?a=b\"")]
      let seen = Mutex<[String: String]>([:])
      let login = await home.dial("auth login s --base \(server.base)", specs: specs) { address in
        let items = Dictionary(
          FormCoding.decode(String(address.drop { $0 != "?" }.dropFirst())), uniquingKeysWith: { first, _ in first })
        seen.withLock { $0 = items }
        let back = items["redirect_uri"] ?? ""
        Task {
          // A redirect with a wrong state is ignored.
          let browser = Client(try Spec.load(yaml: "endpoints: {visit: \"GET \(back) (code, state) -> text\"}"))
          for (code, state) in [("evil", "guess"), ("sekret-code", items["state"] ?? "")] {
            try await browser.call("visit", ["code": code, "state": state])
          }
        }
        return true
      }
      #expect(login.exit == 0, "\(login.err)")
      let items = seen.withLock { $0 }
      #expect(items["a"] == "b" && items["response_type"] == "code" && items["client_id"] == "app" && items["scope"] == "read write")
      #expect(items["code_challenge_method"] == "S256")
      let sent = Dictionary(
        FormCoding.decode(String(server.asked[0].dropFirst("POST /token ".count))), uniquingKeysWith: { first, _ in first })
      #expect(sent["grant_type"] == "authorization_code" && sent["code"] == "sekret-code")
      #expect(sent["redirect_uri"] == items["redirect_uri"])
      #expect(PKCE(verifier: sent["code_verifier"] ?? "").challenge == items["code_challenge"])
      #expect(server.asked.count == 1)
      #expect(await home.dial("call s me --base \(server.base)", specs: specs).exit == 0)
      #expect(!login.err.contains("sekret-"))
    }
  }

  /// The example of RFC 7636 appendix B.
  @Test func theProofIsThatOfTheStandard() {
    #expect(PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk").challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    #expect(PKCE().verifier.utf8.count == 43)
  }

  @Test func noSecretIsInAnythingThatIsWritten() async throws {
    try await SignInServer.serving { server in
      let home = Home()
      let specs = ["s": Self.session.replacing("\n  me: GET /me", with: "\n  me: GET /me\n  gone: GET /gone")]
      let har = home.path + "/all.har"
      try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
      let flags = "--base \(server.base) --var USER=ann --var PASS=sekret-word"
      var written = ""
      for line in [
        "call s me -v -i --timings", "call s me --errors json", "call s gone -v", "call s gone --errors json",
        "call s me --dry-run --explain",
        "call s me --curl", "call s me --record \(har)",
        "call s login user=ann password=sekret-word -v -i --timings -o none --record \(har)",
      ] {
        let ran = await home.dial("\(line) \(flags)", specs: specs)
        written += ran.err + (line.contains("login") ? "" : ran.out)
      }
      written += try String(contentsOfFile: har, encoding: .utf8)
      for secret in ["sekret-access", "sekret-refresh", "sekret-word"] {
        #expect(!written.contains(secret), "\(secret) in \(written.split(separator: "\n").filter { $0.contains(secret) })")
      }
      let replayed = await home.dial("call s me --replay \(har) \(flags)", specs: specs)
      #expect(replayed.exit == 0, "\(replayed.err)")
    }
  }
}
