import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// Questions that are asked at a terminal.
struct PromptTests {
  @Test(.enabled(if: Program.exists("stty"), "stty is not installed")) func ctrlCAtAHiddenQuestionLeavesTheTerminalAsItWas() async throws {
    let folder = NSTemporaryDirectory() + "dial-prompt-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let spec = """
      base: https://api.test
      auth: {bearer: session, login: {call: login, args: {password: "${PASS}"}}}
      endpoints:
        login: POST /login (password)
        me: GET /me

      """
    try spec.write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
    let script = """
      trap : INT
      before=$(stty -g)
      dial auth login s.yaml
      echo "exit $?"
      [ "$before" = "$(stty -g)" ] && echo as it was || echo changed
      echo the end

      """
    try script.write(toFile: folder + "/run.sh", atomically: true, encoding: .utf8)
    let terminal = try PseudoTerminal("sh run.sh", in: folder, environment: ["PATH": try Program.path(), "HOME": folder], columns: 80)
    try await terminal.wait(for: "PASS: ")
    terminal.type("secret")
    terminal.type("\u{3}")
    try await terminal.wait(for: "the end")
    #expect(String(decoding: terminal.shown, as: UTF8.self).replacing("^C", with: "") == "PASS: \r\nexit 130\r\nas it was\r\nthe end\r\n")
  }
}
