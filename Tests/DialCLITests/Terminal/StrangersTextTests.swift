import DialHTTP
import Foundation
import Testing

/// Text of a server or spec reaches a terminal only as text: no escape sequences (including OSC 8 and 52), no C1 controls, no marks that
/// change the direction (CVE-2021-42574). Files and pipes get the bytes unchanged.
@Suite(.serialized) struct StrangersTextTests {
  /// Red, a link, the clipboard, C1, directions, a bell, backspace, DEL.
  private static let nasty = "a\u{1B}[31mRED\u{1B}]8;;http://x\u{7}\u{1B}]52;c;eA==\u{7}\u{9B}31m\u{202E}\u{2066}\u{200F}\u{8}\u{7F}"
  private static let inYAML = #"a\e[31mRED\e]52;c;eA==\a\x9b31m\u202e\u2066\u200f\b\x7f"#

  static let lines = [
    "call s.yaml json", "call s.yaml json -o jsonl", "call s.yaml json -o yaml", "call s.yaml json -o table", "call s.yaml json -o tsv",
    "call s.yaml json -o csv", "call s.yaml json -o raw", "call s.yaml json -i", "call s.yaml json -v", "call s.yaml text",
    "call s.yaml lines", "call s.yaml events", "call s.yaml refused", "call s.yaml refused --errors json", "call s.yaml broken",
    "call s.yaml text x=$NASTY --dry-run", "call s.yaml text x=$NASTY --curl",
    "call s.yaml $NASTY", "call $NASTY.yaml json", "call s.yaml json --select $NASTY",
    "describe s.yaml", "describe s.yaml json", "list s.yaml", "search RED s.yaml", "check bad.yaml", "check .", "help $NASTY",
  ]

  @Test(arguments: lines) func terminal(_ line: String) async throws {
    let (server, folder) = try await Self.place()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let environment = ["PATH": try Program.path(), "HOME": folder, "NASTY": Self.nasty, "TERM": "xterm"]
    let terminal = try PseudoTerminal(
      "sh -c 'dial \(line.replacing("$NASTY", with: "\"$NASTY\"")); echo; echo the-end'", in: folder, environment: environment, columns: 200
    )
    let end = try await terminal.wait(for: "the-end")
    await server.stop()
    let shown = String(decoding: terminal.shown[..<end], as: UTF8.self)
    // Remove the colours and line erasures of Dial, but not the red of the server.
    let rest = shown.replacing(#/\u{1B}\[(?!31mRED)[0-9;]*[mK]|\u{1B}\[\?25[hl]|\r/#.matchingSemantics(.unicodeScalar), with: "")
    let obeyed = rest.unicodeScalars.filter { scalar in
      switch scalar.value {
      case 9, 10: false
      case 0..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
      default: false
      }
    }
    #expect(obeyed.isEmpty, "\(shown.debugDescription)")
    #expect(shown.contains("RED"), "nothing of a stranger's was shown: \(shown.debugDescription)")
  }

  @Test func pipe() async throws {
    let (server, folder) = try await Self.place()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let text = try await Program.run("dial call s.yaml text | cat", in: folder)
    let file = try await Program.run("dial call s.yaml text -O out >/dev/null && cat out", in: folder)
    await server.stop()
    #expect(text == Self.nasty + "\n" || text == Self.nasty)
    #expect(file == Self.nasty)
  }

  private static func place() async throws -> (LoopbackServer, String) {
    let server = try await LoopbackServer { answer(to: $0.target) }
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-strangers-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let names = ["json", "text", "lines -> lines", "events -> events", "refused", "broken -> Int"]
    let endpoints = names.map { "  \($0.prefix { $0 != " " }): {GET: \"/\($0)\", doc: \"\(inYAML)\"}\n" }.joined()
    let spec = "base: \(server.base)\nretry: none\ndoc: \"\(inYAML)\"\nendpoints:\n\(endpoints)"
    try Data(spec.utf8).write(to: URL(filePath: folder + "/s.yaml"))
    let bad = "base: http://h\n\"x\(inYAML)\": 1\nendpoints:\n  a: {GET: /a, \"k\(inYAML)\": 1}\n  \"n\(inYAML)\": GET /b\n"
    try Data(bad.utf8).write(to: URL(filePath: folder + "/bad.yaml"))
    return (server, folder)
  }

  private static func answer(to target: String) -> LoopbackResponse {
    let quoted = "\"\(nasty.replacing("\u{8}", with: "\\b").replacing("\u{1B}", with: "\\u001b").replacing("\u{7}", with: "\\u0007"))\""
    let (type, body): (String, String) =
      switch target.prefix(5) {
      case "/json": ("application/json", "[{\"a\":\(quoted),\"b\":1}]")
      case "/line": ("application/x-ndjson", quoted + "\n")
      case "/even": ("text/event-stream", "data: \(nasty)\n\n")
      case "/brok": ("application/json", "{\"a\": \(nasty)")
      default: ("text/plain; charset=utf-8", nasty)
      }
    let headers = [("Content-Type", type), ("X-Nasty", "\u{9B}31m\u{202E}")]
    return LoopbackResponse(status: target.hasPrefix("/refu") ? 422 : 200, headers: headers, body: Array(body.utf8))
  }
}
