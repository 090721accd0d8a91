import Foundation

/// This program as a ``SoakServer``, whose memory is separate from that of the client.
final class ServerProcess {
  private let process = Process()
  private let input = Pipe()
  let port: Int

  init() throws {
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
    process.arguments = ["serve"]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let said = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    guard let port = Int(said.dropLast()) else { throw Soak.Failure(description: "the server said '\(said)' in place of its port") }
    self.port = port
  }

  deinit { process.terminate() }
}
