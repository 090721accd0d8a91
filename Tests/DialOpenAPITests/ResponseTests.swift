import CallTestSupport
import Dial
import DialJSON
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel

/// What a contract check finds in responses that a document declares (OpenAPI.md#Check-responses).
struct ResponseTests {
  /// Returns a client of one operation, `op`, with these responses.
  static func client(_ responses: String, schemas: String = "{}", canned: Canned = Canned(), check: ResponseCheck = .warn) throws -> Client
  {
    let document = """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://api.test"}],
       "components": {"schemas": \(schemas)},
       "paths": {"/x": {"get": {"operationId": "op", "responses": \(responses)}}}}
      """
    return Client(try Spec.load(yaml: document, name: "shop.json"), transport: canned, check: check)
  }

  /// Returns a line `path| message` for each fault of a response with this schema.
  static func faults(_ schema: String, _ body: String, schemas: String = "{}") throws -> [String] {
    let content = #"{"200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}"#
    return try faults(of: client(content, schemas: schemas), body)
  }

  static func faults(
    of client: Client, _ body: String, _ type: String? = "application/json", status: Int = 200
  ) throws -> [String] {
    var headers = HTTPFields()
    if let type { headers[.contentType] = type }
    let response = Response(status: .init(code: status), headers: headers, url: "https://api.test/x")
    let reader = ReplyReader(plan: try client.engine.plan("op"), check: .warn)
    return try reader.reply(response, body: Array(body.utf8)).contract.map { "\($0.path)| \($0.message)" }
  }

  struct Row: Sendable {
    var schema: String
    var body: String
    var faults: [String]

    init(_ schema: String, _ body: String, _ faults: [String] = []) { (self.schema, self.body, self.faults) = (schema, body, faults) }
  }

  private static let person =
    #"{"type": "object", "required": ["id", "nick"], "properties": {"id": {"type": "integer"}, "nick": {"type": ["string", "null"]}, "age": {"type": "number"}}}"#

  @Test(arguments: [
    Row(person, #"{"id": 1, "nick": null, "more": [1]}"#),
    Row(person, #"{"id": 1.0, "nick": "a", "age": 2.5}"#),
    Row(person, #"{"nick": "a"}"#, ["id| 'id' is missing, expected Int"]),
    Row(person, #"{"id": 1}"#, ["nick| 'nick' is missing, expected String?"]),
    Row(person, #"{"id": null, "nick": null}"#, ["id| 'id' must be an integer, but is null"]),
    Row(person, #"{"id": 1, "nick": "", "age": null}"#, ["age| 'age' must be a number, but is null"]),
    Row(person, #"{"id": "1", "nick": 2}"#, ["id| 'id' must be an integer, but is '1'", "nick| 'nick' must be a string, but is 2"]),
    Row(person, "[1]", ["| the response must be an object, but is an array"]),
    Row(
      #"{"type": "array", "items": \#(person)}"#, #"[{"id": 1, "nick": "a"}, {"id": 2}]"#,
      ["[1].nick| '[1].nick' is missing, expected String?"]),
    // Versions are mixed in real documents.
    Row(#"{"type": "string", "nullable": true}"#, "null"), Row(#"{"type": "string", "x-nullable": true}"#, "null"),
    Row(#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, "null"),
    Row(#"{"anyOf": [{"type": "integer"}, {"type": "null"}]}"#, #""a""#, ["| the response must be an integer, but is 'a'"]),
    Row(#"{"type": ["string", "integer"]}"#, "true", ["| the response must be a string or an integer, but is true"]),
    Row(#"{"enum": [1, "two", true, null]}"#, "null"), Row(#"{"enum": [1, "two", true]}"#, "true"),
    Row(#"{"enum": [1, "two"]}"#, #""one""#, ["| the response must be 1 or 'two', but is 'one'"]),
    Row(#"{"const": 3}"#, "4", ["| the response must be 3, but is 4"]),
    Row(#"{"type": "null"}"#, "null"), Row(#"{"type": "null"}"#, "1", ["| the response must be null, but is 1"]),
    Row(
      #"{"type": "object", "additionalProperties": {"type": "integer"}}"#, #"{"a": 1, "b": "x"}"#, ["b| 'b' must be an integer, but is 'x'"]
    ),
    Row(
      #"{"properties": {"a": {"type": "string"}}, "additionalProperties": {"type": "integer"}}"#, #"{"a": "", "b": 1, "c": ""}"#,
      ["c| 'c' must be an integer, but is ''"]
    ),
    Row(#"{"properties": {"a": {}}, "additionalProperties": false}"#, #"{"a": null, "b": 1}"#, ["b| 'b' is not declared"]),
    Row(#"{"properties": {"a": {}}, "patternProperties": {"^x": {}}, "additionalProperties": false}"#, #"{"x": 1}"#),
    Row(
      #"{"type": "array", "prefixItems": [{"type": "string"}, {"type": "integer"}], "minItems": 2}"#, #"["a", "b"]"#,
      ["[1]| '[1]' must be an integer, but is 'b'"]),
    Row(#"{"type": "array", "prefixItems": [{"type": "string"}], "items": false}"#, #"["a", 1]"#, ["[1]| '[1]' is not declared"]),
    Row(#"{"type": "array", "prefixItems": [{"type": "string"}], "items": {"type": "integer"}}"#, #"[]"#),
    Row(
      #"{"allOf": [{"properties": {"a": {"type": "string"}}}, {"required": ["a", "b"], "properties": {"b": {"type": "integer"}}}]}"#,
      #"{"b": "1"}"#,
      ["a| 'a' is missing, expected String", "b| 'b' must be an integer, but is '1'"]
    ),
    // Formats are hints, and what a type cannot say accepts anything.
    Row(#"{"type": "string", "format": "date-time"}"#, #""now""#), Row(#"{"not": {"type": "string"}}"#, #""a""#),
    Row(##"{"type": "any"}"##, "1"), Row("true", "1"), Row("7", "1"), Row(##"{"$ref": "#/components/schemas/None"}"##, "1"),
    Row(#"{"type": "object", "properties": {"a": {"writeOnly": true}}, "required": ["a"]}"#, "{}"),
    // Rules about values.
    Row(#"{"type": "integer", "minimum": 3}"#, "2", ["| the response must be at least 3, but is 2"]),
    Row(
      #"{"type": "object", "properties": {"a": {"type": "array", "minItems": 1, "items": {"type": "string", "maxLength": 1}}}}"#,
      #"{"a": ["bc"]}"#,
      ["a[0]| 'a[0]' must have at most 1 character, but has 2"]
    ),
  ])
  func comparesABodyWithItsSchema(row: Row) throws {
    #expect(try Self.faults(row.schema, row.body) == row.faults)
  }

  private static let pets = """
    {"Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
     "Dog": {"type": "object", "required": ["kind", "bark"], "properties": {"kind": {"type": "string"}, "bark": {"type": "string"}, "friend": {"$ref": "#/components/schemas/Pet"}}},
     "Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}],
       "discriminator": {"propertyName": "kind", "mapping": {"tom": "#/components/schemas/Cat", "dog": "Dog"}}},
     "Tree": {"type": "object", "required": ["sub"], "properties": {"sub": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}}}},
     "Loop": {"$ref": "#/components/schemas/Loop2"}, "Loop2": {"allOf": [{"$ref": "#/components/schemas/Loop"}]},
     "Text": {"type": "string", "nullable": true}, "Base": {"type": "object", "properties": {"id": {"type": "integer"}}},
     "a/b~c d": {"type": "boolean"}}
    """

  @Test(arguments: [
    Row("Pet", #"{"kind": "dog", "bark": "wuff", "friend": {"kind": "tom", "lives": 9}}"#),
    Row("Pet", #"{"kind": "dog"}"#, ["bark| 'bark' is missing, expected String"]),
    Row(
      "Pet", #"{"kind": "dog", "bark": "wuff", "friend": {"kind": "tom", "lives": "x"}}"#,
      ["friend.lives| 'friend.lives' must be an integer, but is 'x'"]),
    Row("Pet", #"{"kind": "bird"}"#, ["| the response must be Cat or Dog, but is an object"]),
    Row("Pet", #"{"kind": "bird", "lives": "x"}"#, ["| the response must be Cat or Dog, but is an object"]),
    Row("Pet", "7", ["| the response must be Cat or Dog, but is 7"]),
    Row("Tree", #"{"sub": [{"sub": []}, {"sub": [{}]}]}"#, ["sub[1].sub[0].sub| 'sub[1].sub[0].sub' is missing, expected [Tree]"]),
    Row("Loop", "1"), Row("Text", "null"), Row("Text", "1", ["| the response must be a string, but is 1"]),
    Row("a~1b~0c%20d", "1", ["| the response must be true or false, but is 1"]),
  ])
  func followsReferences(row: Row) throws {
    let schema = ##"{"$ref": "#/components/schemas/\##(row.schema)"}"##
    #expect(try Self.faults(schema, row.body, schemas: Self.pets) == row.faults)
  }

  /// A reference with siblings says both.
  @Test func joinsReferencesWithWhatStandsBesideThem() throws {
    let schema = ##"{"$ref": "#/components/schemas/Base", "required": ["id", "x"], "properties": {"x": {"type": "string"}}}"##
    #expect(
      try Self.faults(schema, "{}", schemas: Self.pets) == ["id| 'id' is missing, expected Int", "x| 'x' is missing, expected String"])
    let nullable = ##"{"allOf": [{"$ref": "#/components/schemas/Base"}], "nullable": true}"##
    #expect(try Self.faults(nullable, "null", schemas: Self.pets) == [])
    let common =
      ##"{"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}, "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"properties": {"wings": {"type": "integer"}}, "required": ["wings"]}]}"##
    #expect(try Self.faults(common, #"{"id": 1, "wings": 2}"#, schemas: Self.pets) == [])
    #expect(try Self.faults(common, #"{"wings": 2}"#, schemas: Self.pets) == ["id| 'id' is missing, expected Int"])
    // Alternatives that are only rules say nothing about a type.
    let rules = #"{"type": "object", "properties": {"a": {"type": "string"}}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}"#
    #expect(try Self.faults(rules, #"{"a": 1}"#) == ["a| 'a' must be a string, but is 1"])
  }

  private static let responses = """
    {"200": {"description": "", "content": {
        "application/json; charset=utf-8": {"schema": {"type": "integer"}}, "application/vnd.x+json": {"schema": {"type": "string"}},
        "text/*": {"schema": {"type": "string"}}}},
     "204": {"description": ""},
     "4XX": {"description": "", "content": {"application/problem+json": {"schema": {"type": "object", "required": ["title"]}}}},
     "404": {"description": ""}}
    """

  private static let answers: [(status: Int, type: String?, body: String, faults: [String])] = [
    (200, "application/json", "1", []), (200, "application/vnd.x+json", #""a""#, []),
    (200, "application/json", #""a""#, ["| the response must be an integer, but is 'a'"]),
    (200, "text/csv", "a,b", []),
    (
      200, "image/png", "x",
      [
        "| the media type 'image/png' is not declared for status 200; declared: 'application/json; charset=utf-8', 'application/vnd.x+json', 'text/*'"
      ]
    ),
    (200, nil, "1", ["| the response has no media type; declared: 'application/json; charset=utf-8', 'application/vnd.x+json', 'text/*'"]),
    (200, "application/json", "", ["| expected Int, but the response is empty (status 200)"]),
    (204, nil, "", []), (202, nil, "", ["| the status 202 is not declared; declared: 200, 204, 4XX, 404"]),
    (400, "application/problem+json", "{}", ["title| 'title' is missing"]),
    // Nothing is said about the body of a response without a content.
    (404, "text/html", "<p>", []),
  ]

  @Test(arguments: answers.indices) func choosesByStatusAndMediaType(index: Int) throws {
    let (status, type, body, faults) = Self.answers[index]
    #expect(try Self.faults(of: Self.client(Self.responses), body, type, status: status) == faults)
  }

  @Test func takesWhatIsDeclaredForAllOtherStatuses() throws {
    let client = try Self.client(#"{"default": {"description": "", "content": {"application/json": {"schema": {"type": "integer"}}}}}"#)
    #expect(try Self.faults(of: client, #""a""#) == ["| the response must be an integer, but is 'a'"])
    #expect(try Self.faults(of: client, #""a""#, status: 503) == ["| the response must be an integer, but is 'a'"])
  }

  /// Without a check, a server can answer whatever it wants.
  @Test func checksNothingUnlessAsked() async throws {
    let canned = Canned(headers: [.contentType: "application/json"], body: Array("null".utf8))
    let responses = #"{"200": {"description": "", "content": {"application/json": {"schema": {"type": "integer"}}}}}"#
    let reply = try await Self.client(responses, canned: canned, check: .off).call("op")
    #expect(reply.value.isNull && reply.contract.isEmpty)
    let strict = try Self.client(responses, canned: canned, check: .error)
    do throws(CallError) {
      try await strict.call("op")
      Issue.record("it passed")
    } catch {
      #expect(error.code == .contract && error.contract.map(\.message) == ["the response must be an integer, but is null"])
      #expect(error.contract.first?.location?.start.line == 3)
    }
  }

  /// Each value of a union can have several types, which contain more of them: a check ends in spite of that.
  @Test(.timeLimit(.minutes(1))) func checksDeepUnionsInBoundedTime() throws {
    let schemas = """
      {"A": {"type": "object", "properties": {"x": {"$ref": "#/components/schemas/U"}, "a": {"type": "integer"}}},
       "B": {"type": "object", "properties": {"x": {"$ref": "#/components/schemas/U"}, "a": {"type": "boolean"}}},
       "U": {"anyOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/B"}]}}
      """
    let body = String(repeating: #"{"x":"#, count: 60) + #"{"a": "neither"}"# + String(repeating: "}", count: 60)
    _ = try Self.faults(##"{"$ref": "#/components/schemas/U"}"##, body, schemas: schemas)
  }

  /// Types of the document can be used by an overlay, and a type that it declares takes the place of one of the document.
  @Test func namesTypesOfTheDocument() throws {
    let client = try Self.client(
      ##"{"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Tree"}}}}}"##,
      schemas: Self.pets)
    let service = try client.engine.plan("op").types
    #expect(service["Tree"]?.spelling == "(sub [Tree])" && service["Nothing"] == nil)
    #expect(service.late?.names.prefix(3) == ["Cat", "Dog", "Pet"])
    #expect(service["Pet"]?.spelling == "Cat | Dog" && service["Dog"]?.spelling == "(kind String, bark String, friend? Pet)")
  }
}
