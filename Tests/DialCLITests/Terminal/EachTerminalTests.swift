import DialHTTP
import DialJSON
import DialRows
import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `dial each` on a terminal: a line of its progress, which a summary replaces.
@Suite struct EachTerminalTests {
  private static let environment = ["HOME": "/", "TERM": "xterm", "no_proxy": "*"]

  /// Starts a run of 100 rows on a terminal. Each call takes a while, and the tenth one fails.
  private static func run(_ body: (PseudoTerminal, TemporaryFolder) async throws -> Void) async throws {
    let server = try await LoopbackServer { request in
      try? await Task.sleep(for: .milliseconds(25))
      return LoopbackResponse(
        status: request.target == "/u/9" ? 500 : 200, headers: [("Content-Type", "application/json")], body: Array("{}".utf8))
    }
    let folder = try TemporaryFolder([
      "s.yaml": "base: \(server.base)\nendpoints:\n  get: {GET: '/u/{id} (id Int)', retry: none}\n",
      "r.jsonl": (0..<100).map { "{\"id\":\($0)}\n" }.joined(),
    ])
    let line = "\(try Program.products())/dial each s.yaml get --rows r.jsonl --parallel 1 --journal j > out"
    try await body(try PseudoTerminal(line, in: folder.path, environment: environment, columns: 100), folder)
    await server.stop()
  }

  @Test func progressGivesWayToASummary() async throws {
    try await Self.run { terminal, folder in
      var place = 0
      for text in ["\r", " rows, ", "1 failed, ", "/s, ", " left", "\r\u{1B}[K", "100 rows: 99 succeeded, 1 failed (status: 1), in "] {
        place = try await terminal.wait(for: text, after: place)
      }
      #expect(try folder.read("out").split(separator: "\n").count == 100)
    }
  }

  @Test func anInterruptionLetsCallsEnd() async throws {
    try await Self.run { terminal, folder in
      let place = try await terminal.wait(for: "1 failed, ")
      terminal.type("\u{3}")
      try await terminal.wait(for: "stopping: the calls under way end first; to stop at once, press Ctrl-C again", after: place)
      try await terminal.wait(for: " succeeded, 1 failed (status: 1), in ", after: place)
      let rows = try folder.read("out").split(separator: "\n").map { try JSON(parsing: String($0)).row.asInt }
      #expect(rows == Array(1...rows.count) && rows.count < 100)
    }
  }

  @Test(arguments: [
    (RowCounts(succeeded: 1), 0.5, 0.5, "1 row, 2.0/s"),
    (RowCounts(succeeded: 1200, earlier: 200), 10, 0.25, "1200 rows, 100/s, 30s left"),
    (RowCounts(succeeded: 7, failures: ["status": 2, "arguments": 1]), 2, nil, "10 rows, 3 failed, 5.0/s"),
    (RowCounts(), 0, 0.0, "0 rows, 0.0/s"),
  ])
  func aLineSays(_ counts: RowCounts, _ seconds: Double, _ part: Double?, _ wanted: String) {
    #expect(EachProgress.line(counts, .seconds(seconds), part: part) == wanted)
  }
}
