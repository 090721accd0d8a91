import Dial
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The proof of a server in Authentication-Info that it knows the password (RFC 7616 section 3.5).
struct DigestProofTests {
  /// Challenges the first request, and responds to the next one with `info`, in which `PROOF` is the right proof.
  private final class Server: Transport {
    let info: String
    let body: String
    let asked = Mutex<[String]>([])

    init(_ info: String, body: String = "{}") { (self.info, self.body) = (info, body) }

    func send(_ request: PreparedRequest) async throws -> Response {
      let given = request.headers[.authorization] ?? ""
      asked.withLock { $0.append(given.isEmpty ? "-" : "answer") }
      guard let items = Challenge.list(given).first?.parameters else {
        return Response(
          status: .unauthorized, headers: [.wwwAuthenticate: "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256"],
          url: request.url)
      }
      let h = DigestAlgorithm.sha256.hash(_:) as (String) -> String
      let isWhole = info.contains("auth-int")
      let about = ":\(items["uri"] ?? "")" + (isWhole ? ":\(h(body))" : "")
      let proof = h(
        "\(h("ann:r:pass-word")):n:\(items["nc"] ?? ""):\(items["cnonce"] ?? ""):\(isWhole ? "auth-int" : "auth"):\(h(about))")
      var headers: HTTPFields = [.contentType: "application/json"]
      if !info.isEmpty { headers[.init("Authentication-Info")!] = info.replacing("PROOF", with: proof) }
      return Response(status: .ok, headers: headers, url: request.url, body: ResponseBody(Array(body.utf8)))
    }
  }

  private static func call(_ server: Server) async throws -> String {
    let spec = try Spec.load(yaml: "base: https://api.test\nauth: digest ${U} ${P}\nendpoints: {e: GET /a}")
    let client = Client(spec, variables: ["U": "ann", "P": "pass-word"], transport: server)
    do throws(CallError) {
      let reply = try await client.call("e", ["q": "a b"])
      return "\(reply.metrics.attempts): \(reply.value)"
    } catch {
      return "\(error.attempts): \(error.code): \(error.message)"
    }
  }

  private static let refused =
    "2: credentials: the server did not prove that it knows the password: 'rspauth' in Authentication-Info is wrong"

  @Test(arguments: [
    "rspauth=\"0123\", qop=auth, nc=00000001", "qop=auth, rspauth=\"\"", "rspauth=\"PROOF0\", qop=auth",
    "rspauth=\"00\", qop=auth-int",
  ])
  func aWrongProofIsNoResponse(info: String) async throws {
    #expect(try await Self.call(Server(info)) == Self.refused)
  }

  @Test func anotherBodyThanTheProofIsOfIsNoResponse() async throws {
    // The proof of an empty body.
    let server = Server("rspauth=\"PROOF\", qop=auth", body: "{\"a\":1}")
    #expect(try await Self.call(server) == "2: {\"a\":1}")
    let other = Server("rspauth=\"\(String(repeating: "a", count: 64))\", qop=auth-int", body: "{\"a\":1}")
    #expect(try await Self.call(other) == Self.refused)
  }

  @Test(arguments: [
    "", "qop=auth", "nextnonce=\"m\"", "rspauth=\"PROOF\", qop=auth", "rspauth=\"PROOF\", qop=\"AUTH\", nextnonce=\"m\"",
    "rspauth=\"PROOF\", qop=auth-int",
    // Servers older than RFC 2617 use another proof.
    "rspauth=\"0123\"", "rspauth=\"0123\", qop=other",
  ])
  func aRightProofAndNoneAreTaken(info: String) async throws {
    let server = Server(info)
    #expect(try await Self.call(server) == "2: {}")
    #expect(server.asked.withLock { $0 } == ["-", "answer"])
  }
}
