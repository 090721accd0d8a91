import CallTestSupport
import Dial
import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// The URL of the next page and that of a job get the items of `query` in the spec, as every request of the service does.
struct LinkedQueryTests {
  private static func client(_ more: String, _ endpoint: String, _ answers: [String]) throws -> (Client, Scripted) {
    let yaml = "base: https://api.test\n\(more)\nendpoints:\n  e: \(endpoint)\n"
    let transport = Scripted(answers)
    return (Client(try Spec.load(yaml: yaml), variables: ["KEY": "s3cret-1", "V": "1"], transport: transport), transport)
  }

  @Test(
    arguments: [
      ("query: {api-version: 2024-01-01}", "/x?skip=2", "https://api.test/x?skip=2&api-version=2024-01-01"),
      ("query: {api-version: 2024-01-01}", "/x", "https://api.test/x?api-version=2024-01-01"),
      ("query: {api-version: 2024-01-01}", "/x?", "https://api.test/x?api-version=2024-01-01"),
      ("query: {api-version: 2024-01-01}", "/x?api-version=other&a", "https://api.test/x?api-version=other&a"),
      ("query: {api-version: 2024-01-01}", "/x?api%2Dversion=other", "https://api.test/x?api%2Dversion=other"),
      ("query: {a: 1, b: '${V}', c: '${KEY}'}\nauth: bearer ${KEY}", "/x?b=2", "https://api.test/x?b=2&a=1&c=s3cret-1"),
      ("query: {a: '1 &2'}\nauth: query key ${KEY}", "/x", "https://api.test/x?a=1%20%262&key=s3cret-1"),
      ("query: {a: 1}\nredirects: {trust: [other.test]}", "https://other.test/x", "https://other.test/x"),
      ("query: {n: '{n}', a: 1}", "/x", "https://api.test/x?a=1"),
    ])
  func missingItemsAreAdded(more: String, link: String, expected: String) async throws {
    let (client, transport) = try Self.client(
      more, "{GET: /x @ i, paginate: {next: n}}", [#"{"i": [1], "n": "\#(link)"}"#, #"{"i": [2]}"#])
    for try await _ in client.items("e", more.contains("{n}") ? ["n": 3] : [:]) {}
    #expect(transport.requests.last?.url == expected)
  }

  /// Credentials that an argument replaces are those of all pages.
  @Test(arguments: ["${KEY}", "${GONE}"]) func anArgumentIsTheCredentials(variable: String) async throws {
    let (client, transport) = try Self.client(
      "auth: query key \(variable)", "{GET: /x (key?) @ i, paginate: {next: n}}", [#"{"i": [1], "n": "/x?p=2"}"#, #"{"i": [2]}"#])
    for try await _ in client.items("e", ["key": "mine"]) {}
    #expect(transport.requests.map(\.url) == ["https://api.test/x?key=mine", "https://api.test/x?p=2&key=mine"])
  }

  @Test func itemsOfTheServiceAreInTheURLOfAJob() async throws {
    let (client, transport) = try Self.client(
      "query: {api-version: 1}", "{POST: /jobs, query: {tenant: t}, poll: {every: 1ms}}",
      ["202 [Operation-Location: https://api.test/op/7?x=1] {}", #"{"status": "Succeeded"}"#, "{}"])
    _ = try await client.poll("e")
    #expect(transport.requests.map(\.url).dropFirst().first == "https://api.test/op/7?x=1&api-version=1")
  }

  @Test func noSecretGoesToAnotherOrigin() async throws {
    let (client, transport) = try Self.client(
      "query: {key: '${KEY}'}", "{GET: /x @ i, paginate: {next: n}}", [#"{"i": [1], "n": "https://other.test/x"}"#, #"{"i": [2]}"#])
    await #expect(throws: CallError.self) { for try await _ in client.items("e") {} }
    #expect(transport.requests.map(\.url) == ["https://api.test/x?key=s3cret-1"])
  }
}
