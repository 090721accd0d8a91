import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1
import Synchronization

/// A call for each row of a file, 64 at once, with AsyncHTTPClient and JSONSerialization: a peer of `dial each` in Tests/Rows/speed.py.
enum EachByHand {
  /// What the tasks share: the next row, and the lines of the results.
  private final class Work: Sendable {
    let next = Atomic(0)
    let written = Mutex(Data())
  }

  static func run(_ path: String, base: String, out: String) async throws {
    let rows = try Data(contentsOf: URL(filePath: path)).split(separator: 0x0A)
    var configuration = HTTPClient.Configuration()
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    let http = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    let work = Work()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          while true {
            let index = work.next.add(1, ordering: .relaxed).oldValue
            guard index < rows.count else { return }
            let line = try await call(http, base, rows[index])
            work.written.withLock { $0 += line }
          }
        }
      }
      try await group.waitForAll()
    }
    try work.written.withLock { try $0.write(to: URL(filePath: out)) }
    try await http.shutdown()
  }

  private static func call(_ http: HTTPClient, _ base: String, _ row: Data) async throws -> Data {
    guard let row = try JSONSerialization.jsonObject(with: row) as? [String: Any], let id = row["id"] as? Int else {
      throw PeerError(description: "a row has no id")
    }
    let response = try await http.execute(HTTPClientRequest(url: "\(base)/users/\(id)"), timeout: .seconds(60))
    let body = try await response.body.collect(upTo: 1 << 20)
    guard response.status == .ok, let user = try JSONSerialization.jsonObject(with: Data(body.readableBytesView)) as? [String: Any],
      let number = user["id"], let name = user["name"]
    else {
      throw PeerError(description: "the response has no id and name")
    }
    return try JSONSerialization.data(withJSONObject: [number, name]) + [0x0A]
  }
}
