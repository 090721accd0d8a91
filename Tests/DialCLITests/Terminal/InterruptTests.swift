import DialHTTP
import Foundation
import Testing

@testable import DialCLI
@testable import DialConsole

/// A program that is ended by a signal dies of it, so that a shell stops its loop.
@Suite(.enabled(if: Program.exists("bash"), "bash is not installed")) struct InterruptTests {
  /// A server that never responds, and reports requests.
  private final class Silent: Sendable {
    let server: LoopbackServer
    let arrived: AsyncStream<Void>

    init() async throws {
      let (arrived, arrival) = AsyncStream<Void>.makeStream()
      self.arrived = arrived
      server = try await LoopbackServer { _ in
        arrival.yield()
        try? await Task.sleep(for: .seconds(60))
        return LoopbackResponse(status: 500)
      }
    }

    func nextRequest() async { for await _ in arrived { break } }
  }

  private static func folder(_ base: String) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "base: \(base)\nendpoints:\n  get: GET /x\n".write(toFile: folder + "/s.yaml", atomically: true, encoding: .utf8)
    return folder
  }

  private static func terminal(_ folder: String) throws -> PseudoTerminal {
    let environment = ["PATH": try Program.path(), "HOME": folder, "TERM": "dumb", "PS1": "$ ", "HISTFILE": "", "no_proxy": "*"]
    return try PseudoTerminal("bash --norc --noprofile -i", in: folder, environment: environment, columns: 200)
  }

  @Test(arguments: ["dial s.yaml get", "curl -s $(sed -n 's/base: //p' s.yaml)/x"]) func aLoopStops(_ command: String) async throws {
    if command.hasPrefix("curl"), !Program.exists("curl") { return }
    let silent = try await Silent()
    let folder = try Self.folder(silent.server.base)
    let terminal = try Self.terminal(folder)
    var place = try await terminal.wait(for: "$ ")
    terminal.type("for i in 1 2 3; do echo \"turn-$i\"; \(command); done; echo \"then-$?\"\n")
    place = try await terminal.wait(for: "\nturn-1", after: place)
    await silent.nextRequest()
    terminal.type("\u{3}")
    place = try await terminal.wait(for: "\n$ ", after: place)
    terminal.type("echo \"status-$?\"\n")
    try await terminal.wait(for: "\nstatus-130", after: place)
    let shown = String(decoding: terminal.shown, as: UTF8.self)
    #expect(!shown.contains("\nturn-2") && !shown.contains("\nthen-"), "\(shown)")
    await silent.server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// `dial … &` in a script ignores the Ctrl-C of the terminal, like other programs.
  @Test func anIgnoredSignalStaysIgnored() async throws {
    let silent = try await Silent()
    let folder = try Self.folder(silent.server.base)
    let shown = try await Program.run(
      "dial s.yaml get --timeout 3s 2> /dev/null & call=$!; sleep 1; kill -INT $call; wait $call; echo \"exit $?\"", in: folder)
    #expect(shown == "exit 7\n")
    await silent.server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test func aScriptStops() async throws {
    let silent = try await Silent()
    let folder = try Self.folder(silent.server.base)
    try "for i in 1 2 3; do echo turn-$i; dial s.yaml get; done; echo never\n".write(
      toFile: folder + "/run.sh", atomically: true, encoding: .utf8)
    let terminal = try Self.terminal(folder)
    var place = try await terminal.wait(for: "$ ")
    terminal.type("bash run.sh\n")
    place = try await terminal.wait(for: "\nturn-1", after: place)
    await silent.nextRequest()
    terminal.type("\u{3}")
    try await terminal.wait(for: "\n$ ", after: place)
    let shown = String(decoding: terminal.shown, as: UTF8.self)
    #expect(!shown.contains("\nturn-2") && !shown.contains("\nnever"), "\(shown)")
    await silent.server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Python reports the exit of a program: -2 is signal 2.
  @Test(.enabled(if: Program.exists("python3"), "python3 is not installed"), arguments: [("INT", 2), ("TERM", 15), ("HUP", 1)])
  func theSignalIsTheEnd(_ name: String, _ number: Int) async throws {
    let silent = try await Silent()
    let folder = try Self.folder(silent.server.base)
    let script = """
      import subprocess, sys, signal
      p = subprocess.Popen(['dial', 's.yaml', 'get'])
      sys.stdin.readline()
      p.send_signal(signal.SIG\(name))
      print(p.wait())
      """
    try script.write(toFile: folder + "/run.py", atomically: true, encoding: .utf8)
    let terminal = try Self.terminal(folder)
    let place = try await terminal.wait(for: "$ ")
    terminal.type("python3 run.py\n")
    await silent.nextRequest()
    terminal.type("\n")
    try await terminal.wait(for: "\n-\(number)\r\n", after: place)
    await silent.server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test func nohupIsObeyed() async throws {
    let silent = try await Silent()
    let folder = try Self.folder(silent.server.base)
    let line = "trap '' HUP; dial s.yaml get --timeout 3s --retry 0 2> /dev/null & sleep 1; kill -HUP $!; wait $!; echo $?"
    #expect(try await Program.run(line, in: folder) == "7\n")
    await silent.server.stop()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
