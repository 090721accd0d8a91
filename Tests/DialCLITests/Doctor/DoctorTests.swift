import Dial
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial doctor`: lines, exit codes, JSON, and no secret in any of them.
@Suite struct DoctorTests {
  private func doctor(_ words: [String] = [], _ home: TemporaryFolder, specs: [String: String] = [:]) async -> Ran {
    await dial("doctor", words, specs: specs, cache: "\(home.path)/cache") { context in
      context.user = UserFolders(config: "\(home.path)/config", data: "\(home.path)/data")
      context.program = { nil }
    }
  }

  private func setMode(_ mode: Int, _ path: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func server(date: String = "") async throws -> LoopbackServer {
    try await LoopbackServer { _ in LoopbackResponse(headers: [("Date", date)]) }
  }

  private func spec(_ base: String) -> String { "service: shop\nbase: \(base)\nauth: bearer ${TOKEN}\nendpoints: {get: GET /}\n" }

  @Test func `A machine and a server without problems`() async throws {
    let (home, server) = (try TemporaryFolder(), try await server())
    // The proxies of the machine that runs the tests are not those of a user.
    let ran = await doctor(["users", "--var", "TOKEN=planted-1", "--proxy", "none"], home, specs: ["users": spec(server.base)])
    #expect(ran.exit == 0, "\(ran.out)")
    for line in [
      "ok       config folder", "ok       spec           'shop' with 1 endpoint\n", "ok       TOKEN          secret, from --var\n",
      "ok       connection     HTTP/1.1, opened in ", "ok       clock",
    ] { #expect(ran.out.contains(line), "\(ran.out)") }
    #expect(!ran.out.contains("planted") && ran.err.isEmpty)
    await server.stop()
  }

  @Test func `Each problem has a hint, and the exit code is 14`() async throws {
    let (home, server) = (try TemporaryFolder(["config/x": "", "data/x": ""]), try await server())
    await server.stop()
    try setMode(0o777, "\(home.path)/config")
    let token = #"{"label": "session", "origin": "https://a.test", "access": "planted-1"}"#
    try home.write("data/tokens.json", #"{"version": 1, "tokens": ["# + token + "]}")
    try setMode(0o644, "\(home.path)/data/tokens.json")
    let ran = await doctor(["users", "--proxy", "none"], home, specs: ["users": spec(server.base)])
    #expect(ran.exit == 14)
    for line in [
      "problem  config folder  '\(home.path)/config' can be changed by other users (mode 0777)\n"
        + "                        hint: run: chmod go-w \(home.path)/config\n",
      "problem  tokens.json ", "hint: run: chmod 600 \(home.path)/data/tokens.json, then replace the secrets\n",
      "problem  TOKEN          secret, has no value\n", "hint: set it in the environment, in a profile, or with --var TOKEN=…\n",
      "problem  connection     ", "hint: check that the server is running and that 'base' is correct",
    ] { #expect(ran.out.contains(line), "\(line) in \(ran.out)") }
    #expect(!ran.out.contains("planted"))
  }

  @Test func `A server without TLS`() async throws {
    let (home, server) = (try TemporaryFolder(), try await server())
    let base = server.base.replacing("http:", with: "https:")
    let ran = await doctor(["users", "--var", "TOKEN=planted-1", "--proxy", "none"], home, specs: ["users": spec(base)])
    #expect(ran.out.contains("does not use TLS; if this is expected, use http in the URL\n"), "\(ran.out)")
    #expect(ran.out.contains("hint: check that the server is running and that 'base' is correct") && ran.exit == 14, "\(ran.out)")
    await server.stop()
  }

  @Test func `A secret in the base is neither sent nor shown`() async throws {
    let home = try TemporaryFolder()
    let asked = Mutex<[String]>([])
    let server = try await LoopbackServer { request in
      asked.withLock { $0.append(request.target) }
      return LoopbackResponse()
    }
    let words = ["users", "--var", "BOT_TOKEN=999:planted", "--proxy", "none"]
    for base in ["\(server.base)/bot${BOT_TOKEN}", "${BOT_TOKEN}", "http://${BOT_TOKEN}.invalid/"] {
      let text = "service: shop\nbase: \"\(base)\"\nendpoints: {get: GET /x}\n"
      let ran = await doctor(words, home, specs: ["users": text])
      #expect(!ran.out.contains("planted") && !ran.err.contains("planted"), "\(ran.out)")
    }
    #expect(asked.withLock { $0 } == ["/"])
    await server.stop()
  }

  @Test func `Profiles that are broken`() async throws {
    let home = try TemporaryFolder()
    func profiles(_ text: String) throws {
      try home.write("config/profiles.yaml", text)
      try setMode(0o600, "\(home.path)/config/profiles.yaml")
    }
    try profiles("work:\n  vars: {TOKEN: planted-1, OTHER: 'env:DIAL_TEST_ABSENT', FILE: 'file:\(home.path)/absent', CMD: 'cmd:false'}\n")
    let ran = await doctor([], home)
    for line in [
      "ok       profiles       work\n", "'OTHER' of 'work' has no value: the environment variable 'DIAL_TEST_ABSENT' is not set\n",
      "'FILE' of 'work' has no value: ", "hint: to correct it, run: dial profile set work --var OTHER=…\n",
    ] { #expect(ran.out.contains(line), "\(line) in \(ran.out)") }
    #expect(!ran.out.contains("planted") && !ran.out.contains("'CMD'") && ran.exit == 14)
    let absent = await dial("doctor") { context in
      context.user = UserFolders(config: "\(home.path)/config", data: "\(home.path)/data")
      context.profile = "absent"
    }
    #expect(absent.out.contains("problem  profile        unknown profile 'absent'\n"), "\(absent.out)")
    try profiles("work: [planted-1]\n")
    let broken = await doctor([], home)
    #expect(broken.out.contains("problem  profiles ") && !broken.out.contains("planted"), "\(broken.out)")
  }

  @Test func `A spec with errors, warnings, or without a base`() async throws {
    let home = try TemporaryFolder()
    let broken = await doctor(["users"], home, specs: ["users": "base: https://a.test\nendpoints: {get: nothing}\n"])
    #expect(broken.exit == 14 && broken.out.contains("hint: to see all findings, run: dial check users\n"), "\(broken.out)")
    let baseless = await doctor(["users"], home, specs: ["users": "endpoints: {get: GET /}\n"])
    #expect(baseless.out.contains("problem  base           is not set, or a variable of it has no value\n"), "\(baseless.out)")
    #expect(baseless.out.contains("hint: pass --base URL, or set 'base' in the spec\n"), "\(baseless.out)")
    #expect(await doctor(["absent"], home).exit == 6)
  }

  @Test func `Variables of paths and defaults, and a URL in place of a spec`() async throws {
    let (home, server) = (try TemporaryFolder(), try await server())
    let spec = """
      base: \(server.base)
      endpoints: {a: GET /, b: GET /, find: "GET /c/${PP} (q String = ${ZZ})"}
      """
    let file = try home.write("users.yaml", spec)
    let ran = await doctor([file, "--proxy", "none"], home)
    #expect(ran.exit == 0, "\(ran.out)")
    for name in ["PP", "ZZ"] {
      #expect(ran.out.contains("warning  \(name)             has no value; needed by 'find'\n"), "\(ran.out)")
      #expect(ran.out.contains("hint: pass --var \(name)=…, or --env \(name) to read it from the environment, or set it in a profile\n"))
    }
    let describe = await dial("describe", [file, "find"])
    #expect(describe.out.contains("ZZ: pass --var ZZ=…, or --env ZZ"), "\(describe.out)")
    let url = await doctor(["\(server.base)/v1?q=1", "--proxy", "none"], home)
    #expect(url.exit == 0 && url.out.contains("ok       connection ") && !url.out.contains("q=1"), "\(url.out)")
    await server.stop()
  }

  @Test func `JSON for scripts`() async throws {
    let home = try TemporaryFolder(["config": "a file"])
    let json = try JSON(parsing: Array(await doctor(["-o", "json"], home).out.utf8))
    #expect(json[member: "ok"].asBool == false)
    let checks = try #require(json[member: "checks"].asArray)
    let config = try #require(checks.first { $0[member: "name"].asString == "config folder" })
    #expect(config[member: "state"].asString == "problem")
    #expect(config[member: "text"].asString == "'\(home.path)/config' is not a folder")
    #expect(config[member: "advice"].asString == "remove it: rm \(home.path)/config")
  }

  @Test func `A flag of specs requires one`() async throws {
    let ran = await doctor(["--base", "https://a.test"], try TemporaryFolder())
    #expect(ran == Ran(out: "", err: "error: --base requires a spec\n", exit: 2))
  }
}
