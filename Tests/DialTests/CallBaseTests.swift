import Dial
import DialTesting
import Testing

/// `CallOptions.base`: one call goes elsewhere.
@Suite struct CallBaseTests {
  private static let yaml = """
    base: https://api.test/v1
    auth: bearer ${K}
    endpoints: {e: GET /a, far: GET https://api.test/far, near: GET https://other.test/near}
    """

  private func prepared(_ endpoint: String, _ base: String?, client: String? = nil) throws(CallError) -> Draft {
    guard let spec = try? Spec.load(yaml: Self.yaml) else { throw CallError(.io, "the spec of the test is wrong") }
    return try Client.mockedBase(spec, client).prepare(endpoint, [:], CallOptions(base: base))
  }

  @Test func `a base that is none, or that lowers https, is refused`() async {
    let fault = await failure { () throws(CallError) in _ = try prepared("e", "api.test") }
    #expect(fault.code == .arguments)
    #expect(fault.message == "the given base must start with https:// or http://")
    let lowered = await failure { () throws(CallError) in _ = try prepared("e", "http://other.test") }
    #expect(lowered.message == "the base of the spec uses https, so 'other.test' must use https too; http is allowed only for localhost")
  }

  @Test func `it wins over the client's and the spec's, for this call only`() throws {
    #expect(try prepared("e", "https://other.test/v2").url == "https://other.test/v2/a")
    #expect(try prepared("e", "https://other.test/v2", client: "https://client.test").url == "https://other.test/v2/a")
    #expect(try prepared("e", nil, client: "https://client.test").url == "https://client.test/a")
    let client = Client.mockedBase(try Spec.load(yaml: Self.yaml), nil)
    #expect(try client.prepare("e", [:], CallOptions(base: "http://127.0.0.1:8080")).url == "http://127.0.0.1:8080/a")
    #expect(try client.prepare("e").url == "https://api.test/v1/a")
  }

  @Test func `credentials belong to the base of the call`() throws {
    #expect(try prepared("e", "https://other.test").headers[.authorization] == "Bearer sekret")
    #expect(try prepared("near", "https://other.test").headers[.authorization] == "Bearer sekret")
    #expect(try prepared("far", "https://other.test").headers[.authorization] == nil)
    #expect(try prepared("far", nil).headers[.authorization] == "Bearer sekret")
  }
}

extension Client {
  fileprivate static func mockedBase(_ spec: Spec, _ base: String?) -> Client { mocked(spec, variables: ["K": "sekret"], base: base) }
}
