import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// A variable of the environment that is not read is named, with the flag that lets the call read it.
final class UnreadVariableTests {
  /// A variable that every process has, because setting one is not safe while other tests run.
  private static let name = "PATH"
  private let path = NSTemporaryDirectory() + "dial-\(UUID().uuidString).yaml"

  deinit { try? FileManager.default.removeItem(atPath: path) }

  private func call(_ yaml: String, _ flags: String = "") async throws -> Ran {
    try Data(yaml.utf8).write(to: URL(filePath: path))
    return await dial("call \(path) a --curl" + flags)
  }

  private static func yaml(_ more: String) -> String { "vars: {\(name): eu}\n\(more)\n" }

  private static func note(_ why: String) -> String {
    "note: the environment variable '\(name)' was not read, because \(why); to use it, pass --env \(name)\n"
  }

  @Test(
    arguments: [
      ("base: 'https://${N}.test'\nendpoints: {a: GET /a}", "", "it is used in 'base' and has a default"),
      ("base: https://a.test\nendpoints: {a: 'GET /${N}/a'}", "", "it is used in the path and has a default"),
      ("base: https://a.test\nendpoints: {a: {POST: /a, body: {r: '${N}'}}}", "", "it is used in the body and has a default"),
      ("base: https://a.test\nendpoints: {a: 'GET /a (r String = \"${N}\")'}", "", "it is used in a default and has a default"),
      (
        "base: 'https://${N}.test'\nendpoints: {a: {POST: '/${N}', body: {r: '${N}'}}}", "",
        "it is used in 'base', the path and the body, and has a default"
      ),
      ("base: 'https://${N}.test'\nheaders: {X-R: '${N}'}\nendpoints: {a: GET /a}", "", "it is used in 'base' and has a default"),
      ("base: https://a.test\nheaders: {X-R: '${N}'}\nendpoints: {a: 'GET /a?r=${N}'}", "", nil),
      ("base: https://a.test\nendpoints: {a: {POST: /a, body: {r: '${N}'}}}", " --env N", nil),
      ("base: https://a.test\nendpoints: {a: {POST: /a, body: {r: '${N}'}}}", " -q", nil),
      ("base: https://a.test\nendpoints: {a: {POST: /a, body: {r: '${N}'}}}", " --var N=eu", nil),
      ("base: https://a.test\nendpoints: {a: {POST: /a, body: {r: '${N}'}}}", " --trust", nil),
      ("base: 'https://${N}.test'\nendpoints: {a: GET /a}", " --base https://b.test", nil),
      ("base: 'https://${N}.test'\nendpoints: {a: GET https://b.test/a}", "", nil),
      ("base: https://a.test\nendpoints: {a: GET /a, b: 'GET /${N}'}", "", nil),
    ] as [(String, String, String?)])
  func isNamed(spec: String, flags: String, why: String?) async throws {
    let yaml = Self.yaml(spec.replacing("${N}", with: "${\(Self.name)}"))
    let ran = try await call(yaml, flags.replacing(" N", with: " \(Self.name)"))
    #expect(ran.err == (why.map(Self.note) ?? ""), "\(ran)")
    #expect(ran.exit == 0)
  }

  @Test func theDefaultOfAnotherVariableUsesIt() async throws {
    let yaml = "vars: {\(Self.name): eu, HOST: '${\(Self.name)}.test'}\nbase: 'https://${HOST}'\nendpoints: {a: GET /a}\n"
    let ran = try await call(yaml)
    #expect(ran == Ran(out: "curl --path-as-is https://eu.test/a\n", err: Self.note("it is used in 'base' and has a default"), exit: 0))
  }

  @Test func anEqualValueNeedsNoNote() async throws {
    let same = ProcessInfo.processInfo.environment[Self.name] ?? ""
    let ran = try await call(
      "vars: {\(Self.name): '\(same)'}\nbase: https://a.test\nendpoints: {a: 'POST /a (r String = \"${\(Self.name)}\")'}\n")
    #expect(ran.err.isEmpty && ran.exit == 0)
  }

  @Test func aSpecFromTextReadsNone() async {
    let yaml = Self.yaml("base: https://a.test\nheaders: {X-R: '${\(Self.name)}'}\nendpoints: {a: GET /a}")
    let ran = await dial("call - a --curl", stdin: yaml)
    #expect(
      ran == Ran(out: "curl --path-as-is https://a.test/a -H 'X-R: eu'\n", err: Self.note("the spec is not from a file"), exit: 0))
  }
}
