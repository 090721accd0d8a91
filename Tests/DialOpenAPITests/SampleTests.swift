import Dial
import DialTesting
import Testing

/// The responses that mocks make of schemas. They follow the schemas.
struct SampleTests {
  fileprivate func response(_ schema: String, _ schemas: String = "{}") async throws -> String {
    let sample = Sample(
      #""responses": {"200": {"description": "", "content": {"application/json": {"schema": \#(schema)}}}}"#,
      components: #"{"schemas": \#(schemas)}"#)
    let reply = try await Client.mocked(try sample.spec()).prepare("op").send()
    return String(decoding: reply.body, as: UTF8.self)
  }

  /// A union behind an `allOf` or beside null, and a schema that ends only with null.
  @Test(arguments: [
    (##"{"allOf": [{"$ref": "#/components/schemas/Ints"}], "description": "x"}"##, "1"),
    (##"{"oneOf": [{"type": "null"}, {"$ref": "#/components/schemas/Either"}]}"##, #"{"k":"text"}"#),
    (##"{"anyOf": [{"$ref": "#/components/schemas/Either"}, {"type": "null"}]}"##, #"{"k":"text"}"#),
  ])
  func aUnionIsWrapped(schema: String, body: String) async throws {
    let schemas = #"""
      {"Ints": {"oneOf": [{"type": "integer"}, {"type": "array", "items": {"type": "integer"}}]},
       "Either": {"oneOf": [{"type": "object", "required": ["k"], "properties": {"k": {"type": "string"}}},
                            {"type": "object", "properties": {"l": {"type": "string"}}}]}}
      """#
    #expect(try await response(schema, schemas) == body)
  }

  /// A list or another alternative ends a recursion.
  @Test func aRecursionEnds() async throws {
    let schemas = ##"""
      {"L": {"type": "object", "required": ["kids"], "properties": {"kids": {"type": "array", "items": {"$ref": "#/components/schemas/L"}}}},
       "T": {"oneOf": [{"type": "object", "required": ["l"], "properties": {"l": {"$ref": "#/components/schemas/T"}}}, {"type": "integer"}]}}
      """##
    let list = try await response(##"{"$ref": "#/components/schemas/L"}"##, schemas)
    #expect(list.contains(#"{"kids":[]}"#) && !list.contains("{}"), "\(list)")
    let tree = try await response(##"{"$ref": "#/components/schemas/T"}"##, schemas)
    #expect(tree.contains(#"{"l":1}"#) && !tree.contains("{}"), "\(tree)")
  }

  @Test func aRecursionEndsWithNull() async throws {
    let schemas = ##"""
      {"Node": {"type": "object", "required": ["next"], "properties": {"next": {"anyOf": [{"$ref": "#/components/schemas/Node"}, {"type": "null"}]}}}}
      """##
    let body = try await response(##"{"$ref": "#/components/schemas/Node"}"##, schemas)
    #expect(body.hasSuffix(#"{"next":null}}}}}}}}"#), "\(body)")
  }

  /// Headers that a response must have, and those with an example. A link could lead to a page that no mock has.
  @Test func headers() async throws {
    let sample = Sample(
      #"""
      "responses": {"200": {"description": "", "headers": {
        "X-Rate": {"required": true, "schema": {"type": "integer", "minimum": 7}}, "X-Sum": {"schema": {"type": "string", "example": "abc"}},
        "X-List": {"required": true, "schema": {"type": "array", "items": {"enum": ["a"]}}}, "Link": {"example": "</l?page=2>; rel=next"},
        "X-Named": {"examples": {"a": {"value": "b"}}}, "ETag": {"required": true, "schema": {"type": "string"}},
        "Content-Type": {"required": true, "schema": {"type": "string"}}, "Content-Length": {"required": true, "example": 7},
        "no name": {"required": true, "example": "x"}, "X-Lines": {"example": "a\r\nb"}}, "content": {"application/json": {}}}}
      """#)
    let reply = try await Client.mocked(try sample.spec()).prepare("op").send()
    let own = reply.headers.filter { !["content-length", "content-type", "date"].contains($0.name.canonicalName) }
    #expect(own.map { "\($0.name): \($0.value)" } == ["X-Rate: 7", "X-Sum: abc", "X-List: a", "X-Named: b"])
    #expect(reply.headers[.contentType] == "application/json")
  }

  private static let pets = ##"""
    {"Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}}},
     "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"const": "dog"}, "tail": {"type": "boolean"}}},
     "Pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}], "discriminator": {"propertyName": "kind"}},
     "Base": {"type": "object", "properties": {"id": {"type": "integer"}, "kind": {"type": "string"}},
       "oneOf": [{"$ref": "#/components/schemas/Small"}, {"$ref": "#/components/schemas/Large"}]},
     "Small": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"kind": {"const": "small"}, "s": {"type": "boolean"}}}]},
     "Large": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"kind": {"const": "large"}, "l": {"type": "boolean"}}}]}}
    """##

  @Test(arguments: [
    ("Pet", #"{"kind":"cat","lives":1}"#), ("Dog", #"{"kind":"dog","tail":true}"#),
    // A schema whose parent lists it as an alternative is that alternative.
    ("Large", #"{"id":1,"kind":"large","l":true}"#), ("Base", #"{"id":1,"kind":"small","s":true}"#),
  ])
  func anAlternativeIsOneOfThem(name: String, body: String) async throws {
    #expect(try await response(##"{"$ref": "#/components/schemas/\##(name)"}"##, Self.pets) == body)
  }

  @Test(arguments: [
    (#"{"type": "integer", "maximum": -3}"#, "-3"), (#"{"type": "integer", "exclusiveMinimum": 7}"#, "8"),
    (#"{"type": "integer", "minimum": 10, "multipleOf": 10}"#, "10"), (#"{"type": "number", "maximum": 1, "exclusiveMinimum": 0}"#, "0.5"),
    (#"{"type": "string", "maxLength": 2}"#, #""te""#), (#"{"type": "string", "minLength": 6}"#, #""texttt""#),
    (#"{"type": "array", "minItems": 2, "items": {"type": "boolean"}}"#, "[true,true]"),
    (#"{"type": "array", "minItems": 3, "uniqueItems": true, "items": {"type": "integer"}}"#, "[1,3,4]"),
    (#"{"type": "string", "pattern": "^[A-Z]{3}\\d$"}"#, "\"AAA1\""), (#"{"type": "integer", "minimum": 10, "multipleOf": 7}"#, "14"),
    (#"{"type": "array", "minItems": 1000000000, "items": {"maxItems": 1, "type": "array"}}"#, "["),
  ])
  func constraintsAreFollowed(schema: String, body: String) async throws {
    let text = try await response(schema)
    #expect(text == body || body == "[" && text.hasPrefix("[[") && text.utf8.count < 200, "\(text)")
  }
}

extension SampleTests {
  /// Of a member in two parts, both parts hold; an example is the value.
  @Test(arguments: [
    (#"{"allOf": [{"properties": {"t": {"enum": ["DOC"]}}}, {"properties": {"t": {"type": "string"}}}]}"#, #"{"t":"DOC"}"#),
    (#"{"allOf": [{"properties": {"t": {"type": "string"}}}, {"properties": {"t": {"minLength": 6}}}]}"#, #"{"t":"texttt"}"#),
    (#"{"allOf": [{"properties": {"t": {"type": "string", "example": "a"}}}, {"properties": {"t": {"maxLength": 6}}}]}"#, #"{"t":"a"}"#),
  ])
  func aMemberOfTwoParts(schema: String, body: String) async throws { #expect(try await response(schema) == body) }

  /// An object for whose members there is no room is left out, if it may be.
  @Test func aRecursionEndsWithoutAMember() async throws {
    let schemas = ##"""
      {"T": {"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}, "next": {"$ref": "#/components/schemas/T"}}}}
      """##
    let body = try await response(##"{"$ref": "#/components/schemas/T"}"##, schemas)
    #expect(body.contains(#""next":{"name":"text"}}"#) && !body.contains("{}"), "\(body)")
  }
}
