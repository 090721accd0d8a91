import Dial
import DialEngine
import DialMessage
import HTTPTypes
import Testing

/// Redirects within one origin.
struct RedirectTests {
  @Test(arguments: ["redirect", "absolute"]) func chains(_ endpoint: String) async throws {
    let client = try await Service.client(), home = try await HTTPBin.shared.base
    for hops in [1, 3, 10] {
      #expect(try await client.call(endpoint, ["n": hops]).url == home + "/get")
    }
    let error = try await failure { try await client.call(endpoint, ["n": 11]) }
    #expect(error.code == .redirect)
    #expect(error.message.hasPrefix("more than 10 redirects: \(home)/"))
  }

  @Test func theSpecSetsTheLimit() async throws {
    let client = try await Service.client(), home = try await HTTPBin.shared.base
    #expect(try await client.call("few", ["n": 2]).status == .ok)
    let error = try await failure { try await client.call("few", ["n": 3]) }
    #expect(error.code == .redirect)
    let hops = ["/relative-redirect/3", "/relative-redirect/2", "/relative-redirect/1", "/get"]
    #expect(error.message == "more than 2 redirects: " + hops.map { home + $0 }.joined(separator: " -> "))
  }

  @Test func aRedirectAsTheResponse() async throws {
    let reply = try await Service.client().call("unfollowed", ["n": 3])
    #expect(reply.status == .found)
    #expect(reply.value.location == "/relative-redirect/2")
  }

  @Test(arguments: [
    (301, "GET", ""), (302, "GET", ""), (303, "GET", ""), (307, "POST", #"{"text":"kept"}"#), (308, "POST", #"{"text":"kept"}"#),
  ])
  func methodAndBody(_ status: Int, _ method: String, _ body: String) async throws {
    let value = try await Service.client().postRedirect(url: "/anything", status: status, text: "kept")
    #expect(value.method.asString == method)
    #expect(value.data.asString == body)
    #expect(value.headers[member: "Content-Type"].asString == (body.isEmpty ? nil : "application/json"))
  }

  @Test func addressesOfAllKinds() async throws {
    let client = try await Service.client(), home = try await HTTPBin.shared.base
    for (target, url) in [
      ("/anything/a", "/anything/a"), ("anything/b", "/anything/b"), ("./c/../anything/d", "/anything/d"),
      ("?url=/anything/e", "/anything/e"), ("\(home)/anything/f#part", "/anything/f"),
      ("//\(home.dropFirst(7))/anything/g", "/anything/g"), ("/anything/h%2Fi?q=%C3%A9", "/anything/h%2Fi?q=%C3%A9"),
    ] {
      #expect(try await client.call("redirectTo", ["url": target]).url == home + url, "\(target)")
    }
  }

  @Test(arguments: ["ftp://127.0.0.1/", "file:///etc/passwd", "data:text/plain,x", "gopher:x"])
  func whatIsNotFollowed(_ target: String) async throws {
    let error = try await failure { try await Service.client().redirectTo(url: target) }
    #expect(error.code == .redirect)
  }

  @Test func theSameOriginKeepsCredentials() async throws {
    let value = try await Service.client(["TOKEN": "t-1"]).bearer.redirectTo(url: "/anything", session: "abc")
    #expect(value.headers.Authorization == "Bearer t-1")
    #expect(value.headers.Cookie == "session=abc")
  }
}
