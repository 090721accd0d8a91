import CallTestSupport
import Dial
import DialJSON
import DialModel
import Testing

@testable import DialBuild
@testable import DialEngine

/// The credentials that a document declares.
struct SecurityTests {
  private static func sample(_ schemes: String, _ security: String = #"[{"main": ["read"]}]"#, base: String = "https://api.test/v1")
    -> Sample
  {
    var sample = Sample(#""security": \#(security)"#, components: #"{"securitySchemes": {\#(schemes)}}"#)
    sample.document = sample.document.replacing("https://api.test/v1", with: base)
    return sample
  }

  private static func flow(_ name: String, _ members: String) -> String {
    #""main": {"type": "OAuth2", "flows": {"\#(name)": {\#(members), "scopes": {"read": "", "write": ""}}}}"#
  }

  /// Calls the operation, and returns the requests.
  private func asked(_ sample: Sample, _ variables: [String: String]) async throws -> [String] {
    let answers = Scripted([#"{"access_token": "fresh", "token_type": "bearer", "expires_in": 60}"#, "{}"])
    _ = try await sample.client(Variables(variables), answers).call("op")
    return answers.asked
  }

  @Test func defaultsOfSecretsAreNotRepeated() throws {
    let sample = Sample(
      #""parameters": [{"in": "query", "name": "api_key", "schema": {"type": "string", "default": "planted"}}, "#
        + #"{"in": "query", "name": "size", "schema": {"type": "integer", "default": 7}}]"#)
    let docs = try #require(try sample.spec().service.endpoints["op"]).parameters.compactMap(\.doc)
    #expect(docs == ["The server has a default.", "The default of the server is 7."])
  }

  /// A parameter that is the credentials, too, is sent once. An argument wins, and needs no variable.
  @Test(arguments: [
    ("{}", ["SHOP_MAIN": "sec"], "GET /v1/x?key=sec"), (#"{"key": "mine"}"#, ["SHOP_MAIN": "sec"], "GET /v1/x?key=mine"),
    (#"{"key": "mine"}"#, [:], "GET /v1/x?key=mine"), ("{}", [:], "the variable 'SHOP_MAIN' has no value"),
  ])
  func aParameterCanBeTheCredentials(arguments: String, variables: [String: String], request: String) {
    let sample = Sample(
      #""security": [{"main": []}], "parameters": [{"name": "key", "in": "query", "required": true, "#
        + #""schema": {"type": "string", "default": "DEMO"}}]"#,
      components: #"{"securitySchemes": {"main": {"type": "apiKey", "in": "query", "name": "key"}}}"#)
    #expect(sample.request(arguments, variables: Variables(variables)) == request)
  }

  /// Where other credentials will do, the parameter is what the document says.
  @Test(arguments: [
    ("{}", [:], "GET /v1/x?key=DEMO"), ("{}", ["SHOP_MAIN": "sec"], "GET /v1/x?key=sec"),
    (#"{"key": "mine"}"#, ["SHOP_MAIN": "sec"], "GET /v1/x?key=mine"),
  ])
  func optionalCredentialsKeepTheDefault(arguments: String, variables: [String: String], request: String) {
    let sample = Sample(
      #""security": [{"main": []}, {}], "parameters": [{"name": "key", "in": "query", "required": true, "#
        + #""schema": {"type": "string", "default": "DEMO"}}]"#,
      components: #"{"securitySchemes": {"main": {"type": "apiKey", "in": "query", "name": "key"}}}"#)
    #expect(sample.request(arguments, variables: Variables(variables)) == request)
  }

  /// What requires nothing is not what the document requires of other operations.
  @Test(arguments: [#"[]"#, #"[{}]"#, #"[{}, {}]"#])
  func nothingIsRequired(_ security: String) async throws {
    var sample = Self.sample(#""main": {"type": "http", "scheme": "bearer"}"#, security)
    sample.document = sample.document.replacing(#""components""#, with: #""security": [{"main": []}], "components""#)
    #expect(sample.document.contains(#""security": [{"main": []}]"#))
    #expect(try await asked(sample, ["SHOP_MAIN": "secret"]) == ["GET /v1/x"])
  }

  private static let form = "Content-Type: application/x-www-form-urlencoded"
  private static let client: [String: String] = ["SHOP_MAIN_CLIENT_ID": "id", "SHOP_MAIN_CLIENT_SECRET": "s3c"]

  @Test(arguments: [
    (
      flow("clientCredentials", #""tokenUrl": "https://login.test/token""#), client, "https://login.test/token",
      "grant_type=client_credentials&scope=read"
    ),
    // A path is at the origin of the base, and what has no slash is below the base.
    (flow("clientCredentials", #""tokenUrl": "/oauth/token""#), client, "/oauth/token", "grant_type=client_credentials&scope=read"),
    (flow("clientCredentials", #""tokenUrl": "token""#), client, "/v1/token", "grant_type=client_credentials&scope=read"),
    (flow("clientCredentials", #""tokenUrl": "./token""#), client, "/v1/token", "grant_type=client_credentials&scope=read"),
    (
      #""main": {"type": "oauth2", "flow": "application", "tokenUrl": "/token", "scopes": {}}"#, client, "/token",
      "grant_type=client_credentials&scope=read"
    ),
  ])
  func aTokenIsFetched(scheme: String, variables: [String: String], url: String, form: String) async throws {
    #expect(
      try await asked(Self.sample(scheme), variables) == [
        "POST \(url) | Accept: application/json | Authorization: Basic aWQ6czNj | \(Self.form) | \(form)",
        "GET /v1/x | Authorization: Bearer fresh",
      ])
  }

  @Test(
    arguments: [
      (["SHOP_MAIN_USERNAME": "ann", "SHOP_MAIN_PASSWORD": "pw"], "grant_type=password&username=ann&password=pw&scope=read"),
      (
        ["SHOP_MAIN_USERNAME": "ann", "SHOP_MAIN_PASSWORD": "pw", "SHOP_MAIN_CLIENT_ID": "id"],
        "grant_type=password&username=ann&password=pw&scope=read&client_id=id"
      ),
      (
        ["SHOP_MAIN_REFRESH_TOKEN": "old", "SHOP_MAIN_CLIENT_ID": "id"],
        "grant_type=refresh_token&refresh_token=old&scope=read&client_id=id"
      ),
    ] as [([String: String], String)])
  func theVariablesChooseTheFlow(variables: [String: String], form: String) async throws {
    let sample = Self.sample(Self.flow("password", #""tokenUrl": "/token""#))
    #expect(try await asked(sample, variables)[0] == "POST /token | Accept: application/json | \(Self.form) | \(form)")
  }

  @Test func aTokenThatOneHasIsSentFirst() async throws {
    let sample = Self.sample(Self.flow("clientCredentials", #""tokenUrl": "/token""#))
    var variables = Self.client
    variables["SHOP_MAIN"] = "mine"
    #expect(try await asked(sample, variables) == ["GET /v1/x | Authorization: Bearer mine"])
    #expect(
      sample.request()
        == "no alternative in 'auth' has values for all its variables; missing: 'SHOP_MAIN', 'SHOP_MAIN_CLIENT_ID', 'SHOP_MAIN_CLIENT_SECRET'"
    )
  }

  /// One sign-in has the scopes of all operations.
  @Test(arguments: [
    flow("authorizationCode", #""authorizationUrl": "/authorize", "tokenUrl": "/token""#),
    #""main": {"type": "oauth2", "flow": "accessCode", "authorizationUrl": "/authorize", "tokenUrl": "/token", "scopes": {}}"#,
  ])
  func signInHasAllScopes(scheme: String) throws {
    let sample = Self.sample(scheme)
    let client = try sample.client(["SHOP_MAIN_CLIENT_ID": "id"])
    let signIns = try client.signIns()
    #expect(signIns.count == 1)
    let model = try #require(signIns.first?.model.oauth)
    #expect(model.grant == .authorizationCode)
    #expect(model.values["scope"]?.literal == "read")
    #expect(try signIns[0].oauth?.address("auth_url") == "https://api.test/authorize")
    #expect(try sample.client().missingForTokens.map(\.name) == ["SHOP_MAIN_CLIENT_ID"])
  }

  @Test func aDeviceSignsIn() throws {
    let sample = Self.sample(
      Self.flow("deviceAuthorization", #""deviceAuthorizationUrl": "https://l.test/d", "tokenUrl": "https://l.test/t""#))
    let model = try #require(try sample.client(["SHOP_MAIN_CLIENT_ID": "id"]).signIns().first?.model.oauth)
    #expect(model.grant == .deviceCode)
    #expect(model.values["device_url"]?.literal == "https://l.test/d")
  }

  @Test(arguments: [
    (
      flow("clientCredentials", #""tokenUrl": """#),
      "the security scheme 'main': the flow 'clientCredentials' has no 'tokenUrl', and is left out"
    ),
    (
      flow("password", #""tokenUrl": "http://login.test/token""#),
      "the security scheme 'main': 'tokenUrl' of the flow 'password' is not a URL that can get secrets, so the flow is left out"
    ),
    (
      flow("password", #""tokenUrl": "https://${HOME}.test""#),
      "the security scheme 'main': 'tokenUrl' of the flow 'password' is not a URL that can get secrets, so the flow is left out"
    ),
    (flow("magic", #""tokenUrl": "/t""#), "the security scheme 'main': the flow 'magic' is unknown, and is left out"),
    (
      #""other": {"type": "magic"}, "main": {"type": "HTTP", "scheme": "BEARER"}"#,
      "the security scheme 'other' has the unknown type 'magic', and is left out"
    ),
    (
      #""other": {"type": "http", "scheme": "hoba"}, "main": {"type": "openIdConnect"}"#,
      "the security scheme 'other' uses the HTTP scheme 'hoba', which is unknown, and is left out"
    ),
    (
      #""other": {"type": "apiKey", "in": "body"}, "main": {"type": "oauth2", "flows": {"implicit": {}}}"#,
      "the security scheme 'other' has no valid 'name' and 'in', and is left out"
    ),
  ])
  func aFaultySchemeIsAWarning(schemes: String, warning: String) throws {
    let sample = Self.sample(schemes)
    #expect(try sample.warnings() == [warning])
    #expect(sample.request(variables: ["SHOP_MAIN": "t"]) == "GET /v1/x\nAuthorization: Bearer t")
  }

  /// The credentials of the document are not sent in their place.
  @Test func anOperationWithoutACredentialThatCanBeSentSaysSo() throws {
    var sample = Self.sample(#""main": {"type": "magic"}, "other": {"type": "http", "scheme": "bearer"}"#)
    sample.document = sample.document.replacing(#""components""#, with: #""security": [{"other": []}], "components""#)
    #expect(
      try sample.warnings().last
        == "no alternative of 'security' can be sent ('main'), so calls have no credentials; to send some, add 'auth' to an overlay")
    #expect(sample.request(variables: ["SHOP_OTHER": "t"]) == "GET /v1/x")
  }

  @Test func severalSchemesAreSentTogether() throws {
    let schemes =
      Self.flow("clientCredentials", #""tokenUrl": "/token""#) + #", "key": {"type": "apiKey", "in": "header", "name": "X-Key"}"#
    let sample = Self.sample(schemes, #"[{"main": [], "key": []}]"#)
    #expect(sample.request(variables: ["SHOP_MAIN": "t", "SHOP_KEY": "k"]) == "GET /v1/x\nAuthorization: Bearer t\nX-Key: k")
    #expect(sample.request(variables: ["SHOP_MAIN": "t"]).contains("'SHOP_KEY'"))
  }

  /// Two values for one header are not one.
  @Test func whatCannotBeSentTogetherIsAWarning() async throws {
    let schemes = #""main": {"type": "http", "scheme": "basic"}, "other": {"type": "http", "scheme": "bearer"}"#
    let sample = Self.sample(schemes, #"[{"main": [], "other": []}]"#)
    let fault = "'main' and 'other' cannot be sent together, because both are the header 'authorization'; only 'main' is sent"
    #expect(try sample.warnings() == [fault + "; to send others, add 'auth' to an overlay"])
    let client = try sample.client(["SHOP_MAIN": "a:b"], Scripted(["401 {}"]))
    let error = await #expect(throws: CallError.self) { try await client.call("op") }
    #expect(error?.hint?.contains(fault) == true)
    // What can be sent completely is preferred.
    let key = #", "key": {"type": "apiKey", "in": "query", "name": "k"}"#
    let several = Self.sample(schemes + key, #"[{"main": [], "other": []}, {"key": []}]"#)
    #expect(several.request(variables: ["SHOP_MAIN": "a:b", "SHOP_OTHER": "t", "SHOP_KEY": "k"]) == "GET /v1/x?k=k")
  }

  /// The first complete alternative is sent: headers before cookies before the query, then in the order of the document.
  @Test(arguments: [
    (["query", "cookie", "header", "other"], "GET /v1/x\nX-A: 3"), (["query", "cookie"], "GET /v1/x\nCookie: c=2"),
    (["query"], "GET /v1/x?q=1"), (["query", "other"], "GET /v1/x\nX-B: 4"),
  ])
  func theOrderOfAlternatives(given: [String], request: String) {
    let schemes = """
      "query": {"type": "apiKey", "in": "query", "name": "q"}, "cookie": {"type": "apiKey", "in": "cookie", "name": "c"},
      "header": {"type": "apiKey", "in": "header", "name": "X-A"}, "other": {"type": "apiKey", "in": "header", "name": "X-B"}
      """
    let sample = Self.sample(schemes, #"[{"query": []}, {"cookie": []}, {"header": []}, {"other": []}]"#)
    let values = ["query": "1", "cookie": "2", "header": "3", "other": "4"]
    let variables = Dictionary(uniqueKeysWithValues: given.map { ("SHOP_" + $0.uppercased(), values[$0] ?? "") })
    #expect(sample.request(variables: Variables(variables)) == request)
  }

  @Test(arguments: [
    (
      #""main": {"type": "apiKey", "in": "header", "name": "Authorization", "description": "Send a **bearer** token"}"#, #"[{"main": []}]"#,
      "the description of 'main' asks for 'Bearer ' before the token: SHOP_MAIN='Bearer …'"
    ),
    (
      #""main": {"type": "apiKey", "in": "header", "name": "authorization"}"#, #"[{"main": []}]"#,
      "the header is sent as the value is; if the server wants a scheme, write it before the token: SHOP_MAIN='Bearer …'"
    ),
    (
      #""main": {"type": "http", "scheme": "bearer"}, "key": {"type": "apiKey", "in": "header", "name": "X-Key"}"#,
      #"[{"main": []}, {"key": []}]"#,
      "the document lists these credentials as alternatives; if the server wants all of them, add to an overlay: "
        + "auth: [bearer ${SHOP_MAIN}, header X-Key ${SHOP_KEY}]"
    ),
  ])
  func aRejectionSaysWhatTheDocumentSays(schemes: String, security: String, hint: String) async throws {
    let client = try Self.sample(schemes, security).client(["SHOP_MAIN": "t0p"], Scripted(["401 {}"]))
    let error = await #expect(throws: CallError.self) { try await client.call("op") }
    #expect(error?.hint == "the server rejected the credentials in 'SHOP_MAIN'; \(hint); pass another value in 'variables:'")
  }

  @Test func anOverlaySendsAlternativesTogether() throws {
    let sample = Self.sample(
      #""main": {"type": "http", "scheme": "bearer"}, "key": {"type": "apiKey", "in": "header", "name": "X-Key"}"#,
      #"[{"main": []}, {"key": []}]"#)
    let spec = try sample.changed(by: "endpoints: {op: {auth: [\"bearer ${SHOP_MAIN}\", \"header X-Key ${SHOP_KEY}\"]}}")
    let client = Client(spec, variables: ["SHOP_MAIN": "t", "SHOP_KEY": "k"], transport: Canned())
    #expect(text(of: try client.prepare("op").request) == "GET /v1/x\nAuthorization: Bearer t\nX-Key: k")
  }
}
