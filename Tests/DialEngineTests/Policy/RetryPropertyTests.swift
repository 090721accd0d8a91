import CallTestSupport
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// For any server: never more requests than the policy allows, no pause beyond the total timeout or its maximum.
struct RetryPropertyTests {
  private static let answers = [
    "1", "503 {}", "429 {}", "!connect", "!timeout", "!tls", "404 {}", "[1✂", "503 [Retry-After: 7] {}", "500 {}",
  ]
  private static let methods = ["GET", "PUT", "POST", "DELETE", "PATCH"]

  @Test(arguments: 0..<300) func bounds(seed: Int) async throws {
    var chance = SeededGenerator(state: UInt64(seed))
    let maximum = Int.random(in: 0...4, using: &chance)
    let method = Self.methods.randomElement(using: &chance)!
    let isUnsafe = Bool.random(using: &chance)
    let script = (0..<6).map { _ in Self.answers.randomElement(using: &chance)! }
    let timeout = Duration.seconds([1, 10, 100].randomElement(using: &chance)!)
    let shares = Mutex(chance)
    let time = HurriedTime { shares.withLock { .random(in: 0...1, using: &$0) } }
    let (client, transport) = try Client.scripted(
      "{\(method): /x, retry: {max: \(maximum), backoff: 50ms..2s, unsafe: \(isUnsafe)}}", script, time: time.time)
    _ = try? await client.call("e", [:], CallOptions(timeout: timeout))
    let mayRepeat = isUnsafe || !["POST", "PATCH"].contains(method)
    #expect(transport.requests.count >= 1 && transport.requests.count <= 1 + (mayRepeat ? maximum : 0))
    #expect(time.waits.reduce(.zero, +) < timeout)
    #expect(time.waits.allSatisfy { $0 >= .zero && $0 <= .seconds(9) })
    #expect(time.waits.count == transport.requests.count - 1)
  }
}
