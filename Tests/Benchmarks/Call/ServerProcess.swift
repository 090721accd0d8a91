import Foundation

/// This program as a ``BenchServer``.
final class ServerProcess {
  private let process = Process()
  private let input = Pipe()
  let port: Int

  /// Starts a server, or uses the one at `port`, because some profilers do not let a program start others.
  init(port given: Int? = nil) throws {
    if let given {
      port = given
      return
    }
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["serve"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(said.dropLast()) else { throw PeerError(description: "the server said '\(said)' in place of its port") }
    self.port = port
  }

  deinit { if process.isRunning { process.terminate() } }
}
