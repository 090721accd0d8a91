import Dial
import Foundation

struct CallWork {
  private let client: Client
  private static let spec = """
    service: users
    base: http://127.0.0.1
    endpoints:
      plain: GET /users/{id} (id Int)
      kept: {GET: "/kept/{id} (id Int)", cache: standard, retry: {max: 3}, limit: {rate: 1000000/s, concurrent: 64}}
    """

  init(_ base: String) throws {
    client = Client(try Spec.load(yaml: Self.spec, trust: .full), base: base)
    client.cache.store = MemoryCacheStore(limit: 2 << 20)
  }

  /// Makes calls in `width` tasks, each with its own number. Measures elapsed time.
  func sample(_ endpoint: String, _ count: Int, width: Int) async throws -> GrowthSample {
    let clock = ContinuousClock()
    let start = clock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for first in 0..<min(width, count) {
        group.addTask {
          for id in stride(from: first, to: count, by: width) {
            guard try await client.call(endpoint, ["id": id]).value.id.asInt == 7 else {
              throw PeerError(description: "call \(id) got another reply")
            }
          }
        }
      }
      try await group.waitForAll()
    }
    return GrowthSample(seconds: (clock.now - start) / .seconds(1), peak: PeakMemory.bytes)
  }
}
