import DialBuild
import DialEngine
import DialHTTP
import DialMessage
import DialModel
import DialPolicies
import DialStreams
import Foundation
import SocketTestSupport

/// The server of the steps.
enum SoakServer {
  /// Prints its port, and ends with its standard input.
  static func run() async throws {
    let (again, once) = (SoakFaults(), SoakFaults())
    let echo: LoopbackServer.SocketHandler = { _, message in LoopbackMessages(message.map { [$0] } ?? []) }
    let server = try await LoopbackServer(sockets: echo) { request in
      let parts = request.target.split(separator: "/")
      let number = parts.last.flatMap { Int($0) } ?? 0
      switch parts.first {
      case "events": return events(number)
      case "file": return file(number)
      case "again": return again.answer(number)
      case "once": return once.answer(number)
      case "told": return (parts.last == "once" ? once : again).told
      default: return LoopbackResponse(status: 404)
      }
    }
    print(server.port)
    fflush(nil)
    while readLine() != nil {}
    await server.stop()
  }

  private static func events(_ count: Int) -> LoopbackResponse {
    let pieces = SoakPieces(size: 4093) { number in
      number < count ? Array("id: \(number)\ndata: {\"n\": \(number), \"text\": \"käse \(number)\"}\n\n".utf8) : nil
    }
    return LoopbackResponse(headers: [("Content-Type", "text/event-stream")], stream: ResponseBody(pieces))
  }

  private static func file(_ megabytes: Int) -> LoopbackResponse {
    let pieces = SoakPieces(size: 1 << 20) { $0 < megabytes ? megabyte($0) : nil }
    return LoopbackResponse(
      headers: [("Content-Type", "application/octet-stream"), ("Content-Length", "\(megabytes << 20)")], stream: ResponseBody(pieces))
  }

  /// A different one for each number.
  static func megabyte(_ number: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 1 << 20)
    for (index, byte) in "\(number)".utf8.enumerated() { bytes[index] = byte }
    for index in stride(from: 4096, to: 1 << 20, by: 4096) { bytes[index] = UInt8(truncatingIfNeeded: index >> 12) }
    return bytes
  }
}
