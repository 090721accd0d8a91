import Dial
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Middlewares: around a call, or instead of a policy with their name.
struct CallPolicyTests {
  /// Redirects `/away` to `/there`, and responds to other requests.
  private struct Server: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      let isAway = request.url.hasSuffix("/away")
      return Response(
        status: isAway ? .found : .ok, headers: isAway ? [.location: "/there"] : [:], url: request.url, body: ResponseBody(Array("{}".utf8))
      )
    }
  }

  private static func trail(_ endpoint: String) async throws -> [String] {
    let spec = try Spec.load(
      yaml: """
        base: https://api.test
        accept: any
        endpoints:
          away: GET /away
          named: {GET: /away, use: [limit]}
        """)
    let client = Client(spec, transport: Server())
    let trail = Mutex<[String]>([])
    for name in ["own", "redirects", "limit", "retry", "redirects"] {
      client.use(name) { request, next in
        trail.withLock { $0.append(name) }
        return try await next(request)
      }
    }
    let reply = try await client.call(endpoint)
    return trail.withLock { $0 } + ["\(reply.status.code)"]
  }

  @Test func aMiddlewareOfAPolicysNameStandsInItsPlace() async throws {
    #expect(try await Self.trail("away") == ["own", "retry", "redirects", "redirects", "302"])
  }

  @Test func aNameThatTheSpecMentionsIsAMiddlewareLikeAnyOther() async throws {
    #expect(try await Self.trail("named") == ["own", "limit", "retry", "redirects", "redirects", "302"])
  }
}
