import Dial
import HTTPTypes
import Testing

/// Several credentials, and alternatives.
struct ListedCredentialTests {
  private static let org = HTTPField.Name("X-Org")!

  /// Returns Authorization, X-Org and the query of the request.
  private static func sent(_ auth: String, _ variables: Variables) async throws -> [String] {
    let server = Answering()
    let yaml = "base: https://api.test\nauth: \(auth)\nendpoints:\n  me: GET /me\n"
    let client = Client(try Spec.load(yaml: yaml), variables: variables, transport: server)
    try await client.call("me")
    let request = server.sent[0]
    return [request.headers[.authorization] ?? "-", request.headers[org] ?? "-", String(request.url.drop { $0 != "?" })]
  }

  @Test func allCredentialsOfAListAreSent() async throws {
    #expect(
      try await Self.sent("['bearer ${TOKEN}', 'header X-Org ${ORG}', 'query key ${KEY}']", ["TOKEN": "t", "ORG": "o", "KEY": "k"])
        == ["Bearer t", "o", "?key=k"])
  }

  static let alternatives = "{any: ['bearer ${TOKEN}', ['basic ${USER} ${PASSWORD}', 'header X-Org ${ORG}'], none?]}"

  @Test(
    arguments: [
      (["TOKEN": "t", "USER": "u", "PASSWORD": "p", "ORG": "o"], ["Bearer t", "-", ""]),
      (["USER": "u", "PASSWORD": "p", "ORG": "o"], ["Basic dTpw", "o", ""]),
      (["TOKEN": "", "USER": "u", "PASSWORD": "p", "ORG": "o"], ["Basic dTpw", "o", ""]),
      (["USER": "u", "PASSWORD": "p"], ["-", "-", ""]),
      ([:], ["-", "-", ""]),
    ] as [([String: String], [String])])
  func theFirstWhoseVariablesAreThereIsSent(variables: [String: String], expected: [String]) async throws {
    #expect(try await Self.sent(Self.alternatives, Variables(variables)) == expected)
  }

  @Test(arguments: [(["TOKEN": "t"], "Bearer t"), ([:], "-")] as [([String: String], String)])
  func aListMayBeOptional(variables: [String: String], expected: String) async throws {
    #expect(try await Self.sent("['bearer ${TOKEN}', none?]", Variables(variables))[0] == expected)
  }

  @Test func withoutAnyOfThemTheCallSaysWhichVariablesThereAre() async throws {
    let error = await failure { () throws(CallError) in
      do { _ = try await Self.sent("{any: ['bearer ${TOKEN}', 'basic ${USER} ${PASSWORD}']}", ["USER": "u"]) } catch {
        throw error as! CallError
      }
    }
    #expect(error.code == .variable)
    #expect(
      error.message == "no alternative in 'auth' has values for all its variables; missing: 'TOKEN', 'PASSWORD'")
    #expect(error.hint == "pass the variables of one alternative in 'variables:'")
    #expect(error.remedy == .alternative(variable: "TOKEN"))
  }

  /// The call sets the header of one alternative itself, so it needs the variables of none.
  @Test(arguments: ["Authorization", "X-Key", "x-org"])
  func theHeaderOfAnAlternativeMayBeGiven(name: String) async throws {
    let server = Answering()
    let auth = "{any: ['bearer ${TOKEN}', 'basic ${USER} ${PASSWORD}', 'header X-Key ${KEY}', 'header X-Org ${ORG}']}"
    let client = Client(
      try Spec.load(yaml: "base: https://api.test\nauth: \(auth)\nendpoints:\n  me: GET /me\n"), transport: server)
    try await client.call("me", [:], CallOptions(headers: [name: "given"]))
    #expect(server.sent.count == 1)
  }

  @Test func anAlternativeMayBeAStoredToken() async throws {
    let server = Answering()
    let yaml = "base: https://api.test\nauth: {any: ['bearer ${TOKEN}', {bearer: session}]}\nendpoints:\n  me: GET /me\n"
    let spec = try Spec.load(yaml: yaml)
    let store = MemoryTokenStore([TokenKey(label: "session", origin: "https://api.test"): Token("stored")])
    try await Client(spec, transport: server, tokens: store).call("me")
    try await Client(spec, variables: ["TOKEN": "given"], transport: server, tokens: store).call("me")
    #expect(server.sent.map { $0.headers[.authorization] } == ["Bearer stored", "Bearer given"])
  }

  @Test func noListedCredentialIsSentToAnotherOrigin() async throws {
    let server = Answering()
    let yaml = """
      base: https://api.test
      auth: ['bearer ${TOKEN}', 'header X-Org ${ORG}', 'query key ${KEY}']
      endpoints:
        away: GET https://other.test/x
      """
    let client = Client(
      try Spec.load(yaml: yaml), variables: ["TOKEN": "t-1234", "ORG": "o-1234", "KEY": "k-1234"], transport: server)
    try await client.call("away")
    #expect(server.sent[0].headers[.authorization] == nil && server.sent[0].headers[Self.org] == nil)
    #expect(server.sent[0].url == "https://other.test/x")
  }
}
