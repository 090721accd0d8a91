import Dial
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Unused hooks are not created: a call without observers, middlewares and codecs is only the transport. Its cost is in the benchmark
/// `hooks`.
struct UnusedHooksTests {
  /// Reports whether a request has an observer.
  private final class Looking: Transport {
    private let seen = Mutex<[Bool]>([])
    var watched: [Bool] { seen.withLock { $0 } }

    func send(_ request: PreparedRequest) async throws -> Response {
      seen.withLock { $0.append(request.watch != nil) }
      return Response(status: .ok, url: request.url, body: ResponseBody(Array("{}".utf8)))
    }
  }

  private static let yaml = """
    base: https://api.test
    endpoints:
      plain: GET /plain
      used: {GET: /used, use: [mark]}
    """

  @Test func aCallIsWatchedOnlyWhereSomebodyListens() async throws {
    let transport = Looking()
    let client = Client(try Spec.load(yaml: Self.yaml), transport: transport)
    try await client.plain()
    client.on { _ in }
    try await client.plain()
    #expect(transport.watched == [false, true])
  }

  @Test func aMiddlewareRunsWhereItIsNamedOnly() async throws {
    let client = Client(try Spec.load(yaml: Self.yaml), transport: Looking())
    let runs = Mutex(0)
    client.use("mark") { request, next in
      runs.withLock { $0 += 1 }
      return try await next(request)
    }
    try await client.plain()
    #expect(runs.withLock { $0 } == 0)
    try await client.used()
    #expect(runs.withLock { $0 } == 1)
  }

  @Test func aCodecIsLookedForByTypeOnlyWhereOneIsRegistered() throws {
    let table = Codecs()
    let type = try #require(MediaType("application/vnd.a+json"))
    #expect(table.codec(for: type) == nil)
    struct Nothing: Codec {}
    table["+json"] = Nothing()
    #expect(table.codec(for: type)?.name == "+json")
    table["+json"] = nil
    #expect(table.codec(for: type) == nil)
  }
}
