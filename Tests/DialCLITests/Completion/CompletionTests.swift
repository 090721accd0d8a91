import Testing

@testable import DialCLI
@testable import DialConsole

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

@Suite struct CompletionTests {
  private static let spec = """
    service: s
    base: https://a.test
    endpoints:
      get: {doc: One user., GET: "/users/{id} (id Int, kind = a, on = true)", params: {kind: {values: [a, b]}}}
      put: PUT /users/{id} (id Int, filter (a Int), content File?)
      auth: {GET: "/h", auth: "bearer ${TOKEN}", headers: {X-Host: "${HOST}"}}
      evil: {GET: /x (k?), params: {k: {values: ["$(touch x)", "a b", fine]}}}
    """

  private static func values(_ words: [String]) async -> [String] {
    let ran = await dial("__complete", words, specs: ["s": spec, "bad": "service: [\n"])
    #expect(ran.exit == 0 && ran.err.isEmpty, "\(ran)")
    return ran.out.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test(arguments: [
    // Nothing is known, and no error is printed.
    (["nope", "x", ""], []), (["call", "bad", ""], []), (["call", "-", ""], []), (["call", "s", "nope", ""], []),
    (["version", ""], []), (["call", "s", "get", "id="], []), (["call", "s", "--base", ""], []), (["list", "s", ""], []),
    (["sea"], ["search"]), (["dem"], ["demo"]), (["call", "ba"], ["bad"]), (["help", "li"], ["list"]), (["--ver"], ["--version"]),
    (["call", "s", "g"], ["get"]), (["s", "p"], ["put"]), (["describe", "s", "p"], ["put"]),
    (["call", "-v", "--base", "x", "s", "p"], ["put"]),
    (["demo", "getU"], ["getUser"]), (["demo", "--se"], ["--serve"]), (["demo", "--serve", "--po"], ["--port"]),
    (["demo", "getUser", "--dry"], ["--dry-run"]), (["demo", "getUser", ""], ["id="]),
    (["s", "get", ""], ["id=", "kind=", "on="]), (["s", "get", "id=7", ""], ["kind=", "on="]),
    (["s", "put", ""], ["id=", "filter:=", "content@"]),
    (["s", "get", "kind="], ["kind=a", "kind=b"]), (["s", "get", "--no-c"], ["--no-constraints"]), (["s", "get", "on=t"], ["on=true"]),
    (["call", "s", "get", "--dry"], ["--dry-run"]), (["list", "-o", "j"], ["json", "jsonl"]),
    (["s", "get", "--errors", ""], ["text", "json"]),
    (["s", "get", "--errors=j"], ["--errors=json"]), (["call", "s", "get", "--hel"], ["--help"]),
    (["s", "auth", "--var", ""], ["TOKEN=", "HOST="]), (["s", "auth", "--env", "T"], ["TOKEN"]),
    (["s", "auth", "--var=T"], ["--var=TOKEN="]),
    (["s", "auth", "--var", "TOKEN=x"], []), (["--var", "T"], []),
    (["check", "--f"], ["--fix"]),
    (["completion", ""], ["bash", "zsh", "fish"]),
    (["auth", ""], ["login", "status", "logout"]), (["auth", "login", "ba"], ["bad"]),
    (["profile", ""], ["list", "show", "set", "remove"]), (["profile", "show", ""], []), (["s", "get", "-p", ""], []),
  ])
  func candidates(_ words: [String], _ values: [String]) async {
    #expect(await Self.values(words) == values)
  }

  /// Completes files and folders by their beginning; not hidden files, or names that need quotes.
  @Test func files() async throws {
    var template = Array("/tmp/dial-files-XXXXXX".utf8CString)
    mkdtemp(&template)
    let folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    for name in ["a b.yaml", ".hidden.yaml", "note.txt", "s1.yaml", "s2.yml"] { try FileTarget("\(folder)/\(name)").write([]) }
    mkdir("\(folder)/sub", 0o755)
    let all = ["note.txt", "s1.yaml", "s2.yml", "sub/"].map { "\(folder)/\($0)" }
    for head in ["content@", "content=@", "filter:=@", "nope@"] {
      #expect(await Self.values(["s", "put", "\(head)\(folder)/"]) == all.map { head + $0 })
      #expect(await Self.values(["s", "put", "\(head)\(folder)/no"]) == ["\(head)\(folder)/note.txt"])
      #expect(await Self.values(["s", "put", "\(head)\(folder)/x"]) == [])
    }
    #expect(await Self.values(["s", "put", "@\(folder)/no"]) == [])
    #expect(await Self.values(["call", "\(folder)/"]) == Array(all.dropFirst()))
    #expect(await Self.values(["\(folder)/s1"]) == ["\(folder)/s1.yaml"])
    #expect(await Self.values(["\(folder)/.h"]) == ["\(folder)/.hidden.yaml"])
  }

  /// Flags that do something by themselves are not offered, nor flags of later versions.
  @Test func nothingDangerous() async {
    #expect(await Self.values(["s", "evil", "k="]) == ["k=fine"])
    #expect(await Self.values(["call", "s", "get", "--pr"]) == ["--profile", "--proxy"])
    #expect(await !Self.values(["__"]).contains("__complete"))
  }

  @Test func notes() async {
    #expect(await dial("__complete s ge", specs: ["s": Self.spec]).out == "get\tOne user.\n")
    #expect(await dial("__complete s get i", specs: ["s": Self.spec]).out == "id=\tInt, required\n")
  }

  @Test(arguments: CompletionScript.allCases) func scripts(_ shell: CompletionScript) async {
    #expect(await dial("completion nope").exit == 2)
    #expect(await dial("completion").exit == 2)
    let ran = await dial("completion \(shell.rawValue)")
    #expect(ran.exit == 0)
    #expect(ran.out.contains("dial __complete "))
  }
}
