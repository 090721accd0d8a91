import Dial
import DialEngine
import DialMessage
import HTTPTypes
import Testing

/// Headers in both directions, and cookies, which are not stored.
struct HeaderTests {
  @Test func declaredHeaders() async throws {
    let client = try await Service.client()
    let headers = try await client.headers(trace: "a;b=\"c\"", list: ["a", "b,c"])
    #expect(headers[member: "X-Trace"] == "a;b=\"c\"")
    #expect(headers[member: "X-List"] == "a, \"b,c\"")
    #expect(try await client.headers().names == ["Accept-Encoding", "Host", "User-Agent"])
  }

  @Test func headersOfACall() async throws {
    let headers = try await Service.client().call("headers", ["trace": "spec"], .init(headers: ["x-trace": "call", "Accept": "a/b"])).value
    #expect(headers[member: "X-Trace"] == "call", "compared without regard to case, and the call wins")
    #expect(headers.Accept == "a/b")
  }

  @Test(arguments: ["a\r\nX-Evil: 1", "a\u{0}", "é", "a\u{7F}"])
  func whatAHeaderCannotHoldIsRefused(_ text: String) async throws {
    let error = try await failure { try await Service.client().headers(trace: text) }
    #expect(error.code == .arguments)
    #expect(error.request == nil)
  }

  @Test func headersOfAResponse() async throws {
    let reply = try await Service.client().call("answerHeaders", ["X-One": "1", "X-Two": ["a", "b"]])
    #expect(reply.headers["x-one"] == "1")
    #expect(reply.headers["X-TWO"] == "a, b")
    #expect(reply.value[member: "x-two"] == ["a", "b"])
    #expect(reply.headers[.contentType] == "application/json")
  }

  @Test func cookiesAreSentWhereTheyAreGiven() async throws {
    let client = try await Service.client()
    #expect(try await client.cookies(session: "abc").cookies == ["session": "abc"])
    #expect(try await client.cookies().cookies == [:])
  }

  @Test func cookiesOfAResponseAreNotKept() async throws {
    let client = try await Service.client()
    let followed = try await client.setCookie(name: "session", value: "abc")
    #expect(followed.cookies == [:], "not even by the redirect that follows")
    #expect(try await client.cookies().cookies == [:])
  }
}
