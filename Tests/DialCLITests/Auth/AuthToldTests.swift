import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialModel
import Foundation
import Synchronization
import Testing

@testable import DialCLI
@testable import DialConsole

/// The output of failed sign-ins and of later credentials, and their recordings.
struct AuthToldTests {
  @Test func severalLinesAreNoToken() async throws {
    let home = Home()
    let specs = ["s": "base: https://api.test\nauth: {bearer: admin}\nendpoints: {me: GET /me}\n"]
    let ran = await home.dial("auth login s --no-input", specs: specs, stdin: "sekret-a\nsekret-b\n")
    #expect(
      ran
        == Ran(out: "", err: "error: invalid token: expected one line of ASCII characters without spaces\n", exit: 8))
  }

  /// The result is shown in the browser, and the URL with `--errors json`.
  @Test func aSignInThatIsRefusedSaysSo() async throws {
    let home = Home()
    let specs = ["s": AuthCommandTests.oauth("grant: authorization_code, auth_url: \"https://login.test/authorize\"")]
    let pages = CollectedOutput()
    let login = await home.dial("auth login s --errors json", specs: specs) { address in
      let items = Dictionary(FormCoding.decode(String(address.drop { $0 != "?" }.dropFirst())), uniquingKeysWith: { first, _ in first })
      let back = items["redirect_uri"] ?? ""
      Task {
        let browser = Client(try Spec.load(yaml: "endpoints: {visit: \"GET \(back) (error, state) -> text\"}"))
        for state in ["guess", items["state"] ?? ""] {
          let page = try await browser.call("visit", ["error": "access_denied", "state": state])
          pages.append(Array((page.value.asString ?? "").utf8))
        }
      }
      return true
    }
    #expect(login.exit == 8)
    let lines = login.err.split(separator: "\n").map(String.init)
    #expect(lines.count == 3 && lines.allSatisfy { $0.hasPrefix("{") }, "\(login.err)")
    #expect(lines[0].hasPrefix(#"{"severity":"note","code":"open","message":"open https://login.test/authorize?"#))
    #expect(lines[1].contains("ignored a redirect from a different sign-in; still waiting for the browser"))
    #expect(lines[2].contains("the sign-in was refused: access_denied"))
    #expect(
      String(decoding: pages.bytes, as: UTF8.self).contains(
        "This page belongs to a different sign-in. Use the page of the current sign-in."))
  }

  @Test func aWrongPasswordIsOneFailureInBoth() async throws {
    try await SignInServer.serving { server in
      let spec = """
        service: users
        base: \(server.base)
        auth:
          bearer: session
          login: {call: login, args: {user: "${USER}", password: "${PASS}"}}
        endpoints:
          login: POST /nologin (user, password)
          me: GET /me
        """.replacing("/nologin", with: "/refused")
      let home = Home()
      let flags = "--var USER=ann --var PASS=sekret-word"
      let login = await home.dial("auth login s \(flags)", specs: ["s": spec])
      let call = await home.dial("call s me \(flags)", specs: ["s": spec])
      #expect(login.exit == 8 && call.exit == 8)
      let held = "hint: the server may have rejected 'USER' and 'PASS'; set another value with --var USER=…"
      #expect(login.err.hasSuffix("\(held)\n"), "\(login.err)")
      #expect(call.err.hasSuffix("\(held), or run: dial auth login s\n"), "\(call.err)")
      let missing = await home.dial("call s me --var PASS=x", specs: ["s": spec])
      #expect(missing.exit == 8)
      #expect(
        missing.err.hasSuffix("hint: set it with --var USER=… or in the environment, or run: dial auth login s\n"), "\(missing.err)")
    }
  }

  /// `-v` prints them after the request; commands that send nothing print a note.
  @Test func credentialsThatComeLaterAreReported() async throws {
    try await SignInServer.serving { server in
      let home = Home()
      let specs = ["s": AuthCommandTests.session]
      let flags = "--base \(server.base) --var USER=ann --var PASS=sekret-word"
      for flag in ["--dry-run", "--curl"] {
        let ran = await home.dial("call s me \(flag) \(flags)", specs: specs)
        #expect(ran.err == "note: the bearer token 'session' is added when the request is sent, so it is not shown here\n")
        #expect(await home.dial("call s login user=a password=b \(flag) \(flags)", specs: specs).err == "")
      }
      let ran = await home.dial("call s me -v \(flags)", specs: specs)
      let lines = ran.err.split(separator: "\n").filter { $0.hasPrefix("*") }
      #expect(lines == ["* token request: POST \(server.base)/login", "* added Authorization: Bearer ‹redacted›"], "\(ran.err)")
      #expect(
        await home.dial("call s me -v --show-secrets \(flags)", specs: specs).err.contains("* added Authorization: Bearer sekret-access\n"))
    }
  }

  @Test func aRecordingKeepsNoTokenThatTheSpecNames() async throws {
    let home = Home()
    try FileManager.default.createDirectory(atPath: home.path, withIntermediateDirectories: true)
    let server = try await LoopbackServer { _ in
      LoopbackResponse(
        headers: [("Content-Type", "application/json"), ("Set-Cookie", "sid=sekret-cookie; Path=/")],
        body: Array(#"{"data":{"a":"sekret-1","rt":"sekret-2"},"said":"sekret-word","cookie":"sekret-cookie"}"#.utf8))
    }
    let spec = """
      service: s
      base: \(server.base)
      auth:
        bearer: session
        login: {call: login, args: {user: "${USER}", password: "${PASS}"}}
        token: {access: data.a, refresh: data.rt}
      endpoints:
        login: POST /login (user, password)
        me: GET /me
      """
    let har = home.path + "/r.har"
    let ran = await home.dial("call s login user=ann password=sekret-word --record \(har)", specs: ["s": spec])
    await server.stop()
    #expect(ran.exit == 0 && ran.out.contains("sekret-2"))
    let kept = try String(contentsOfFile: har, encoding: .utf8)
    #expect(!kept.contains("sekret"), "\(kept)")
    let replayed = await home.dial("call s login user=ann password=sekret-word --replay \(har)", specs: ["s": spec])
    #expect(
      replayed.out == #"{"data":{"a":"REDACTED","rt":"REDACTED"},"said":"REDACTED","cookie":"REDACTED"}"# + "\n" && replayed.exit == 0,
      "\(replayed)")
  }

  /// A question would be invisible, and the input would be echoed.
  @Test func nobodyIsAskedWithNoInput() async throws {
    let specs = ["s": "base: https://api.test\nauth: {bearer: lab}\nendpoints: {me: GET /me}\n"]
    let ran = await dial("auth login s --no-input", specs: specs, stdin: "sekret-a\n") { context in
      context.user = UserFolders(config: "/nonexistent", data: "/nonexistent")
      context.stdinIsTerminal = true
    }
    #expect(
      ran
        == Ran(
          out: "",
          err: "error: missing token; --no-input disables the prompt\nhint: pass the token on standard input: … | dial auth login SPEC\n",
          exit: 8))
  }

  /// Values of variables in `auth` are secret, even in the label of the token.
  @Test func whatAuthIsMadeOfIsNotShown() async throws {
    try await SignInServer.serving { server in
      let spec = """
        service: users
        base: \(server.base)
        auth: {oauth2: {grant: password, token_url: /nowhere, client_id: "${APP}", username: "${USR}", password: "${PW}"}}
        endpoints:
          me: GET /me
        """
      let flags = ["--var", "APP=client-1234", "--var", "USR=SECRETUSER", "--var", "PW=pass-9876"]
      for line in [
        "call s me --retry 0", "auth login s", "auth status s", "auth login s --label x", "call s me --retry 0 -v --errors json",
      ] {
        let ran = await Home().dial(line, flags, specs: ["s": spec])
        for secret in ["client-1234", "SECRETUSER", "pass-9876"] { #expect(!(ran.out + ran.err).contains(secret), "\(line): \(ran)") }
      }
    }
  }
}
