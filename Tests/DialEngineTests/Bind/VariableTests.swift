import CallTestSupport
import Dial
import Foundation
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Variables, and access to the environment (VariablesAndTrust.md#What-a-spec-can-read; T19 in SeedChecklist.md).
struct VariableTests {
  static let everywhere = """
    base: https://${HOST}
    headers: {X-A: "${H}"}
    endpoints: {e: {POST: "/${T}", body: {b: "${B}"}}}
    """
  /// Variables that come from the environment.
  private func environment(_ names: [String], allowed: Set<String> = []) -> Variables {
    var variables: Variables = [:]
    variables.environment = Dictionary(uniqueKeysWithValues: names.map { ($0, $0.lowercased()) })
    variables.named = allowed
    return variables
  }

  private static let refused = ["HOST", "T", "B"].map {
    "the variable '\($0)' is set in the environment, but this part of the spec cannot use it"
  }

  @Test func anUntrustedSpecReadsNoEnvironment() throws {
    let said = try bound(Self.everywhere, variables: environment(["HOST", "H", "T", "B"]), trust: .untrusted)
    #expect(
      said == "variable: "
        + (Self.refused[..<2] + ["the variable 'H' is set in the environment, but this part of the spec cannot use it"] + Self.refused[2...])
        .joined(separator: "\n"))
  }

  @Test func aFolderSpecReadsItForFieldsOnly() throws {
    let said = try bound(Self.everywhere, variables: environment(["HOST", "H", "T", "B"]))
    #expect(said == "variable: " + Self.refused.joined(separator: "\n"))
    let all = try bound(Self.everywhere, variables: environment(["HOST", "H", "T", "B"], allowed: ["HOST", "T", "B"]))
    #expect(all == "POST https://host/t\nX-A: h\n\n{\"b\":\"b\"}")
  }

  @Test func aTrustedSpecReadsItEverywhere() throws {
    let said = try bound(Self.everywhere, variables: environment(["HOST", "H", "T", "B"]), trust: .full)
    #expect(said == "POST https://host/t\nX-A: h\n\n{\"b\":\"b\"}")
  }

  @Test func aVariableOfTheSpecDoesNotWidenWhatMayBeRead() throws {
    let yaml = "base: https://a.test\nvars: {V: \"x-${SECRET}\"}\nendpoints: {e: \"GET /${V}\"}"
    #expect(try bound(yaml, variables: environment(["SECRET"])) == "variable: the variable 'V' has no value")
  }

  /// It would be appended to the path of the base.
  @Test func aWholeURLIsNoHeadOfATarget() throws {
    let yaml = "base: https://api.test\nendpoints: {e: \"GET ${B}/users\"}"
    #expect(
      try bound(yaml, variables: ["B": "https://other.test/v1"])
        == "arguments: the variable 'B' is a whole URL, but the target is joined to 'base'; write the URL itself, or 'https://${HOST}/…'")
    #expect(try bound(yaml, variables: ["B": "v1"]) == "GET /v1/users")
    #expect(
      try bound(yaml.replacing("GET ${B}", with: "GET /go/${B}"), variables: ["B": "https://x.test"]) == "GET /go/https://x.test/users")
  }

  /// A variable is text, which is converted to the type of the parameter.
  @Test func aDefaultOfAVariableIsOfTheDeclaredType() throws {
    let yaml = "base: https://api.test\nendpoints: {e: \"POST /x (port Int = ${P}, on Bool? = ${F}, tags [String] = ${T}, raw = ${P})\"}"
    let said = try bound(yaml, variables: ["P": "x", "F": "1", "T": "a"])
    #expect(said == "arguments: 'port' must be an integer, but is 'x'\n'on' must be true or false, but is '1'")
    #expect(
      try bound(yaml, variables: ["P": "80", "F": "true", "T": "a"])
        == "POST /x\n\n{\"port\":80,\"on\":true,\"tags\":[\"a\"],\"raw\":\"80\"}")
    #expect(try bound(yaml, "{\"port\": 1}", variables: ["F": "true", "T": "a"]) == "variable: the variable 'P' has no value")
  }

  /// A query item of the spec can read the environment; the default of a parameter cannot.
  @Test(arguments: [
    "GET /x (q String = \"${V}\")", "GET /x (header.X-Q String = \"${V}\")", "GET /x (cookie.q String = \"${V}\")",
    "POST /x (q String = \"${V}\")",
  ])
  func aDefaultDoesNotReadTheEnvironment(_ line: String) throws {
    let yaml = "base: https://api.test\nendpoints:\n  e: '\(line)'"
    #expect(
      try bound(yaml, variables: environment(["V"]))
        == "variable: the variable 'V' is set in the environment, but this part of the spec cannot use it")
    #expect(try bound(yaml, variables: environment(["V"], allowed: ["V"])).contains("v"))
    #expect(try bound(yaml, variables: ["V": "given"]).contains("given"))
    let item = "base: https://api.test\nendpoints: {e: {GET: /x, query: {q: \"${V}\"}}}"
    #expect(try bound(item, variables: environment(["V"])) == "GET /x?q=v")
  }

  @Test func theCallerWinsOverEnvironmentAndSpec() throws {
    let yaml = "base: https://api.test\nvars: {A: spec, B: spec, C: \"${A}!\"}\nheaders: {X: \"${A} ${B} ${C}\"}\nendpoints: {e: GET /}"
    var variables: Variables = ["A": "given"]
    variables.environment = ["A": "environment", "B": "environment"]
    #expect(try bound(yaml, variables: variables) == "GET /\nX: given environment given!")
  }

  /// 5,000 nested variables overflowed the stack.
  @Test func aLongChainHasNoValue() throws {
    func outcome(_ count: Int) throws -> String {
      let links = (0..<count).map { "  V\($0): ${V\($0 + 1)}\n" }.joined()
      return try bound("base: https://api.test\nvars:\n\(links)  V\(count): x\nendpoints:\n  e: GET /${V0}\n")
    }
    #expect(try outcome(90) == "GET /x")
    #expect(try outcome(50_000) == "variable: the variable 'V0' has no value")
  }

  @Test func oneThatRefersToItselfHasNoValue() throws {
    let yaml = "base: https://api.test\nvars: {A: \"${B}\", B: \"${A}\"}\nheaders: {X: \"${A}\"}\nendpoints: {e: GET /}"
    #expect(try bound(yaml) == "variable: the variable 'A' has no value")
  }

  @Test(arguments: [
    ("a b", "GET /a%20b/x?k=a%20b"), ("%41", "GET /%41/x?k=%2541"), ("x&y=1", "GET /x&y=1/x?k=x%26y%3D1"),
    ("..", "arguments: the variable 'V' creates the path segment '.' or '..', which would change the path"),
    ("a?b", "arguments: the variable 'V' is sent in the path without encoding and cannot contain '?'"),
  ])
  func valuesInTheTargetAreEncoded(value: String, gives: String) throws {
    #expect(try bound("base: https://api.test\nendpoints: {e: \"GET /${V}/x?k=${V}\"}", variables: ["V": value]) == gives)
  }

  @Test(arguments: [
    ("evil.test/", "arguments: the variable 'V' cannot be used in a host; use only letters, digits, '-' and '.'"),
    ("u@evil", "arguments: the variable 'V' cannot be used in a host; use only letters, digits, '-' and '.'"),
    ("eu", "GET https://eu.cdn.test/x"),
  ])
  func valuesInAHostAreChecked(value: String, gives: String) throws {
    #expect(try bound("base: https://api.test\nendpoints: {e: \"GET https://${V}.cdn.test/x\"}", variables: ["V": value]) == gives)
  }

  @Test(arguments: [
    ("ftp://x", "arguments: 'base' must start with https:// or http://"),
    ("https://u:p@x", "arguments: 'base' contains credentials; move them to 'auth: basic ${USER} ${PASSWORD}'"),
    ("https://x?a=1", "arguments: 'base' cannot contain '?'; move query items to 'query:'"), ("https://x/v1", "GET https://x/v1/a"),
  ])
  func aBaseFromAVariableIsChecked(value: String, gives: String) throws {
    #expect(try bound("base: ${V}\nendpoints: {e: GET /a}", variables: ["V": value]) == gives)
  }

  @Test func aGivenBaseMayNotLowerHTTPS() throws {
    let yaml = "base: https://api.test\nendpoints: {e: GET /a}"
    #expect(
      try bound(yaml, base: "http://evil.test")
        == "arguments: the base of the spec uses https, so 'evil.test' must use https too; http is allowed only for localhost")
    #expect(try bound(yaml, base: "http://127.0.0.1:8080") == "GET http://127.0.0.1:8080/a")
    #expect(try bound(yaml, base: "ftp://x") == "arguments: the given base must start with https:// or http://")
  }

  @Test func defaultsAreMadeOncePerCall() throws {
    let yaml =
      "base: https://api.test\nendpoints: {e: {GET: \"/x (a = $uuid, at Date = $now)\", headers: {X-A: \"{a}\"}, query: {b: \"{a}\"}}}"
    let client = Client(try Spec.load(yaml: yaml), transport: Canned())
    let (first, second) = (try client.prepare("e"), try client.prepare("e"))
    let id = try #require(first.request.headers["x-a"])
    #expect(UUID(uuidString: id) != nil && id == id.lowercased())
    #expect(first.request.url.hasPrefix("https://api.test/x?b=\(id)"))
    #expect(second.request.headers["x-a"] != id)
    let at = try #require(FormCoding.decode(String(first.request.url.split(separator: "?")[1])).first { $0.0 == "at" }?.1)
    let moment = try #require(try? Date(at, strategy: .iso8601))
    #expect(abs(moment.timeIntervalSinceNow) < 60)
  }

  @Test func allThatAreMissingAreReported() throws {
    let yaml = "base: https://api.test\nauth: \"basic ${U} ${P}\"\nendpoints: {e: {GET: /x, headers: {X-A: \"${A} ${B} ${A}\"}}}"
    let names = ["A", "B", "U", "P"]
    #expect(try bound(yaml) == "variable: " + names.map { "the variable '\($0)' has no value" }.joined(separator: "\n"))
  }

  /// A variable in the base cannot leave the path of the spec.
  @Test func aVariableOfTheBaseCannotChangeTheOrigin() throws {
    let yaml = "base: https://api.test/v1/${TENANT}\nendpoints: {e: GET /x}"
    #expect(try bound(yaml, variables: ["TENANT": "a/b"]) == "GET /v1/a/b/x")
    let own = "base: https://${HOST}/a/../b\nendpoints: {e: GET /x}"
    #expect(try bound(own, variables: ["HOST": "h.test"]) == "GET https://h.test/a/../b/x")
    for way in ["..", "../..", "a/../../b", "%2e%2E"] {
      #expect(
        try bound(yaml, variables: ["TENANT": .init(way)])
          == "arguments: a variable in 'base' creates the path segment '.' or '..', which would change the path")
    }
  }

  /// A small spec cannot make a large request: variables that contain others, each used many times.
  @Test(arguments: ["query: {%}", "headers: {%}", "body: {%}", "body: {a: '@'}", "doc: x, select: a"])
  func longVariables(_ use: String) throws {
    let chain = (0..<18).map { "V\($0): \"${V\($0 + 1)}${V\($0 + 1)}\"" } + ["V18: xxxx"]
    let uses = use.replacing("%", with: (0..<300).map { "k\($0): \"${V0}\"" }.joined(separator: ", "))
      .replacing("@", with: String(repeating: "${V0}", count: 300))
    let said = try bound("base: https://api.test\nvars: {\(chain.joined(separator: ", "))}\nendpoints: {e: {POST: /x, \(uses)}}")
    let isLong = use.contains("%") || use.contains("@")
    #expect(said.contains("the variables of the endpoint have more than 4 MiB in total, with each use of 'V0'") == isLong)
    #expect(said.utf8.count < 100_000)
  }

  /// Neither can a default, or an argument, that the spec uses many times; one use may be of any size.
  @Test(arguments: ["query: {%}", "headers: {%}", "body: {%}", "body: {a: '@'}", "body: [@@]"])
  func longArguments(_ use: String) throws {
    func said(_ count: Int, _ args: String = "{}") throws -> String {
      let uses = use.replacing("%", with: (0..<count).map { "k\($0): \($0 % 2 == 0 ? "\"{x}\"" : "\"a{x}\"")" }.joined(separator: ", "))
        .replacing("@@", with: String(repeating: "'{x}',", count: count)).replacing("@", with: String(repeating: "{x}", count: count))
      return try bound(
        "base: https://api.test\nendpoints: {e: {POST: /x (x String = \"\(String(repeating: "d", count: 100_000))\"), \(uses)}}", args)
    }
    let fault =
      "arguments: the arguments that the endpoint repeats have more than 4 MiB in total, with each use of 'x'; pass shorter values"
    #expect(try said(3000) == fault)
    #expect(try said(40).utf8.count > 4_000_000)
    #expect(try said(3000, #"{"x": "short"}"#).utf8.count < 100_000)
    #expect(try said(2, "{\"x\": \"\(String(repeating: "d", count: 5_000_000))\"}") == fault)
    #expect(try said(1, "{\"x\": \"\(String(repeating: "d", count: 5_000_000))\"}").utf8.count > 5_000_000)
  }

  @Test func longTargets() throws {
    let long = String(repeating: "d", count: 100_000)
    let fault =
      "arguments: the arguments that the endpoint repeats have more than 4 MiB in total, with each use of 'x'; pass shorter values"
    for target in [String(repeating: "/{x}", count: 3000), "/?" + (0..<3000).map { "k\($0)={x}" }.joined(separator: "&")] {
      #expect(try bound("base: https://api.test\nendpoints: {e: \"GET \(target) (x = '\(long)')\"}") == fault)
      let yaml = "base: https://api.test\nendpoints: {e: 'GET \(target.replacing("{x}", with: "${V}"))'}"
      #expect(
        try bound(yaml, variables: ["V": .init(long)])
          == "variable: the variables of the endpoint have more than 4 MiB in total, with each use of 'V'")
    }
  }
}
