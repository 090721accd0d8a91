import Dial
import Testing

/// What makes any value fit a schema by mistake is a warning of a check.
struct SchemaMistakeTests {
  private func found(_ operation: String, _ more: String = "") -> [String] {
    let text = """
      openapi: 3.1.0
      servers: [{url: "https://api.shop.io"}]
      paths: {/op: {post: {operationId: op, \(operation)}}}
      \(more)
      """
    return Spec.check(yaml: Array(text.utf8), name: "shop.yaml").map { "\($0.severity) \($0.id): \($0.message)" }
  }

  private static let gone =
    "warning document-reference: '#/components/schemas/Gone' does not exist in the document, so nothing is known of the value"
  private static func noType(_ word: String) -> String {
    "warning document-type: '\(word)' is not a type, so any value fits; the types are string, number, integer, boolean, array and object"
  }
  private static let followed = "warning document-reference: '$dynamicRef' is not followed, so nothing is known of the value"

  @Test(arguments: [
    (##"parameters: [{name: a, in: query, schema: {$ref: "#/components/schemas/Gone"}}]"##, [gone]),
    (##"requestBody: {content: {application/json: {schema: {properties: {a: {items: {$ref: "#/components/schemas/Gone"}}}}}}}"##, [gone]),
    (##"responses: {default: {description: d, content: {application/json: {schema: {$ref: "#/components/schemas/Gone"}}}}}"##, [gone]),
    (##"responses: {"200": {headers: {X-A: {schema: {$ref: "#/components/schemas/Gone"}}}}}"##, [gone]),
    ("parameters: [{name: a, in: query, schema: {type: strnig}}]", [noType("strnig")]),
    ("parameters: [{name: a, in: query, schema: {type: [integer, nul]}}]", [noType("nul")]),
    ("parameters: [{name: a, in: query, schema: {type: array, items: {type: int}}}]", [noType("int")]),
    (##"parameters: [{name: a, in: query, schema: {$dynamicRef: "#node"}}]"##, [followed]),
  ])
  func areFound(operation: String, messages: [String]) { #expect(found(operation) == messages) }

  /// A schema that several operations have is told once, and a mistake behind references, too.
  @Test func areFoundOnce() {
    let schema = ##"schema: {$ref: "#/components/schemas/A"}"##
    let schemas =
      ##"components: {schemas: {A: {properties: {a: {$ref: "#/components/schemas/B"}}}, B: {type: text, not: {$ref: "#/components/schemas/A"}}}}"##
    let operation =
      "requestBody: {content: {application/json: {\(schema)}}}, responses: {'200': {content: {application/json: {\(schema)}}}}"
    #expect(found(operation, schemas) == [Self.noType("text")])
  }

  /// Names, examples and words of others are no keywords.
  @Test(arguments: [
    "parameters: [{name: a, in: query, schema: {properties: {type: {type: string}, $ref: {type: string}}}}]",
    "parameters: [{name: a, in: query, schema: {type: object, example: {type: x}, default: {type: y}, x-form: {type: z}}}]",
    "parameters: [{name: a, in: query, examples: {type: {value: {type: x}}}, schema: {type: string}}]",
    "requestBody: {content: {application/json: {schema: {discriminator: {propertyName: k, mapping: {type: B, a: C}}, properties: {k: {type: string}}}}}}",
    "responses: {'200': {links: {next: {operationId: op, parameters: {type: $response.body#/type}}}}}",
    "parameters: [{name: a, in: query, schema: {type: [string, 'null']}}]",
    "parameters: [{name: a, in: query, schema: {dependentRequired: {type: [name]}, dependencies: {type: [name]}}}]",
    ##"responses: {"200": {links: {next: {operationId: op, requestBody: {type: $response.body#/type, a: {$ref: '#/gone'}}}}}}"##,
  ])
  func areNotFound(operation: String) { #expect(found(operation) == []) }
}
