import CBench
import Dial

/// A call without hooks, by a client with observers, codecs and middlewares for other calls, compared with a client without any. There is
/// no network, so that their cost is visible.
struct HookSuite {
  private struct Canned: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      Response(status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array(#"{"id":7}"#.utf8)))
    }
  }

  private struct Nothing: Codec {}

  private let table: Table
  private static let calls = 20_000
  private static let spec = """
    service: users
    base: https://api.example.com
    endpoints:
      getUser: GET /users/{id} (id Int)
      other: {GET: /other, use: [mark]}
    """

  init(_ table: Table) {
    self.table = table
  }

  func run() async throws {
    guard table.wants("call", "hooks of others") else { return }
    let spec = try Spec.load(yaml: Self.spec)
    let (hooked, plain) = (Client(spec, transport: Canned()), Client(spec, transport: Canned()))
    hooked.use("mark") { request, next in try await next(request) }
    hooked.codecs["application/x-other"] = Nothing()
    var (ours, theirs) = (0, 0)
    let rounds = try await Rounds {
      try await Self.seconds(hooked, &ours)
    } _: {
      try await Self.seconds(plain, &theirs)
    }
    let notes = Table.Notes(ours: Self.note(ours), theirs: Self.note(theirs))
    table.row("call", "hooks of others", against: "Dial without hooks", rounds, notes)
  }

  /// Returns the seconds of one call, and counts its allocations.
  private static func seconds(_ client: Client, _ allocations: inout Int) async throws -> Double {
    let clock = ContinuousClock()
    let (start, before) = (clock.now, cbench_allocations())
    for _ in 0..<calls { use(try await client.call("getUser", ["id": 7])) }
    allocations = Int(cbench_allocations() - before) / calls
    return (clock.now - start) / .seconds(calls)
  }

  private static func note(_ allocations: Int) -> String { allocations == 0 ? "" : ", \(allocations) mallocs" }
}
