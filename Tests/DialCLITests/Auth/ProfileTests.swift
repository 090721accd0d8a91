import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial profile`, `-p` and references to secrets.
struct ProfileTests {
  private static let spec = """
    service: users
    base: https://api.test
    auth: bearer ${TOKEN}
    endpoints:
      me: GET /me/${TENANT}
    """

  @Test func invalidProfilesAreRefused() async throws {
    let home = Home()
    for (line, message) in [
      ("profile show", "error: missing profile name\nhint: run: dial profile show NAME\n"),
      ("profile show work", "error: unknown profile 'work'\nhint: to list all profiles, run: dial profile list\n"),
      ("profile set a/b", "error: 'a/b' is not a valid profile name; use letters, digits, '_', '-' and '.'\n"),
      (
        "profile set work --base ftp://x",
        "error: --base must start with https:// or http://\nhint: write a URL such as --base https://api.example.com/v1\n"
      ),
    ] {
      let ran = await home.dial(line)
      #expect(ran.exit == 2)
      #expect(ran.err.hasPrefix(message.prefix(20)), "\(ran.err)")
    }
    try FileManager.default.createDirectory(atPath: home.path + "/config", withIntermediateDirectories: true)
    try "work: {bas: x}\n".write(toFile: home.profiles, atomically: true, encoding: .utf8)
    try "work: {base: \"api.test\"}\n".write(toFile: home.profiles, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.profiles)
    let base = await home.dial("call s me -p work --var TOKEN=t --var TENANT=1", specs: ["s": Self.spec])
    #expect(base.err == "error: the base of the profile 'work' must start with https:// or http://\n" && base.exit == 2, "\(base.err)")
    try "work: {bas: x}\n".write(toFile: home.profiles, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: home.profiles)
    #expect(
      await home.dial("profile list").err.hasPrefix(
        "error: '\(home.profiles)' contains secrets but is readable by other users; run: chmod 600 '\(home.profiles)'"))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.profiles)
    #expect(
      await home.dial("profile list").err == "error: '\(home.profiles)': unknown key 'bas' in 'work'; available: base, vars, services\n")
  }

  @Test func aProfileIsSetShownUsedAndRemoved() async throws {
    let home = Home()
    let specs = ["s": Self.spec]
    let sets = [
      (["--base", "https://work.test", "--var", "TOKEN=sekret-1", "--var", "TENANT=1"]),
      (["--service", "users", "--var", "TENANT=file:\(home.path)/tenant"]), (["--var", "TOKEN=cmd:printf '%s\\n' 'sekret 2'"]),
    ]
    for words in sets { #expect(await home.dial("profile set work", words).exit == 0) }
    try "7\n".write(toFile: home.path + "/tenant", atomically: true, encoding: .utf8)
    #expect(await home.dial("profile list").out == "work\n")
    #expect(
      await home.dial("profile show work").out == """
        base: https://work.test
        vars:
          TENANT: "‹redacted›"
          TOKEN: cmd:printf '%s\\n' 'sekret 2'
        services:
          users:
            vars:
              TENANT: file:\(home.path)/tenant

        """)
    let shown = await home.dial("call s me -p work --dry-run --show-secrets", specs: specs)
    #expect(shown.out.contains(#""url": "https://work.test/me/7""#) || shown.out.contains(#""url":"https://work.test/me/7""#), "\(shown)")
    #expect(shown.out.contains("Bearer sekret 2"))
    // The command line overrides the profile.
    let line = await home.dial("call s me -p work --base https://line.test --var TENANT=9 --dry-run", specs: specs)
    #expect(line.out.contains("https://line.test/me/9") && !line.out.contains("sekret"))
    let mode = try FileManager.default.attributesOfItem(atPath: home.profiles)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(await home.dial("profile remove work").exit == 0)
    let gone = await home.dial("call s me -p work", specs: specs)
    #expect(gone.exit == 2)
    #expect(gone.err.hasPrefix("error: unknown profile 'work'"))
  }

  @Test func aReferenceThatGivesNothingIsAMissingVariable() async throws {
    let home = Home()
    for (value, reason) in [
      ("env:DIAL_TEST_NOT_SET", "the environment variable 'DIAL_TEST_NOT_SET' is not set"),
      ("cmd:false", "'false' failed with exit code 1"),
      ("cmd:/no/such/program", "cannot run '/no/such/program'"),
      ("file:/no/such/file", "cannot read '/no/such/file': it does not exist"),
    ] {
      _ = await home.dial("profile set work", ["--var", "TOKEN=\(value)", "--var", "TENANT=1"])
      let ran = await home.dial("call s me -p work", specs: ["s": Self.spec])
      #expect(ran.exit == 8)
      #expect(
        ran.err == """
          s:5:3: error: the variable 'TOKEN' has no value: \(reason) [variable]
            me: GET /me/${TENANT}
            ^~
          hint: set it with --var TOKEN=…, or change the profile

          """)
    }
  }

  static let references: [(String, SecretReference)] = [
    ("abc", .text("abc")), ("", .text("")), ("env:", .text("env:")), ("cmd: ", .text("cmd: ")), ("text:env:A", .text("env:A")),
    ("https://a", .text("https://a")), ("env:A", .environment("A")), ("file:~/a b", .file("~/a b")),
    ("cmd:a 'b c' \"d'\" ''", .command(["a", "b c", "d'", ""])),
    ("cmd:a $(b) ; c | d", .command(["a", "$(b)", ";", "c", "|", "d"])),
  ]

  @Test(arguments: references.indices) func aReferenceSaysWhereAValueComesFrom(index: Int) {
    #expect(SecretReference(Self.references[index].0) == Self.references[index].1)
  }

  /// All values are text here.
  @Test func valuesStayAsTheyAreWritten() async throws {
    let home = Home()
    try FileManager.default.createDirectory(atPath: home.path + "/config", withIntermediateDirectories: true)
    let values = ["0123456789", "007", "+49123", "0x10", ".5", "null", "no", "1e3", ".inf", "1.10"]
    let lines = values.enumerated().map { "    V\($0): \($1)\n" }.joined()
    try "work:\n  vars:\n\(lines)".write(toFile: home.profiles, atomically: true, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: home.profiles)
    let target = values.indices.map { "${V\($0)}" }.joined(separator: "/")
    let specs = ["s": "service: s\nbase: https://a.test\nendpoints: {e: \"GET /\(target)\"}\n"]
    let wanted = "https://a.test/" + values.map { $0.replacing("+", with: "+") }.joined(separator: "/")
    for _ in 0..<2 {
      let ran = await home.dial("call s e -p work --dry-run", specs: specs)
      #expect(ran.out.contains(wanted), "\(ran)")
      #expect(await home.dial("profile set other --var X=1").exit == 0)
    }
  }

  @Test func onlyThePartThatIsNamedGoes() async throws {
    let home = Home()
    _ = await home.dial("profile set prod --base https://a.test --var TOKEN=KEEP")
    _ = await home.dial("profile set prod --service users --var TENANT=8")
    for (line, message) in [
      ("profile remove prod --var TOKEN=x", "error: 'dial profile remove' does not accept --base or --var\n"),
      ("profile remove prod --service other", "error: the profile has no settings for the service 'other'\n"),
      ("profile show prod --service users", "error: 'dial profile show' does not accept --base, --var or --service\n"),
      ("profile list prod", "error: 'dial profile list' does not accept a name, --base, --var or --service\n"),
    ] {
      let ran = await home.dial(line)
      #expect(ran.exit == 2 && ran.err.hasPrefix(message), "\(ran)")
    }
    #expect(await home.dial("profile remove prod --service users").exit == 0)
    #expect(await home.dial("profile show prod").out == "base: https://a.test\nvars:\n  TOKEN: \"‹redacted›\"\n")
    #expect(await home.dial("profile remove prod").exit == 0)
    #expect(await home.dial("profile list").out == "")
  }

  @Test func allThatSetAtOnceAreKept() async throws {
    let home = Home()
    await withTaskGroup(of: Void.self) { group in
      for index in 0..<12 { group.addTask { #expect(await home.dial("profile set p\(index) --var A=\(index)").exit == 0) } }
    }
    #expect(await home.dial("profile list").out.split(separator: "\n").count == 12)
  }

  @Test func anEmptyFileAndALinkAreKept() async throws {
    let home = Home()
    let elsewhere = home.path + "/dotfiles.yaml"
    try FileManager.default.createDirectory(atPath: home.path + "/config", withIntermediateDirectories: true)
    try "".write(toFile: elsewhere, atomically: false, encoding: .utf8)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: elsewhere)
    try FileManager.default.createSymbolicLink(atPath: home.profiles, withDestinationPath: elsewhere)
    #expect(await home.dial("profile list") == Ran(out: "", err: "", exit: 0))
    #expect(await home.dial("profile set work --var A=1").exit == 0)
    #expect(try String(contentsOfFile: elsewhere, encoding: .utf8).contains("A: "))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: home.profiles) == elsewhere)
  }
}
