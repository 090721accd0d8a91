import Dial
import DialEngine
import DialMessage
import DialModel
import HTTPTypes
import Testing

/// Credentials are sent to the right place, and never shown.
struct CredentialTests {
  @Test func basic() async throws {
    let client = try await Service.client(["USER": "ann", "PASSWORD": "p:ä 1"])
    let (authenticated, user): (Bool, String) = try await client.basic.login(user: "ann", password: "p:ä 1")
    #expect(authenticated && user == "ann")
    let error = try await failure { try await client.basic.login(user: "ann", password: "other") }
    #expect(error.status == .unauthorized)
    #expect(error.headers?["www-authenticate"] == "Basic realm=\"Fake Realm\"")
  }

  @Test func bearer() async throws {
    let reply = try await Service.client(["TOKEN": "t-1"]).call("bearer.login")
    #expect(try reply.tuple(Bool.self, String.self) == (true, "t-1"))
    let error = try await failure {
      try await Service.client(["TOKEN": "t-1"]).call("bearer.login", [:], .init(headers: ["Authorization": "x"]))
    }
    #expect(error.status == .unauthorized, "what the call says wins")
  }

  @Test func keys() async throws {
    let client = try await Service.client(["KEY": "k&1"])
    #expect(try await client.header.headers()[member: "X-Api-Key"] == "k&1")
    #expect(try await client.query.get(a: 1).args == ["a": "1", "api_key": "k&1"])
  }

  @Test func withoutAValueNothingIsSent() async throws {
    let error = try await failure { try await Service.client().bearer.login() }
    #expect(error.code == .variable)
    #expect(error.message == "the variable 'TOKEN' has no value")
    #expect(error.attempts == 0)
  }

  @Test func noErrorShowsCredentials() async throws {
    let client = try await Service.client(["KEY": "hunter22"])
    let error = try await failure { try await client.call("query.get", [:], .init(accept: .codes(404))) }
    #expect(error.status == .ok)
    let shown = "\(error) \(String(describing: error.request)) \(String(decoding: error.body ?? [], as: UTF8.self))"
    #expect(!shown.contains("hunter22"))
    #expect(shown.contains("api_key=‹redacted›"))
  }
}
