import DialHTTP
import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole
@testable import DialDemo

/// The first ten minutes of a new user, typed on a terminal, with all output.
///
/// `Fixtures/first-ten-minutes.txt` is the last output; `DIAL_RECORD=1` records it.
@Suite struct SessionTests {
  private static let golden = "/" + #filePath.split(separator: "/").dropLast(2).joined(separator: "/") + "/Fixtures/first-ten-minutes.txt"

  /// The input. A line feed ends a command; `\t` is the tab key.
  private static let typed = [
    "dial", "dial lst demo", "dial list", "dial list demo", "dial getUser demo", "dial describe demo getUser", "dial demo getUser",
    "dial demo getUser id=7 --base http://127.0.0.1:9", "dial demo getUser id=7", "dial demo getUsr id=7", "dial demo createUser nam=Eve",
    "dial demo getUser id=404", "echo \"exit $?\"", "dial demo listUsers -o table", "dial demo listUsers -o table | cat",
    "dial demo listUsers --tuple id,name -o tsv", "NO_COLOR=1 dial demo getUser id=1",
    "dial demo getUser id=1 --color always --compact | cat",
    "dial demo upload name=a content@nofile; echo \"exit $?\"", "dial demo chat message=hi", "dial demo search q=d -o xml",
    "dial search demo word", "dial describe demo login", "dial demo createUser name=Eve email=eve@example.com --dry-run",
    "eval \"$(dial completion bash)\"", "dial demo getU\ti\t8",
  ]

  @Test(.enabled(if: Program.exists("bash"), "bash is not installed")) func theFirstTenMinutes() async throws {
    let service = DemoService()
    let (waiting, arrived) = AsyncStream<Void>.makeStream()
    let server = try await LoopbackServer { request in
      if request.target == "/status/299" {
        arrived.yield()
        try? await Task.sleep(for: .seconds(60))
      }
      return await service.answer(request)
    }
    let folder = try Self.folder(port: server.base.split(separator: ":").last.map(String.init) ?? "")
    let terminal = try PseudoTerminal("bash --norc --noprofile -i", in: folder, environment: try Self.environment(folder), columns: 76)
    var place = try await terminal.wait(for: "$ ")
    let begin = place - 2
    for line in Self.typed {
      terminal.type(line + "\n")
      place = try await terminal.wait(for: "\n$ ", after: place)
    }
    terminal.type("before=$(stty -g); dial demo status code=299\n")
    for await _ in waiting { break }
    terminal.type("\u{3}")
    place = try await terminal.wait(for: "\n$ ", after: place)
    terminal.type("echo \"exit $?\"; [ \"$before\" = \"$(stty -g)\" ] && echo the terminal is as it was\n")
    try await terminal.wait(for: "\n$ ", after: place)
    await server.stop()
    try? FileManager.default.removeItem(atPath: folder)
    try Self.compare(String(decoding: terminal.shown[begin...], as: UTF8.self))
  }

  /// Returns a folder with the spec of the demo and the base of this test.
  private static func folder(port: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder + "/specs", withIntermediateDirectories: true)
    let spec = DemoSpec.text.replacing("http://127.0.0.1:\(DemoSpec.port)", with: "http://127.0.0.1:\(port)")
    try spec.write(toFile: folder + "/specs/demo.yaml", atomically: true, encoding: .utf8)
    try "set enable-bracketed-paste off\nset bell-style none\n".write(toFile: folder + "/inputrc", atomically: true, encoding: .utf8)
    return folder
  }

  private static func environment(_ folder: String) throws -> [String: String] {
    [
      "PATH": try Program.path(), "HOME": folder, "INPUTRC": folder + "/inputrc", "TERM": "xterm", "LC_ALL": "C.UTF-8", "PS1": "$ ",
      "HISTFILE": "", "BASH_SILENCE_DEPRECATION_WARNING": "1", "no_proxy": "*",
    ]
  }

  private static func compare(_ shown: String) throws {
    let text = shown.replacing("\r\n", with: "\n").replacing("\r", with: "").replacing("\u{1B}", with: "\\e")
      .replacing(#/127\.0\.0\.1:\d{4,}/#, with: "127.0.0.1:PORT")
    if ProcessInfo.processInfo.environment["DIAL_RECORD"] == "1" { try text.write(toFile: golden, atomically: true, encoding: .utf8) }
    let expected = (try? String(contentsOfFile: golden, encoding: .utf8)) ?? ""
    let (lines, wanted) = (
      text.split(separator: "\n", omittingEmptySubsequences: false), expected.split(separator: "\n", omittingEmptySubsequences: false)
    )
    #expect(!wanted.isEmpty)
    // One more line moves all others, so only the first difference is reported.
    if let index = zip(lines, wanted).enumerated().first(where: { $1.0 != $1.1 })?.offset {
      Issue.record("line \(index + 1) is '\(lines[index])', and was '\(wanted[index])'; DIAL_RECORD=1 records the session anew")
    }
    #expect(lines.count == wanted.count)
  }
}
