import Dial
import DialEngine
import DialMessage
import Testing

/// A redirect to another origin, here another port, carries no credentials.
struct OtherOriginTests {
  /// Headers of any call, without credentials and Host.
  private static let harmless = ["Accept", "Accept-Encoding", "Host", "User-Agent"]

  private static let variables: Variables = ["USER": "ann", "PASSWORD": "hunter22", "TOKEN": "token-1234", "KEY": "key-5678"]

  @Test(arguments: ["basic", "bearer", "header", "query"])
  func noCredentialArrives(_ group: String) async throws {
    let client = try await Service.client(Self.variables), target = try await Service.other("/anything")
    let reply = try await client.call("\(group).redirectTo", ["url": target])
    #expect(reply.url == target)
    #expect(reply.value.url.asString == target)
    #expect(reply.value.headers.names == Self.harmless)
    #expect(reply.value.args == [:])
  }

  @Test func noCookieOrSecretHeaderArrives() async throws {
    let client = try await Service.client(Self.variables), target = try await Service.other("/anything")
    let headers = KeyValuePairs(dictionaryLiteral: ("X-Trace", "1"), ("Cookie", "a=b"), ("Accept", "a/b"), ("Accept-Language", "de"))
    let value = try await client.call("bearer.redirectTo", ["url": target, "session": "abc"], .init(headers: headers)).value
    #expect(value.headers.names == ["Accept", "Accept-Encoding", "Accept-Language", "Host", "User-Agent"])
  }

  @Test func credentialsDoNotComeBackAfterTheRedirect() async throws {
    let client = try await Service.client(Self.variables), home = try await HTTPBin.shared.base
    let target = try await Service.other("/redirect-to?url=\(home)/anything")
    let value = try await client.bearer.redirectTo(url: target)
    #expect(value.url.asString == home + "/anything")
    #expect(value.headers.names == Self.harmless)
  }

  @Test(arguments: [307, 308]) func theBodyIsSentAlong(_ status: Int) async throws {
    let target = try await Service.other("/anything")
    let value = try await Service.client(Self.variables).bearer.hand(url: target, status: status, text: "kept")
    #expect(value.method == "POST")
    #expect(value.data == #"{"text":"kept"}"#)
    #expect(value.headers.names == ["Accept", "Accept-Encoding", "Content-Length", "Content-Type", "Host", "User-Agent"])
  }

  @Test func aSecretInBodyOrAddressIsNotHandedOver() async throws {
    let client = try await Service.client(Self.variables)
    let body = try await failure {
      try await client.bearer.hand(url: try await Service.other("/anything"), status: 307, text: "token-1234")
    }
    #expect(body.code == .redirect)
    #expect(body.message.contains("would send a secret to 127.0.0.1"))
    let address = try await failure { try await client.query.redirectTo(url: try await Service.other("/anything?api_key=key-5678")) }
    #expect(address.code == .redirect)
    for error in [body, address] {
      #expect(!"\(error) \(String(describing: error.request))".contains("key-5678"))
      #expect(!"\(error) \(String(describing: error.request))".contains("token-1234"))
    }
  }
}
