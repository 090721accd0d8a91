import Dial
import DialBuild
import DialEngine
import DialMessage
import HTTPTypes
import Testing

@testable import DialHTTP
@testable import DialTesting

/// The hosts of a mock server, and the targets of its responses.
@Suite struct MockHostTests {
  private static let yaml = """
    base: http://api.test/v1
    endpoints:
      user: {GET: "/users/{id} (id Int)", mock: {json: 1}}
      start:
        POST: /jobs
        mock:
          - {status: 202, headers: {Location: /jobs/7}}
          - {status: 202, headers: {Location: "http://api.test/v1/jobs/8?x=1", Link: '<http://api.test/v1/jobs?page=2>; rel=next'}}
          - {status: 202, headers: {Operation-Location: "http://api.test/jobs/9"}}
          - {status: 202, headers: {Location: /v1/jobs/7}}
          - {status: 202, headers: {Location: "http://other.test/jobs/7", Content-Location: //api.test/jobs/7, X-Address: /jobs/7}}
          - {status: 202, headers: {Location: /elsewhere}}
      job: {GET: "/jobs/{id} (id Int)", mock: {json: 2}}
      away: {GET: "http://files.test/away/{id}", mock: {json: 3}}
      any: {GET: "http://{host}/any", mock: {json: 4}}
      twinA: {GET: "/twin (a?)"}
      twinB: {GET: "/twin (b?)", mock: {json: 5}}
      twinC: {GET: "/twin (c)", mock: {json: 6}}
    """

  private struct Upstream: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      Response(
        status: .ok, headers: [HTTPField.Name("Operation-Location")!: "http://api.test/v1/jobs/1"], url: request.url,
        body: ResponseBody(Array(request.url.utf8)))
    }
  }

  private func answers(isUpstream: Bool = false) throws -> MockAnswers {
    let spec = try Spec.load(yaml: Self.yaml)
    let scope = VariableScope(spec, [:])
    let upstream = isUpstream ? MockUpstream(base: "http://api.test/v1", transport: Upstream(), service: spec.service) : nil
    return MockAnswers(
      router: MockRouter(spec), secrets: MockSecrets(spec.service, scope), transport: upstream ?? MockTransport(spec), upstream: upstream,
      service: scope.base(), log: nil, wording: \.hint)
  }

  private func text(_ response: LoopbackResponse) -> String {
    if case .whole(let bytes) = response.body { String(decoding: bytes, as: UTF8.self) } else { "" }
  }

  @Test(arguments: [
    ("http://evil.test/v1/users/7", "this server does not serve 'evil.test' and is not a proxy"),
    ("http://api.test.evil.test/v1/users/7", "this server does not serve 'api.test.evil.test' and is not a proxy"),
    ("http://api.test@evil.test/v1/users/7", "this server does not serve 'evil.test' and is not a proxy"),
    ("http:///v1/users/7", "this server does not serve '' and is not a proxy"),
  ])
  func aTargetOfAnotherServer(_ target: String, _ message: String) async throws {
    for isUpstream in [false, true] {
      let request = LoopbackRequest(method: "GET", target: target, headers: [("Host", "127.0.0.1:8080")])
      let answer = try await answers(isUpstream: isUpstream).answer(request)
      #expect(answer.response.status == 421)
      #expect(text(answer.response) == #"{"error":"misdirected","message":"\#(message)"}"#)
    }
  }

  @Test(arguments: [["evil.test"], ["evil.test:8080"], ["127.0.0.1.evil.test"], [""], ["localhost", "evil.test"], ["api.test"]])
  func aHostThatIsNotThisServerIsNotSentOn(_ hosts: [String]) async throws {
    let request = LoopbackRequest(method: "GET", target: "/v1/users/7", headers: hosts.map { ("host", $0) })
    let answer = try await answers(isUpstream: true).answer(request)
    #expect(answer.response.status == 421)
    let host = hosts.first { $0 != "localhost" } ?? ""
    #expect(
      text(answer.response) == #"{"error":"misdirected","message":"the Host '\#(host)' is not this server; use 127.0.0.1 or localhost"}"#)
  }

  @Test(arguments: [
    ("/v1/users/7", ["127.0.0.1:80"], "http://api.test/v1/users/7"), ("/v1/users/7", ["LOCALHOST"], "http://api.test/v1/users/7"),
    ("/v1/users/7", ["[::1]:80"], "http://api.test/v1/users/7"), ("/v1/users/7", [], "http://api.test/v1/users/7"),
    ("http://api.test/v1/users/7", ["api.test"], "http://api.test/v1/users/7"),
    ("http://localhost:80/v1/users/7", [], "http://api.test/v1/users/7"),
    // a target with its own host
    ("/away/7?a=b", ["127.0.0.1"], "http://files.test/away/7?a=b"), ("http://files.test/away/7", [], "http://files.test/away/7"),
  ])
  func aRequestIsForwarded(_ target: String, _ hosts: [String], _ url: String) async throws {
    let request = LoopbackRequest(method: "GET", target: target, headers: hosts.map { ("Host", $0) })
    let answer = try await answers(isUpstream: true).answer(request)
    #expect(answer.response.status == 200 && text(answer.response) == url)
    let address = answer.response.headers.first { $0.0 == "Operation-Location" }?.1
    #expect(address == "http://\(hosts.first ?? "127.0.0.1")/v1/jobs/1")
  }

  @Test func aHostThatOnlyACallKnowsIsNotGuessed() async throws {
    let answer = try await answers(isUpstream: true).answer(LoopbackRequest(method: "GET", target: "/any"))
    #expect(answer.response.status == 501)
    #expect(
      text(answer.response)
        == #"{"error":"no_host","message":"cannot forward the request, because the host of 'any' is known only in a call"}"#)
    #expect(try await answers().answer(LoopbackRequest(method: "GET", target: "/any")).response.status == 200)
  }

  @Test func theAddressOfAJobLeadsToItsEndpoint() async throws {
    let answers = try answers()
    let request = LoopbackRequest(method: "POST", target: "/v1/jobs", headers: [("Host", "127.0.0.1:9")])
    var told: [String] = []
    for _ in 0..<6 {
      let response = await answers.answer(request).response
      told.append(response.headers.filter { $0.0 != "Content-Type" }.map { "\($0.0): \($0.1)" }.sorted().joined(separator: ", "))
    }
    #expect(
      told == [
        "Location: /v1/jobs/7",
        "Link: <http://127.0.0.1:9/v1/jobs?page=2>; rel=next, Location: http://127.0.0.1:9/v1/jobs/8?x=1",
        "Operation-Location: /v1/jobs/9", "Location: /v1/jobs/7",
        "Content-Location: //api.test/jobs/7, Location: http://other.test/jobs/7, X-Address: /jobs/7", "Location: /elsewhere",
      ])
  }

  @Test(arguments: [("/v1/twin", "5"), ("/v1/twin?a=1", "5"), ("/v1/twin?c=1", "5")])
  func ofEqualEndpointsTheOneWithAMockResponds(_ target: String, _ body: String) async throws {
    let response = try await answers().answer(LoopbackRequest(method: "GET", target: target)).response
    #expect(response.status == 200 && text(response) == body)
  }
}
