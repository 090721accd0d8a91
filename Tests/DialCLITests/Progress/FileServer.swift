import DialHTTP
import Foundation
import Synchronization

/// A server of one file that supports ranges; transfers break off or stop on demand.
final class FileServer: Sendable {
  /// How the transfer of the whole file proceeds.
  enum Way: Sendable {
    case through
    case cut(at: Int)
    case stuck(at: Int)
  }

  let file: [UInt8]
  private let server: LoopbackServer
  private let log: Log

  private final class Log: Sendable {
    let requests = Mutex<[String]>([])
  }

  init(size: Int, _ way: Way, headers: [(String, String)] = []) async throws {
    let file = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ 7) }
    let log = Log()
    (self.file, self.log) = (file, log)
    server = try await LoopbackServer { request in
      let range = request.header("range")
      log.requests.withLock { $0.append("\(request.method) \(request.target)" + (range.map { " " + $0 } ?? "")) }
      return Self.answer(file, way, range, [("ETag", "\"v1\""), ("Content-Type", "application/octet-stream")] + headers)
    }
  }

  var base: String { server.base }
  var requests: [String] { log.requests.withLock { $0 } }

  func stop() async { await server.stop() }

  private static func answer(_ file: [UInt8], _ way: Way, _ range: String?, _ headers: [(String, String)]) -> LoopbackResponse {
    if let start = range.flatMap({ Int($0.dropFirst("bytes=".count).dropLast()) }) {
      let place = ("Content-Range", "bytes \(start)-\(file.count - 1)/\(file.count)")
      return LoopbackResponse(status: 206, headers: headers + [place], body: Array(file[start...]))
    }
    let headers = headers + [("Content-Length", "\(file.count)"), ("Connection", "close")]
    let chunks: [LoopbackResponse.Chunk] =
      switch way {
      case .through: [.init(file)]
      case .cut(let place): [.init(Array(file[..<place]))]
      case .stuck(let place): [.init(Array(file[..<place])), .init(Array(file[place...]), after: .seconds(60))]
      }
    return LoopbackResponse(headers: headers, chunks: chunks)
  }
}
