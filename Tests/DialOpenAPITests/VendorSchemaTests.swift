import Dial
import DialJSON
import DialModel
import Testing

@testable import DialEngine

/// Schemas as vendors write them, and the requests of calls.
struct VendorSchemaTests {
  private static func body(_ schema: String, _ type: String = "application/json") -> Sample {
    Sample(#""requestBody": {"required": true, "content": {"\#(type)": {"schema": \#(schema)}}}"#, method: "post")
  }

  private static func query(_ schema: String) -> Sample {
    Sample(#""parameters": [{"name": "a", "in": "query", "allowEmptyValue": true, "schema": \#(schema)}]"#)
  }

  private static func kind(_ name: String, _ more: String = "") -> String {
    #"{"allOf": [{"required": ["type"], "properties": {"type": {"type": "string"\#(more)}}}, {"properties": {"type": {"enum": ["\#(name)"]}}}]}"#
  }

  private static let kinds = body(#"{"oneOf": [\#(kind("cat")), \#(kind("dog"))]}"#)

  /// Alternatives that name themselves in an `allOf`: Langfuse and Discord write them so.
  @Test(arguments: [
    (kinds, "{}", "missing argument 'type' (body, String)"), (kinds, #"{"type": "fish"}"#, "'type' must be 'cat' or 'dog', but is 'fish'"),
    (kinds, #"{"type": "dog"}"#, "POST /v1/x\n\n{\"type\":\"dog\"}"),
    (body(#"{"oneOf": [\#(kind("cat", #", "default": "cat""#)), \#(kind("dog"))]}"#), "{}", "POST /v1/x\n\n{}"),
  ])
  func anAlternativeNamesItself(sample: Sample, arguments: String, sent: String) { #expect(sample.request(arguments) == sent) }

  /// `allowEmptyValue` allows a text without characters beside the values of the type.
  @Test(arguments: [
    (#"{"type": "boolean"}"#, #""""#, "GET /v1/x?a="), (#"{"type": "boolean"}"#, "true", "GET /v1/x?a=true"),
    (#"{"type": "integer", "minimum": 3}"#, #""""#, "GET /v1/x?a="),
    (#"{"type": "integer", "minimum": 3}"#, "2", "'a' must be at least 3, but is 2"),
    (#"{"type": "string", "enum": ["x"]}"#, #""""#, "GET /v1/x?a="),
    (#"{"type": "string", "enum": ["x"]}"#, #""y""#, "'a' must be 'x' or '', but is 'y'"),
    (#"{"type": "string", "minLength": 3}"#, #""""#, "GET /v1/x?a="),
    (#"{"type": "string", "pattern": "^[a-z]$"}"#, #""""#, "GET /v1/x?a="),
    (#"{"type": "string", "pattern": "^[a-z]$"}"#, #""7""#, "'a' must match the pattern '^$|^[a-z]$', but is '7'"),
  ])
  func aValueMayBeEmpty(schema: String, value: String, sent: String) {
    #expect(Self.query(schema).request(#"{"a": \#(value)}"#) == sent)
  }

  /// One file or several, as the documents of images declare it.
  @Test func aFileOrSeveral() throws {
    let file = #"{"type": "string", "format": "binary"}"#
    for schema in [#"{"anyOf": [\#(file), {"type": "array", "items": \#(file)}]}"#, #"{"type": "array", "items": \#(file)}"#] {
      let sample = Self.body(#"{"type": "object", "properties": {"image": \#(schema)}}"#, "multipart/form-data")
      let model = try #require(try sample.spec().service.endpoints["op"])
      #expect(model.parameters.first { $0.name == "image" }?.shape.wrapped.spelling == "[Data]")
    }
    let text = Self.body(
      #"{"type": "object", "properties": {"image": {"anyOf": [\#(file), {"type": "string"}]}}}"#, "multipart/form-data")
    #expect(try text.spec().service.endpoints["op"]?.parameters.first { $0.name == "image" }?.shape.wrapped.spelling != "[Data]")
  }

  /// The server names the next page in the response, as Anthropic's does.
  @Test(arguments: [
    ("next_page", #"["string", "null"]"#, "l: {select: data, paginate: {cursor: next_page, as: page}}"),
    ("next_page", #""integer""#, "l: {select: data, paginate: {cursor: next_page, as: page}}"),
    ("size", #""integer""#, "l: {select: data, paginate: {page: page}}"),
    ("next_page", #""boolean""#, "l: {select: data, paginate: {page: page}}"),
    ("next_page", #""string", "format": "uri""#, "l: {select: data, paginate: {page: page}}"),
  ])
  func theNextPageIsNamed(member: String, type: String, advice: String) {
    let document = """
      {"openapi": "3.1.0", "servers": [{"url": "https://api.shop.io"}], "paths": {"/l": {"get": {"operationId": "l",
        "parameters": [{"name": "page", "in": "query", "schema": {"type": "string"}}],
        "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"type": "object", "properties": {
          "data": {"type": "array", "items": {}}, "\(member)": {"type": \(type)}}}}}}}}}}}
      """
    let notes = Spec.check(yaml: Array(document.utf8), name: "shop.json").first { $0.id == "document-pages" }?.notes ?? []
    #expect(notes.map(\.message) == [advice])
  }
}
