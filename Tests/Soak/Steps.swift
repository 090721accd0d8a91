import Dial
import Foundation

extension Soak.Step {
  /// Numbered events without gaps, cut anywhere.
  static let events = Soak.Step(name: "events") { client in
    let count = 100_000
    var next = 0
    for try await number in client.stream("events", ["count": count]) {
      try Soak.require(number.asInt == next, "\(number) came in place of \(next)")
      next += 1
    }
    try Soak.require(next == count, "\(next) of \(count) events came")
    return "\(count) events in order"
  }

  /// A file whose bytes encode their offset.
  static let download = Soak.Step(name: "download") { client in
    let megabytes = 1024
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dial-soak-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("file").path
    let file = try await client.download("file", ["megabytes": megabytes], to: path)
    try Soak.require(file.size == Int64(megabytes) << 20, "\(file.size) bytes came")
    guard let handle = FileHandle(forReadingAtPath: path) else { throw Soak.Failure(description: "there is no file") }
    for number in 0..<megabytes {
      let bytes = try handle.read(upToCount: 1 << 20)
      try Soak.require(bytes.map { [UInt8]($0) } == SoakServer.megabyte(number), "megabyte \(number) is another one")
    }
    return "\(megabytes) MB, each byte the right one"
  }

  /// Concurrent messages in both directions; each is returned.
  static let socket = Soak.Step(name: "socket") { client in
    let count = 10_000
    let socket = try await client.connect("live")
    async let sent: Void = {
      for number in 0..<count { try await socket.send("\(number) " + String(repeating: "x", count: number % 2000)) }
    }()
    var next = 0
    for try await message in socket {
      let text = message.asText ?? ""
      try Soak.require(
        text.hasPrefix("\(next) ") && text.utf8.count == "\(next) ".utf8.count + next % 2000, "message \(next) is another one")
      next += 1
      if next == count { break }
    }
    try await sent
    try await socket.close()
    try Soak.require(next == count, "\(next) of \(count) messages came")
    return "\(count) messages there and back"
  }
}
