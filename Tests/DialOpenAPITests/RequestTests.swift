import CallTestSupport
import Dial
import DialJSON
import Testing

@testable import DialEngine

/// What an operation of a document sends for given arguments.
struct RequestTests {
  /// Returns the request of the only operation of a document, or the error.
  private func bound(_ document: String, _ arguments: String = "{}", name: String = "op", variables: Variables = [:]) -> String {
    do {
      let members = try JSON(parsing: arguments).asObject?.map { ($0.name, $0.value) } ?? []
      let client = Client(
        try Spec.load(yaml: document, name: "shop.yaml", trust: .folder), variables: variables, transport: Canned())
      return text(of: try client.prepare(name, Arguments(members: members)).request)
    } catch {
      return "\(error)"
    }
  }

  /// Returns a document with one operation, `op`.
  private func document(_ path: String, _ operation: String, more: String = "{}") -> String {
    """
    {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://api.test/v1"}],
     "components": \(more), "paths": {"\(path)": {"get": {"operationId": "op", \(operation)}}}}
    """
  }

  private func parameter(_ rest: String, name: String = "a", place: String = "query") -> String {
    #""parameters": [{"name": "\#(name)", "in": "\#(place)", \#(rest)}]"#
  }

  private static let list = #""schema": {"type": "array", "items": {"type": "string"}}"#
  private static let object = #""schema": {"type": "object", "properties": {"R": {"type": "integer"}, "G": {"type": "integer"}}}"#

  /// The table of styles (OpenAPI 3.1.1 section 4.8.12.4), for `["b", "b&c"]` and `{"R": 100, "G": 200}`.
  @Test(arguments: [
    (list, "?a=b&a=b%26c"), (list + #", "explode": false"#, "?a=b,b%26c"),
    (list + #", "style": "spaceDelimited", "explode": false"#, "?a=b%20b%26c"),
    (list + #", "style": "pipeDelimited", "explode": false"#, "?a=b%7Cb%26c"),
    (#""content": {"application/json": {"schema": {"type": "array"}}}"#, "?a=%5B%22b%22%2C%22b%26c%22%5D"),
  ])
  func writesArraysInTheQuery(declared: String, query: String) {
    #expect(bound(document("/x", parameter(declared)), #"{"a": ["b", "b&c"]}"#).hasPrefix("GET /v1/x\(query)"))
  }

  @Test(arguments: [
    (object, "?R=100&G=200"), (object + #", "explode": false"#, "?a=R,100,G,200"),
    (object + #", "style": "deepObject", "explode": true"#, "?a%5BR%5D=100&a%5BG%5D=200"),
  ])
  func writesObjectsInTheQuery(declared: String, query: String) {
    #expect(bound(document("/x", parameter(declared)), #"{"a": {"R": 100, "G": 200}}"#).hasPrefix("GET /v1/x\(query)"))
  }

  @Test(arguments: [
    ("", "blue", "/v1/blue"), (#", "style": "label""#, "blue", "/v1/.blue"), (#", "style": "matrix""#, "blue", "/v1/;a=blue"),
    (#", "style": "matrix", "explode": true"#, "[1, 2]", "/v1/;a=1;a=2"), (#", "style": "label", "explode": true"#, "[1, 2]", "/v1/.1.2"),
    (#", "explode": true"#, #"{"R": 1, "G": 2}"#, "/v1/R=1,G=2"), ("", "a/b c", "/v1/a%2Fb%20c"),
  ])
  func writesThePath(style: String, value: String, path: String) {
    let json = value.first == "[" || value.first == "{" ? value : "\"\(value)\""
    #expect(bound(document("/{a}", parameter(#""required": true"# + style, place: "path")), "{\"a\": \(json)}").hasPrefix("GET \(path)"))
  }

  @Test func keepsWhatIsFixedInAPathAndDropsItsFragment() {
    #expect(bound(document("/x:verb?beta=true#Action=1", #""responses": {}"#)) == "GET /v1/x:verb?beta=true")
  }

  @Test func writesHeadersAndCookies() {
    let parameters = """
      "parameters": [{"name": "X-Object", "in": "header", "explode": true, \(Self.object)},
        {"name": "Accept", "in": "header", "schema": {"enum": ["application/vnd.shop+json"]}},
        {"name": "sid", "in": "cookie", "schema": {"type": "string"}}]
      """
    #expect(
      bound(document("/x", parameters), #"{"X-Object": {"R": 100, "G": 200}, "sid": "s1"}"#)
        == "GET /v1/x\nAccept: application/vnd.shop+json\nX-Object: R=100,G=200\nCookie: sid=s1")
  }

  @Test func fillsInTheDefaultOfARequiredParameterOnly() {
    let parameters = """
      "parameters": [{"name": "a", "in": "query", "required": true, "schema": {"default": "${HOME}"}},
        {"name": "b", "in": "query", "schema": {"default": 2}}, {"name": "c", "in": "query", "required": true, "schema": {"enum": ["d"]}}]
      """
    #expect(bound(document("/x", parameters)) == "GET /v1/x?a=%24%7BHOME%7D&c=d")
  }

  // MARK: Bodies

  private func body(_ media: String, path: String = "/x", more: String = "") -> String {
    document(path, #"\#(more) "requestBody": {"required": true, "content": {\#(media)}}"#).replacing(#""get""#, with: #""post""#)
  }

  private static let pet = """
    {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}},
      "owner": {"type": "object", "properties": {"id": {"type": "integer"}}}, "id": {"type": ["integer", "null"], "readOnly": true}}}
    """

  @Test(arguments: [
    (#""application/json""#, "application/json", #"{"name":"Rex","owner":{"id":7}}"#),
    (#""application/merge-patch+json""#, "application/merge-patch+json", #"{"name":"Rex","owner":{"id":7}}"#),
    (#""application/x-www-form-urlencoded""#, "application/x-www-form-urlencoded", "name=Rex&owner=%7B%22id%22%3A7%7D"),
  ])
  func spreadsTheMembersOfABody(media: String, type: String, bytes: String) {
    for arguments in [#"{"name": "Rex", "owner": {"id": 7}}"#, #"{"_": {"name": "Rex", "owner": {"id": 7}}}"#] {
      #expect(
        bound(body("\(media): {\"schema\": \(Self.pet)}"), arguments)
          == "POST /v1/x\n\(type == "application/json" ? "" : "Content-Type: \(type)\n")\n\(bytes)")
    }
  }

  @Test func aParameterAndAMemberOfOneNameAreToldApart() {
    let spec = body(
      #""application/json": {"schema": \#(Self.pet)}"#, path: "/{name}",
      more: parameter(#""required": true"#, name: "name", place: "path") + ",")
    let written = "POST /v1/one\n\n{\"name\":\"Rex\"}"
    #expect(bound(spec, #"{"path.name": "one", "field.name": "Rex"}"#) == written)
    #expect(bound(spec, #"{"path.name": "one", "body.name": "Rex"}"#) == written)
    #expect(bound(spec, #"{"name": "one", "_": {"name": "Rex"}}"#) == written)
    #expect(bound(spec, #"{"name": "one"}"#).contains("'name' has several locations; write 'path.name' or 'field.name' or 'body.name'"))
  }

  @Test func anOptionalBodyWithoutMembersIsNotSent() {
    let spec = body(#""application/json": {"schema": {"properties": {"a": {}}}}"#).replacing(
      #""required": true, "content""#, with: #""content""#)
    #expect(bound(spec) == "POST /v1/x")
    #expect(bound(spec, #"{"_": {}}"#) == "POST /v1/x\n\n{}")
  }

  @Test func missingMembersAreErrors() {
    #expect(bound(body(#""application/json": {"schema": \#(Self.pet)}"#)).contains("missing argument 'name' (body, String)"))
  }

  @Test func swaggerHasItsFormsAndFormats() {
    let spec = """
      {"swagger": "2.0", "host": "api.test", "basePath": "/v2/", "schemes": ["http", "https"], "paths": {"/pets/{id}": {"post": {
        "operationId": "op", "consumes": ["application/x-www-form-urlencoded"], "parameters": [
          {"name": "id", "in": "path", "type": "integer", "required": true},
          {"name": "tags", "in": "query", "type": "array", "items": {"type": "string"}, "collectionFormat": "pipes"},
          {"name": "name", "in": "formData", "type": "string"}]}}}}
      """
    #expect(
      bound(spec, #"{"id": 9007199254740993, "tags": ["a", "b"], "name": "x y"}"#)
        == "POST /v2/pets/9007199254740993?tags=a%7Cb\nContent-Type: application/x-www-form-urlencoded\n\nname=x+y")
  }

  // MARK: Names, servers and credentials

  @Test(arguments: ["getUsersByUsername", "GET /users/{username}"])
  func anOperationWithoutANameIsCalledByMethodAndPath(name: String) {
    let spec = document("/users/{username}", #""responses": {}"#).replacing(#""operationId": "op","#, with: "")
    #expect(bound(spec, #"{"username": "ann"}"#, name: name) == "GET /v1/users/ann")
  }

  @Test func theVariablesOfAServerAreNamedAfterTheService() {
    let spec = document("/x", #""responses": {}"#).replacing(
      #"{"url": "https://api.test/v1"}"#,
      with: #"{"url": "https://{AWS_SECRET_ACCESS_KEY}.api.test", "variables": {"AWS_SECRET_ACCESS_KEY": {"default": "eu"}}}"#)
    let variables: Variables = ["AWS_SECRET_ACCESS_KEY": "s3cr3t"]
    #expect(bound(spec, variables: variables) == "GET https://eu.api.test/x")
  }

  @Test(arguments: [
    (#""type": "http", "scheme": "Bearer""#, "Authorization: Bearer s3cr3t"),
    (#""type": "http", "scheme": "basic""#, "Authorization: Basic YW5uOnM="),
    (#""type": "apiKey", "in": "header", "name": "X-Key""#, "X-Key: s3cr3t"),
    (#""type": "apiKey", "in": "cookie", "name": "sid""#, "Cookie: sid=s3cr3t"),
    (#""type": "oauth2", "flows": {}"#, "Authorization: Bearer s3cr3t"),
  ])
  func credentialsAreVariablesNamedAfterServiceAndScheme(scheme: String, header: String) {
    let spec = document("/x", #""security": [{"main": []}]"#, more: #"{"securitySchemes": {"main": {\#(scheme)}}}"#)
    #expect(bound(spec, variables: ["SHOP_MAIN": scheme.contains("basic") ? "ann:s" : "s3cr3t"]) == "GET /v1/x\n\(header)")
    #expect(bound(spec).contains("'SHOP_MAIN' has no value"))
  }

  @Test func theFirstCompleteAlternativeIsSentAndTheQueryIsTheLast() {
    let more = """
      {"securitySchemes": {"q": {"type": "apiKey", "in": "query", "name": "key"}, "h": {"type": "apiKey", "in": "header", "name": "X-Key"}}}
      """
    let spec = document("/x", #""security": [{"q": []}, {"h": []}]"#, more: more)
    #expect(bound(spec, variables: ["SHOP_Q": "1", "SHOP_H": "2"]) == "GET /v1/x\nX-Key: 2")
    #expect(bound(spec, variables: ["SHOP_Q": "1"]) == "GET /v1/x?key=1")
  }

  // MARK: Faults

  @Test func aFaultInOneOperationIsThatOperations() throws {
    let spec = """
      {"openapi": "3.0.0", "servers": [{"url": "https://api.test"}], "paths": {"/good": {"get": {"operationId": "good"}},
        "/bad": {"get": {"operationId": "bad", "parameters": [{"$ref": "#/components/parameters/gone"}]}}}}
      """
    #expect(bound(spec, name: "good") == "GET /good")
    #expect(bound(spec, name: "bad").contains("'#/components/parameters/gone' does not exist in the document"))
    #expect(try Spec.load(yaml: spec).endpoints == ["good", "bad"])
  }

  /// Python writes a character above U+FFFF as two escapes; Stripe's document repeats keys, and that of AWS has tags.
  @Test func whatRealTextsHoldIsNoError() throws {
    let json =
      #"{"openapi": "3.0.0", "info": {"title": "\ud83d\ude00"}, "servers": [{"url": "https://api.test"}], "paths": {"/x": {"get": {}}}}"#
    #expect(bound(json, name: "getX") == "GET /x")
    #expect(try Spec.load(yaml: json).doc == "\u{1F600}")
    let yaml = "openapi: 3.0.0\nservers: [{url: https://api.test}]\npaths: {/x: {get: {summary: !a b, summary: c}}}"
    #expect(bound(yaml, name: "GET /x") == "GET /x")
  }

  /// The members of alternatives are united; what only one of them says of a member does not bind the others.
  @Test func theValuesOfOneAlternativeDoNotBindTheOthers() {
    let schema = """
      {"oneOf": [{"type": "object", "properties": {"kind": {"type": "integer", "enum": [11]}, "a": {"type": "string"}}},
        {"type": "object", "properties": {"kind": {"type": "integer", "enum": [5]}, "b": {"type": "string"}}}]}
      """
    #expect(
      bound(body("\"application/json\": {\"schema\": \(schema)}"), #"{"kind": 5, "b": "x"}"#) == "POST /v1/x\n\n{\"kind\":5,\"b\":\"x\"}")
  }

  /// Those of the document are no variables of the environment.
  @Test(arguments: [
    ("https://{a}.api.test/{b}", "GET https://x.api.test/y/x"), ("https://${HOME}.api.test", "has no 'base'"), ("/v1", "has no 'base'"),
  ])
  func aServerHasAVariableForEachNameInBraces(url: String, gives: String) {
    let spec = document("/x", #""responses": {}"#).replacing("https://api.test/v1", with: url)
    let request = bound(spec, variables: ["SHOP_A": "x", "SHOP_B": "y", "HOME": "s3cr3t"])
    #expect(request.contains(gives), "\(request)")
  }
}
