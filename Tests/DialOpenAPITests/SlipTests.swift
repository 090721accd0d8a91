import Dial
import Testing

/// What documents write in another form than the specification, and mean without doubt, and what `check` says of the rest.
struct SlipTests {
  @Test(arguments: [
    ("host: api.io, basePath: m/v1", "https://api.io/m/v1/x"), ("host: api.io, basePath: /v1/", "https://api.io/v1/x"),
    ("host: 'https://api.io', basePath: v1", "https://api.io/v1/x"), ("host: 'http://api.io/'", "http://api.io/x"),
    ("host: 'http://api.io:80', schemes: [https]", "http://api.io:80/x"), ("host: <your-domain>, basePath: /v1", "the spec has no 'base'"),
    ("basePath: v1", "the spec has no 'base'"),
  ])
  func theHostOfSwagger(members: String, url: String) throws {
    let sample = Sample(whole: "{swagger: '2.0', \(members), paths: {/x: {get: {operationId: op}}}}")
    #expect(try requested(sample) == url)
  }

  /// A host that is to be filled in does not make the rest useless.
  @Test(arguments: [
    ("https://<your-domain>/api", "the spec has no 'base'"), ("https://[your-host]/v1", "the spec has no 'base'"),
    ("https://$HOST/v1", "the spec has no 'base'"), ("https://*.api.io", "the spec has no 'base'"), ("//api.io/v2", "https://api.io/v2/x"),
    ("HTTPS://api.io", "https://api.io/x"), ("https://{a}.api.io", "the variable 'SHOP_A' has no value"),
  ])
  func servers(server: String, url: String) throws {
    let sample = Sample(whole: "{openapi: 3.1.0, servers: [{url: '\(server)'}], paths: {/x: {get: {operationId: op}}}}")
    #expect(try requested(sample) == url)
    let client = Client(try sample.spec(), variables: ["SHOP_A": "b"], base: "https://own.io")
    #expect(try client.prepare("op").request.url == "https://own.io/x")
  }

  private func requested(_ sample: Sample) throws -> String {
    let client = try sample.client()
    do throws(CallError) {
      return try client.prepare("op").request.url
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    (#"{"name": "a", "in": "query", "style": "deepobject", "explode": true, "schema": {"type": "object"}}"#, "GET /v1/x?a[b]=1"),
    (#"{"name": "a", "in": "query", "explode": "false", "schema": {"type": "object"}}"#, "GET /v1/x?a=b,1"),
    (#"{"name": "a", "in": "query", "style": "PipeDelimited", "explode": "True", "schema": {"type": "object"}}"#, "GET /v1/x?b=1"),
  ])
  func styles(parameter: String, request: String) throws {
    let sample = Sample(#""parameters": [\#(parameter)]"#)
    #expect(
      sample.request(#"{"a": {"b": 1}}"#).replacing("%5B", with: "[").replacing("%5D", with: "]").replacing("%2C", with: ",") == request)
    #expect(try sample.warnings() == [])
  }

  @Test func requiredInQuotes() {
    #expect(Sample(#""parameters": [{"name": "a", "in": "query", "required": "true"}]"#).request().contains("missing argument 'a'"))
  }

  @Test func securityWithoutAList() throws {
    let sample = Sample(
      #""security": {"key": []}"#, components: #"{"securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}}}"#)
    #expect(try sample.client(["SHOP_KEY": "k"]).prepare("op").request.headers[.init("X-Key")!] == "k")
  }

  @Test(arguments: [
    (
      #""parameters": [{"name": "a", "in": "query", "style": "deep"}]"#,
      "'deep' is not a style, so that of its location is used; the styles are matrix, label, form, simple, spaceDelimited, pipeDelimited, "
        + "deepObject, cookie"
    ), (#""parameters": {"name": "a", "in": "query"}"#, "'parameters' must be a list, so the operation has none"),
    (#""requestBody": {"schema": {}}"#, "'requestBody' must have 'content' with media types, so the operation has no body"),
    (#""requestBody": {"content": [{}]}"#, "'requestBody' must have 'content' with media types, so the operation has no body"),
  ])
  func whatCannotBeRead(operation: String, message: String) throws { #expect(try Sample(operation).warnings() == [message]) }

  @Test(arguments: [
    ("openapi: 3.1.0, paths: {/x: {GET: {operationId: a}, Post: {operationId: b}}}", ["a", "b"], []),
    ("openapi: 3.1.0, paths: {/x: {get: {operationId: a}, GET: {operationId: b}}}", ["a"], []),
    (
      "openapi: 3.1.0, paths: {/x: {gett: {responses: {}}, put: {operationId: a}}}", ["a"],
      ["'gett' is not a method, so the operation is left out; methods are delete, get, head, options, patch, post, put, query, trace"]
    ), ("openapi: 3.1.0, paths: []", [], ["the document has no operations"]), ("openapi: 3.0.0", [], ["the document has no operations"]),
    ("openapi: 3.1.0, webhooks: {}", [], []),
    ("openapi: 4.0.0, paths: {}", [], ["'openapi: 4.0.0' is not supported; supported are OpenAPI 3.0 to 3.2 and Swagger 2.0"]),
    ("swagger: '1.2', apis: []", [], ["'swagger: 1.2' is not supported; supported are OpenAPI 3.0 to 3.2 and Swagger 2.0"]),
  ])
  func operations(document: String, names: [String], messages: [String]) {
    let text = Array("{servers: [{url: 'https://api.io'}], \(document)}".utf8)
    let found = Spec.check(yaml: text, name: "shop.yaml").filter { $0.severity != .note }.map(\.message)
    #expect(found.filter { !$0.contains("'base'") } == messages)
    if let spec = try? Spec.load(yaml: String(decoding: text, as: UTF8.self), name: "shop.yaml") { #expect(spec.endpoints == names) }
  }
}
