import CallTestSupport
import Dial
import DialJSON
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// Pages of another origin (row 71 of Tests/Faults).
struct StrangePageTests {
  @Test func aPageOfAnotherOriginIsRequestedWithoutCredentials() async throws {
    let spec = try Spec.load(
      yaml: """
        base: http://api.test
        headers: {X-Tenant: t}
        auth: {bearer: session}
        endpoints:
          e: {GET: /a @ i, paginate: {next: n}}
        """, trust: .folder)
    // A redirect leads away; the page that it returns leads back, and so does the next one.
    let transport = Scripted([
      "301 [Location: https://other.test/a]", "{\"i\": [1], \"n\": \"http://api.test/b?do=it\"}", "{\"i\": [2], \"n\": \"/c\"}",
      "{\"i\": [3]}",
    ])
    let client = Client(spec, transport: transport)
    try await client.tokens.set(Token("s3cret"), for: TokenKey(label: "session", origin: "http://api.test"))
    var items: [Int?] = []
    for try await item in client.items("e") { items.append(item.asInt) }
    #expect(items == [1, 2, 3])
    #expect(
      transport.asked == [
        "GET http://api.test/a | X-Tenant: t | Authorization: Bearer s3cret", "GET https://other.test/a", "GET http://api.test/b?do=it",
        "GET http://api.test/c",
      ])
  }
}
