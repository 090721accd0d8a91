import Dial
import Testing

/// References to names that schemas give themselves (JSON Schema 2020-12 Core section 8.2.2).
struct AnchorTests {
  private static func sample(_ reference: String, _ schemas: String) -> Sample {
    Sample(
      #""requestBody": {"required": true, "content": {"application/json": {"schema": {"$ref": "\#(reference)"}}}}"#, method: "post",
      components: #"{"schemas": {\#(schemas)}}"#)
  }

  private static let pet = #""Pet": {"$anchor": "pet", "type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}"#

  @Test func aSchemaIsFoundByItsAnchor() throws {
    let sample = Self.sample("#pet", Self.pet)
    #expect(try sample.warnings() == [])
    #expect(sample.request(#"{"name": "Rex"}"#) == "POST /v1/x\n\n{\"name\":\"Rex\"}")
    #expect(sample.request().hasPrefix("missing argument 'name'"))
  }

  /// An example, or a property with this name, is no anchor.
  @Test(arguments: [
    #""A": {"example": {"$anchor": "pet", "type": "string"}}"#, #""A": {"properties": {"$anchor": {"type": "string"}}}"#, "",
  ])
  func whatIsNoAnchorIsNotFound(schemas: String) throws {
    #expect(Self.sample("#pet", schemas).request(#"{"_": 1}"#) == "POST /v1/x\n\n1")
  }

  @Test func anchorsOfParametersAndCyclesWork() throws {
    let sample = Self.sample(
      "#node", ##""Node": {"$anchor": "node", "type": "object", "properties": {"next": {"$ref": "#node"}, "a": {"type": "integer"}}}"##)
    #expect(sample.request(#"{"a": 1, "next": {"a": 2}}"#) == "POST /v1/x\n\n{\"next\":{\"a\":2},\"a\":1}")
    var missing = Sample(##""parameters": [{"$ref": "#none"}]"##)
    missing.document = missing.document.replacing(#""paths": {"#, with: #""paths": {"/y": {"get": {"operationId": "other"}}, "#)
    #expect(missing.request() == "'#none' does not exist in the document")
    #expect(try missing.client().prepare("other").request.url == "https://api.test/v1/y")
  }

  /// A reference relative to `$id` names a URL or a file, and is the fault of the operation that uses it.
  @Test(arguments: [
    ("https://example.com/pet.json", "'https://example.com/pet.json' is a URL, which is not read"),
    ("pet.json", "a spec that is not a file cannot name other files"),
  ])
  func anIdIsNotRead(reference: String, message: String) throws {
    let sample = Self.sample(
      reference, #""Pet": {"$id": "https://example.com/pet.json", "type": "object", "properties": {"a": {"type": "string"}}}"#)
    let sent = sample.request(#"{"a": "b"}"#)
    #expect(!sent.hasPrefix("POST"), "\(sent)")
    if reference.contains("://") { #expect(sent.hasPrefix(message)) }
  }

  /// A document can name itself by the URI that it has.
  @Test(arguments: [
    ("https://e.com/api#/components/schemas/S", []), ("#/components/schemas/S", []),
    ("https://e.com/other#/components/schemas/S", ["document-reference"]),
  ])
  func aDocumentHasAURI(reference: String, findings: [String]) throws {
    let document = """
      openapi: 3.2.0
      $self: https://e.com/api
      servers: [{url: "https://api.shop.io"}]
      components: {schemas: {S: {type: object, properties: {q: {type: integer}}}}}
      paths: {/op: {post: {operationId: op, requestBody: {content: {application/json: {schema: {$ref: "\(reference)"}}}}}}}
      """
    #expect(Spec.check(yaml: Array(document.utf8), name: "shop.yaml").map(\.id) == findings)
  }
}
