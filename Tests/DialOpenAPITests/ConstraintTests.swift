import CallTestSupport
import Dial
import DialJSON
import DialSyntax
import Testing

@testable import DialBuild
@testable import DialEngine

/// The constraints of a document, which are checked before anything is sent.
struct ConstraintTests {
  private static func document(_ version: String, _ operation: String) -> String {
    """
    {"openapi": "\(version)", "info": {"title": "t", "version": "1"}, "servers": [{"url": "https://api.test"}],
     "components": {"schemas": {"Size": {"type": "integer", "minimum": 1}, "Node": {"type": "object", "properties": {
       "name": {"type": "string", "maxLength": 2}, "next": {"$ref": "#/components/schemas/Node"}}}}},
     "paths": {"/x": {"post": {"operationId": "op", \(operation)}}}}
    """
  }

  private static func query(_ schema: String, _ version: String = "3.1.0") -> String {
    document(version, #""parameters": [{"name": "a", "in": "query", "schema": \#(schema)}]"#)
  }

  private static func body(_ properties: String) -> String {
    document(
      "3.1.0",
      #""requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": \#(properties)}}}}"#)
  }

  private func bound(_ document: String, _ arguments: String, _ options: CallOptions = .init()) throws -> String {
    let members = try #require(try JSON(parsing: arguments).asObject).map { ($0.name, $0.value) }
    let client = Client(try Spec.load(yaml: document, name: "shop.yaml", trust: .folder), transport: Canned())
    do throws(CallError) {
      return text(of: try client.prepare("op", Arguments(members: members), options).request)
    } catch {
      return error.message
    }
  }

  @Test(arguments: [
    (query(#"{"type": "integer", "minimum": 1}"#), "0", "'a' must be at least 1, but is 0"),
    (query(#"{"type": "integer", "minimum": 1, "exclusiveMinimum": true}"#, "3.0.3"), "1", "'a' must be greater than 1, but is 1"),
    (query(#"{"type": "integer", "maximum": 9, "exclusiveMaximum": true}"#, "3.0.3"), "9", "'a' must be less than 9, but is 9"),
    (query(#"{"type": "integer", "maximum": 9, "exclusiveMaximum": false}"#, "3.0.3"), "10", "'a' must be at most 9, but is 10"),
    (query(#"{"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}"#), "1", "'a' must be less than 1, but is 1"),
    // Keywords of one version are accepted in every version.
    (query(#"{"type": "number", "exclusiveMinimum": 0}"#, "3.0.3"), "0", "'a' must be greater than 0, but is 0"),
    (query(#"{"type": "number", "multipleOf": 0.1}"#), "0.35", "'a' must be a multiple of 0.1, but is 0.35"),
    (query(#"{"type": "string", "minLength": 2, "maxLength": 3}"#), #""a""#, "'a' must have at least 2 characters, but has 1"),
    (query(#"{"type": "string", "pattern": "^\\d+$"}"#), #""x""#, #"'a' must match the pattern '^\d+$', but is 'x'"#),
    (query(#"{"type": "string", "enum": ["asc", "desc"]}"#), #""up""#, "'a' must be 'asc' or 'desc', but is 'up'"),
    (query(#"{"type": "object", "properties": {"b": {}}}"#), "5", "'a' must be an object, but is 5"),
    (query(#"{"type": "object", "properties": {"b": {}}}"#), #""{\"b\":1}""#, #"'a' must be an object, but is '{"b":1}'"#),
    (query(#"{"type": "object", "properties": {"b": {}}}"#), "[1]", "'a' must be an object, but is an array"),
    (
      query(#"{"oneOf": [{"type": "object", "properties": {"b": {}}}, {"type": "object", "properties": {"c": {}}}]}"#), "true",
      "'a' must be an object, but is true"
    ),
    (body(##"{"a": {"$ref": "#/components/schemas/Node"}}"##), #""n""#, "'a' must be an object, but is 'n'"),
    (body(##"{"a": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}}}"##), "[{}, 1]", "'a[1]' must be an object, but is 1"),
    (body(##"{"a": {"$ref": "#/components/schemas/Node"}}"##), #"{"next": 7}"#, "'a.next' must be an object, but is 7"),
    (query(#"{"type": "integer", "enum": ["1", 2, null]}"#), "3", "'a' must be '1' or '2', but is '3'"),
    (query(#"{"const": 5}"#), "6", "'a' must be '5', but is '6'"),
    (
      query(#"{"type": "array", "maxItems": 1, "uniqueItems": true}"#), "[1, 1]",
      "'a' must have at most 1 item, but has 2\n'a' must have distinct items, but repeats 1"
    ),
    (
      query(#"{"type": "array", "items": {"type": "string", "enum": ["a", "b"]}}"#), #"["a", "c"]"#,
      "'a[1]' must be 'a' or 'b', but is 'c'"
    ),
    (query(##"{"$ref": "#/components/schemas/Size", "maximum": 5}"##), "6", "'a' must be at most 5, but is 6"),
    (query(##"{"anyOf": [{"$ref": "#/components/schemas/Size"}, {"type": "null"}]}"##), "0", "'a' must be at least 1, but is 0"),
    (query(##"{"allOf": [{"$ref": "#/components/schemas/Size"}, {"maximum": 5}]}"##), "6", "'a' must be at most 5, but is 6"),
    (body(#"{"a": {"type": "string", "maxLength": 1}}"#), #""ab""#, "'a' must have at most 1 character, but has 2"),
    (
      body(##"{"a": {"$ref": "#/components/schemas/Node"}}"##), #"{"name": "long", "next": {"name": "long"}}"#,
      "'a.name' must have at most 2 characters, but has 4\n'a.next.name' must have at most 2 characters, but has 4"
    ),
    (
      body(#"{"a": {"type": "array", "items": {"type": "object", "properties": {"n": {"type": "integer", "maximum": 1}}}}}"#),
      #"[{"n": 1}, {"n": 2}]"#, "'a[1].n' must be at most 1, but is 2"
    ),
  ])
  func areChecked(document: String, argument: String, gives: String) throws {
    let arguments = #"{"a": \#(argument)}"#
    #expect(try bound(document, arguments) == gives)
    #expect(try bound(document, arguments, CallOptions(ignoresConstraints: true)).hasPrefix("POST /x"))
  }

  /// Alternatives, nulls, and what is not understood.
  @Test(arguments: [
    (query(#"{"oneOf": [{"type": "string", "maxLength": 1}, {"type": "integer"}]}"#), #""ab""#),
    (query(#"{"type": ["string", "null"], "enum": ["a"]}"#), "null"),
    (query(#"{"type": "string", "pattern": "(a)\\1"}"#), #""b""#),
    (query(#"{"type": "array", "minLength": 9, "items": {"type": "string"}}"#), #"["a"]"#),
    (query(#"{"type": "integer", "minimum": "x", "multipleOf": 0}"#), "1"),
    (query(#"{"type": "integer", "minimum": 9, "maximum": 1}"#), "5"),
    // Without `type: object`, members say nothing about other values; without members, it often stands for any value.
    (query(#"{"properties": {"b": {}}}"#), "3"), (query(#"{"required": ["b"]}"#), #""x""#), (query(#"{"type": "object"}"#), "3"),
    (query(#"{"type": ["object", "string"], "properties": {"b": {}}}"#), #""x""#),
    (query(#"{"oneOf": [{"type": "object", "properties": {"b": {}}}, {"properties": {"c": {}}}]}"#), "3"),
  ])
  func pass(document: String, argument: String) throws {
    #expect(try bound(document, #"{"a": \#(argument)}"#).hasPrefix("POST /x"))
  }

  @Test(arguments: [
    (
      #"{"type": "string", "pattern": "[a"}"#,
      "the pattern '[a' is not understood, so it is not checked: column 1: '[' is not closed"
    ),
    (#"{"type": "integer", "minimum": "x"}"#, "'minimum' must be a number, so it is not checked"),
    (#"{"type": "integer", "multipleOf": 0}"#, "'multipleOf' must be greater than 0, so it is not checked"),
    (#"{"type": "string", "maxLength": -1}"#, "'maxLength' must be an integer of at least 0, so it is not checked"),
    (
      #"{"type": "integer", "minimum": 9, "maximum": 1}"#,
      "no value is allowed: 'a' cannot be at least 9 and be at most 1 at the same time"
    ),
  ])
  func isAWarning(schema: String, message: String) throws {
    let found = try Spec.load(yaml: Self.query(schema), name: "shop.yaml", trust: .folder).service.endpoints.findings
    #expect(found.filter { $0.severity == .warning }.map(\.message).contains(message), "\(found.map(\.message))")
    #expect(!found.contains { $0.severity == .error })
  }

  @Test func areThoseOfTheLineOfTheDocument() throws {
    let document = """
      openapi: 3.1.0
      info: {title: t, version: '1'}
      servers: [{url: 'https://api.test'}]
      paths:
        /x:
          get:
            operationId: op
            parameters:
              - name: a
                in: query
                schema:
                  type: integer
                  minimum: 5
      """
    let client = Client(try Spec.load(yaml: document, name: "shop.yaml", trust: .folder), transport: Canned())
    do throws(CallError) {
      _ = try client.prepare("op", ["a": 1])
      Issue.record("nothing is wrong")
    } catch {
      #expect(error.faults.map { $0.location?.start.line } == [13])
    }
  }
}
