import Dial
import DialBundle
import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// Programs with a spec of their own, made from a small file that stands for `dial`.
@Suite struct BundleTests {
  static let spec = """
    # users.yaml
    service: users
    doc: Users of the shop.
    base: https://a.test
    auth: bearer ${TOKEN}
    endpoints:
      getUser: {GET: "/users/{id} (id Int) -> (id Int)", doc: Get a user., mock: {json: {id: 7}}}
      list: {GET: /users, mock: {json: [1]}}
    """

  /// A made bundle, and lines that it runs.
  final class Made: Sendable {
    let folder: TemporaryFolder
    let ran: Ran
    private let root: String

    init(_ files: KeyValuePairs<String, String> = ["users.yaml": spec], _ flags: [String] = [], name: String = "users") async throws {
      folder = try TemporaryFolder(files)
      let program = try folder.write("dial", "not really a program")
      root = "bundle\(UUID().uuidString.prefix(8)):"
      ran = await dial("bundle", ["\(folder.path)/\(files[0].key)", "-o", "\(folder.path)/\(name)"] + flags) { context in
        context.prefersBuiltIn = false
        context.program = { OpenFile(program) }
      }
    }

    func service(startedAs word: String = "./users") throws -> BundledService {
      let file = try #require(OpenFile("\(folder.path)/users"))
      let archive = try #require(try Executable(file).archive())
      return BundledService(archive, startedAs: word, .current, version: "dial 0", root: root)
    }

    func run(_ words: [String], startedAs word: String = "./users", around: (inout Context) -> Void = { _ in }) async throws -> Ran {
      let (out, err) = (CollectedOutput(), CollectedOutput())
      var console = Console(
        out: { bytes throws(Failure) in out.append(bytes) }, err: { bytes throws(Failure) in err.append(bytes) }, outIsTerminal: false,
        errIsTerminal: false, width: 80)
      console.mayColor = false
      var context = Context.standard
      (context.user, context.cacheFolder, context.folders, context.profile) = (UserFolders(), nil, [], nil)
      (context.stdinIsTerminal, context.stdinIsPipe, context.stdinHasText) = (false, false, false)
      around(&context)
      let exit = try await service(startedAs: word).run(words, console, context)
      let texts = [out, err].map { String(decoding: $0.bytes, as: UTF8.self).replacing(root, with: "bundle:") }
      return Ran(out: texts[0], err: texts[1], exit: exit)
    }
  }

  @Test func `It calls endpoints by their names`() async throws {
    let made = try await Made()
    #expect(made.ran == Ran(out: "", err: "'\(made.folder.path)/users' contains 'users.yaml'\n", exit: 0))
    #expect(try await made.run(["getUser", "7", "--mock"]) == Ran(out: "{\"id\":7}\n", err: "", exit: 0))
    #expect(try await made.run(["--mock", "getUser", "id=7"]).out == "{\"id\":7}\n")
    #expect(FileManager.default.isExecutableFile(atPath: "\(made.folder.path)/users"))
  }

  @Test func `An endpoint wins over a command, which remains with dashes`() async throws {
    let made = try await Made()
    #expect(try await made.run(["list", "--mock"]).out == "[1]\n")
    #expect(try await made.run(["--list"]).out == "getUser  GET  /users/{id}  Get a user.\nlist     GET  /users\n")
    #expect(try await made.run(["search", "user"]).out.hasPrefix("getUser"))
  }

  @Test func `Messages name the program, and places in it`() async throws {
    let made = try await Made()
    let missing = try await made.run(["getUser", "--mock"])
    #expect(missing.exit == 2 && missing.err.contains("bundle:/users.yaml:7:"), "\(missing.err)")
    #expect(missing.err.contains("hint: to see the parameters, run: users describe getUser\n"), "\(missing.err)")
    let unknown = try await made.run(["getUsr"])
    #expect(unknown.exit == 2 && unknown.err.contains("did you mean 'getUser'?"), "\(unknown.err)")
    let variable = try await made.run(["getUser", "7"])
    #expect(variable.exit == 8 && !variable.err.contains("dial "), "\(variable.err)")
    let json = try await made.run(["getUser", "--mock", "--errors", "json"])
    #expect(json.err.contains(#""file":"bundle:/users.yaml""#) && json.err.contains("run: users describe getUser"))
  }

  @Test func `Descriptions show lines of the program`() async throws {
    let made = try await Made()
    for words in [["getUser", "--help"], ["help", "getUser"], ["describe", "getUser"]] {
      let out = try await made.run(words).out
      #expect(out.hasPrefix("getUser  GET /users/{id}\n") && out.contains("  users getUser id=7"), "\(out)")
      #expect(!out.contains("dial"), "\(out)")
    }
    let auth = try await made.run(["auth", "--help"]).out
    #expect(auth.contains("  users auth login|status|logout [flags]\n") && !auth.contains("EXAMPLES"), "\(auth)")
    #expect(try await made.run(["help", "--list"]).out.contains("  users --list [--tag TAG] [-o FORMAT]\n"))
  }

  @Test func `Help lists endpoints, commands and variables`() async throws {
    let made = try await Made()
    let out = try await made.run(["--help"]).out
    for line in [
      "Users of the shop.\n", "  users ENDPOINT [ARG…] [flags]\n", "  getUser  GET  /users/{id}  Get a user.\n", "  --list ", "  each ",
      "  TOKEN  secret\n", "run 'users help NAME'",
    ] { #expect(out.contains(line), "\(line) in \(out)") }
    #expect(try await made.run([]) == made.run(["help"]))
  }

  @Test func `Help and the manual page list the flags of calls`() async throws {
    let made = try await Made()
    let help = try await made.run(["--help"]).out
    for line in ["\nRESULT\n", "\n  -s, --select EXPRESSION", "  --var "] { #expect(help.contains(line), "\(help)") }
    let codes = help.split(separator: "\n").drop { $0 != "EXIT CODES" }.dropFirst().compactMap { Int($0.trimmed.prefix { $0.isNumber }) }
    #expect(codes.count > 8 && codes == codes.sorted(), "\(codes)")
    let manual = try await made.run(["man"]).out
    #expect(manual.contains("\\-\\-select EXPRESSION") && manual.contains("users(1)") && !manual.contains("dial(1)"), "\(manual)")
    let unknown = try await made.run(["getUser", "--bogus"])
    #expect(unknown.err == "error: unknown flag '--bogus'\nhint: for help, run: users --help\n", "\(unknown.err)")
    #expect(try await made.run(["help", "getUser"]).out.hasSuffix("\nFor the flags of a call, run 'users --help'.\n"))
  }

  @Test(arguments: [
    ("check", "error: 'check' is a command of dial, not of 'users'\nhint: to list all commands, run: users --help\n"),
    ("docs x", "error: 'docs' is a command of dial, not of 'users'\nhint: to list all commands, run: users --help\n"),
    ("call getUser 7", "error: 'call' is a command of dial, not of 'users'\nhint: call the endpoint by its name: users getUser 7\n"),
    ("mcp other.yaml", "error: unexpected argument 'other.yaml'; 'users mcp' serves only its own service\n"),
  ]) func `A command that only dial has`(line: String, message: String) async throws {
    let ran = try await Made().run(line.split(separator: " ").map(String.init))
    #expect(ran == Ran(out: "", err: message, exit: 2))
  }

  @Test func `The version is that of the document, or of a flag, or the digest`() async throws {
    let made = try await Made()
    let version = try await made.run(["--version"]).out
    #expect(version.firstMatch(of: /^users [0-9a-f]{12} \(dial 0\)\n$/) != nil, "\(version)")
    let released = try await Made(["users.yaml": Self.spec], ["--release", "1.4"])
    #expect(try await released.run(["version"]).out == "users 1.4 (dial 0)\n")
    let document = """
      openapi: 3.1.0
      info: {title: Users, version: "2.5"}
      servers: [{url: "https://a.test"}]
      paths: {/users: {get: {operationId: listUsers, responses: {"200": {description: All.}}}}}
      """
    let documented = try await Made(["users.yaml": document])
    #expect(try await documented.run(["--version"]).out == "users 2.5 (dial 0)\n")
    #expect(try await documented.run(["list"]).out.hasPrefix("listUsers"))
  }

  @Test func `The manual page and completions are its own`() async throws {
    let made = try await Made()
    let manual = try await made.run(["man"]).out
    for line in [".TH \"USERS\" 1", "users \\- Users of the shop.", ".SS \"getUser\"", ".B users \\-\\-list", ".B TOKEN"] {
      #expect(manual.contains(line), "\(line) in \(manual)")
    }
    let script = try await made.run(["completion", "bash"], startedAs: "/usr/bin/shop").out
    #expect(script.contains("complete -o default -F _shop_complete shop\n") && !script.contains("dial"))
    #expect(try await made.run(["__complete", "ge"]).out == "getUser\tGet a user.\n")
    #expect(try await made.run(["__complete", "getUser", ""]).out.hasPrefix("id=\tInt, required"))
    #expect(try await made.run(["__complete", "--li"]).out.hasPrefix("--list\t"))
    #expect(try await made.run(["__complete", "auth", "login", "--no-b"]).out.hasPrefix("--no-browser"))
    #expect(try await made.run(["completion", "tcsh"]).exit == 2)
  }

  @Test func `A name that a script cannot have is not used`() async throws {
    let made = try await Made()
    #expect(try await made.run(["--version"], startedAs: "/tmp/$(reboot)").out.hasPrefix("users "))
  }

  @Test func `Credentials come from the environment of the user, as for a file`() async throws {
    let made = try await Made()
    let out = try await made.run(["getUser", "7", "--var", "TOKEN=t0p", "--curl", "--show-secrets"]).out
    #expect(out.contains("Bearer t0p"), "\(out)")
    #expect(try await made.run(["list", "--trust", "--mock"]).exit == 0)
  }

  // MARK: What is refused

  @Test func `Secrets are named at once, and are not in the file`() async throws {
    let made = try await Made([
      "users.yaml": """
      base: https://a.test
      auth: bearer planted-1
      tls: {client: {cert: me.pem, key: me.key}}
      endpoints: {get: {GET: /, mock: {file: .env}}}
      """,
      ".env": "A=planted-2", "me.pem": "planted-3", "me.key": "planted-4",
    ])
    #expect(made.ran.exit == 6 && made.ran.out.isEmpty)
    for text in ["users.yaml:2:", "'me.key'", "'.env'"] { #expect(made.ran.err.contains(text), "\(made.ran.err)") }
    #expect(!made.ran.err.contains("planted"))
    #expect(!made.folder.names.contains("users"))
  }

  @Test func `Values of this machine are refused, and never in the file`() async throws {
    let home = Home()
    #expect(await home.dial("profile set work --var TOKEN=planted-5").exit == 0)
    let folder = try TemporaryFolder(["users.yaml": Self.spec + "\n# planted-5\n", "dial": "program"])
    let ran = await dial("bundle", ["\(folder.path)/users.yaml", "-o", "\(folder.path)/users"]) { context in
      context.prefersBuiltIn = false
      context.user = UserFolders(config: home.path + "/config", data: home.path + "/data")
      context.program = { OpenFile("\(folder.path)/dial") }
    }
    #expect(ran.exit == 6 && ran.err.contains("the value of 'TOKEN' in the profile 'work'") && !ran.err.contains("planted"), "\(ran.err)")
    #expect(folder.names == ["dial", "users.yaml"])
    // Profiles that cannot be read could have the value, too.
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(home.path)/config/profiles.yaml")
    let unread = await dial("bundle", ["\(folder.path)/users.yaml", "-o", "\(folder.path)/users"]) { context in
      context.prefersBuiltIn = false
      context.user = UserFolders(config: home.path + "/config", data: home.path + "/data")
      context.program = { OpenFile("\(folder.path)/dial") }
    }
    #expect(unread.exit != 0 && unread.err.contains("profiles.yaml") && folder.names == ["dial", "users.yaml"], "\(unread)")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: "\(home.path)/config/profiles.yaml")
    for text in ["cGxhbnRlZC01", "p%6Canted-5", "706c616e7465642d35"] {
      try folder.write("users.yaml", Self.spec + "\n# Basic \(text)\n")
      let encoded = await dial("bundle", ["\(folder.path)/users.yaml", "-o", "\(folder.path)/users"]) { context in
        context.prefersBuiltIn = false
        context.user = UserFolders(config: home.path + "/config", data: home.path + "/data")
        context.program = { OpenFile("\(folder.path)/dial") }
      }
      #expect(encoded.exit == 6, "\(text): \(encoded.err)")
    }
  }

  @Test func `An endpoint with the name of the command for completion`() async throws {
    let made = try await Made(["users.yaml": Self.spec + "\n  __complete: {GET: /done, mock: {json: 1}}\n"])
    #expect(try await made.run(["__complete", "--mock"]) == Ran(out: "1\n", err: "", exit: 0))
    #expect(try await made.run(["--__complete", "getU"]).out == "getUser\tGet a user.\n")
    #expect(try await made.run(["completion", "fish"]).out.contains("users --__complete $words"))
  }

  @Test func `A file of profiles is refused`() async throws {
    let spec = "base: https://a.test\nendpoints: {get: {GET: /users, mock: {file: p.yaml}}}\n"
    let made = try await Made(["users.yaml": spec, "p.yaml": "work:\n  base: https://a.test\n  vars: {OTHER_TOKEN: planted-value}\n"])
    #expect(made.ran.exit == 6 && made.ran.err.contains("'p.yaml' contains a profile with the value of 'OTHER_TOKEN'"), "\(made.ran)")
  }

  @Test func `Advice about its own spec and profiles`() async throws {
    let made = try await Made()
    let path = made.folder.path
    let status = try await made.run(["auth", "status"]) { $0.user = UserFolders(config: "\(path)/config", data: "\(path)/data") }
    #expect(
      status.err.hasPrefix("error: 'users' does not require signing in\n") && status.err.contains("run: users profile set PROFILE"),
      "\(status.err)")
    for line in ["--help", "man"] { #expect(try await !made.run([line]).out.contains("save")) }
  }

  @Test func `Secrets of a call are not in the file`() async throws {
    let made = try await Made()
    let bytes = try #require(made.folder.bytes("users"))
    #expect(bytes.firstRange(of: Array("Users of the shop".utf8)) != nil)
    #expect(bytes.firstRange(of: Array(made.folder.path.utf8)) == nil)
  }

  @Test func `Only a bundle is replaced`() async throws {
    let made = try await Made(["users.yaml": Self.spec, "notes": "mine"])
    func again(_ output: String) async -> Ran {
      await dial("bundle", ["\(made.folder.path)/users.yaml", "-o", output]) { context in
        context.prefersBuiltIn = false
        context.program = { OpenFile("\(made.folder.path)/dial") }
      }
    }
    #expect(await again("\(made.folder.path)/users").exit == 0)
    // A program of another kind whose end is missing is none of ours.
    try made.folder.write("cut", String(decoding: [0x7F, 0x45, 0x4C, 0x46] + [UInt8](repeating: 2, count: 96), as: UTF8.self))
    #expect(await again("\(made.folder.path)/cut").err.contains("/cut' already exists and is not a bundle"))
    let name = await again("\(made.folder.path)/a $(x) b")
    #expect(name.exit == 2 && name.err.hasPrefix("error: the name of a program has letters, digits, '.', '_' and '-', but is 'a $(x) b'"))
    let refused = await again("\(made.folder.path)/notes")
    #expect(refused.exit == 1 && refused.err.contains("/notes' already exists and is not a bundle"))
    #expect(try made.folder.read("notes") == "mine")
    #expect(await again(made.folder.path).exit == 2)
    let absent = await again("\(made.folder.path)/absent/users")
    #expect(absent.exit == 1 && absent.err.contains("hint: create the folder: mkdir -p \(made.folder.path)/absent/\n"), "\(absent.err)")
  }

  @Test(arguments: [
    ("bundle demo -o users", 2, "a bundle requires a spec that is a file"),
    ("bundle - -o users", 2, "a bundle requires a spec that is a file"),
    ("bundle absent.yaml -o users", 6, "'absent.yaml' does not exist"), ("bundle demo", 2, "missing name of the program"),
    ("bundle demo -o -", 2, "a bundle requires a spec that is a file"),
  ]) func `A line that is not right`(line: String, exit: Int32, message: String) async {
    let ran = await dial(line, stdin: "endpoints: {}")
    #expect(ran.exit == exit && ran.err.contains(message), "\(ran.err)")
  }
}
