import DialHTTP
import DialPolicies
import Foundation
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// Several processes with one folder, and processes that are killed.
struct CacheProcessTests {
  private func scene() async throws -> (folder: TemporaryFolder, server: LoopbackServer) {
    let folder = try TemporaryFolder()
    try folder.write("s.yaml", "endpoints:\n  item: GET /items/{id} -> text\n")
    // Large enough that writing takes time.
    let server = try await LoopbackServer { request in
      let body = String(repeating: request.target + "\n", count: 40_000)
      return LoopbackResponse(headers: [("Content-Type", "text/plain"), ("Cache-Control", "max-age=3600")], body: Array(body.utf8))
    }
    return (folder, server)
  }

  private func entries(_ folder: TemporaryFolder) async -> [String] {
    let store = DiskCacheStore(folder.path + "/.cache/dial")
    return store.entries().map { entry in
      let path = entry.reply.url.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
      let body = DiskCacheStore.body(of: entry)
      return String(decoding: body, as: UTF8.self) == String(repeating: path + "\n", count: 40_000) ? "\(path) whole" : "\(path) broken"
    }
    .sorted()
  }

  /// Starts a call in its own process without waiting, because the server needs the thread.
  private func begin(_ words: String, _ folder: TemporaryFolder) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: try Program.products() + "/dial")
    process.arguments = ["call", "s.yaml", "item"] + words.split(separator: " ").map(String.init)
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ["HOME": folder.path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private func end(_ process: Process) async throws -> Int32 {
    while process.isRunning { try await Task.sleep(for: .milliseconds(20)) }
    return process.terminationStatus
  }

  @Test func processesShareAFolder() async throws {
    let (folder, server) = try await scene()
    var running: [Process] = []
    for number in 0..<8 { running.append(try begin("id=\(number % 2 + 1) --base \(server.base) --cache reload", folder)) }
    for process in running { #expect(try await end(process) == 0) }
    #expect(await entries(folder) == ["/items/1 whole", "/items/2 whole"])
    await server.stop()
    #expect(try await end(begin("id=1 --base \(server.base) --cache only-cache", folder)) == 0)
    #expect(try await end(begin("id=3 --base \(server.base) --cache only-cache", folder)) == 9)
    folder.remove()
  }

  /// Files are complete whenever a process ends.
  @Test func aKillLeavesNoHalfResponse() async throws {
    let (folder, server) = try await scene()
    for pause in stride(from: 20, through: 300, by: 35) {
      let process = try begin("id=1 --base \(server.base) --cache reload", folder)
      try await Task.sleep(for: .milliseconds(pause))
      kill(process.processIdentifier, SIGKILL)
      _ = try await end(process)
      let left = await entries(folder)
      #expect(left.isEmpty || left == ["/items/1 whole"])
    }
    #expect(try await end(begin("id=1 --base \(server.base) --cache standard", folder)) == 0)
    #expect(await entries(folder) == ["/items/1 whole"])
    await server.stop()
    folder.remove()
  }
}
