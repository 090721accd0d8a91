import Dial
import TestSupport
import Testing

@testable import DialBuild
@testable import DialModel

/// The responses and types of a document, read from its compiled form.
struct ResponseStoreTests {
  @Test func storesResponsesAndTypes() throws {
    let folder = try TemporaryFolder()
    let filler = String(repeating: "A long description. ", count: 600)
    let path = try folder.write(
      "shop.yaml",
      """
      openapi: 3.1.0
      info: {title: t, version: "1", description: \(filler)}
      servers: [{url: "https://api.test"}]
      components:
        schemas:
          Cat: {type: object, required: [lives], properties: {lives: {enum: [7, nine]}, twin: {$ref: "#/components/schemas/Cat/properties/lives"}}}
          Pet: {oneOf: [{$ref: "#/components/schemas/Cat"}, {type: array, prefixItems: [{type: string}]}], discriminator: {propertyName: kind}}
      paths:
        /x:
          get:
            operationId: op
            responses:
              "200": {description: "", content: {application/json: {schema: {$ref: "#/components/schemas/Pet"}}}}
              4XX: {description: "", content: {text/plain: {}, application/json: {schema: {type: string, minLength: 2}}}}
      """)
    let store = SpecStore(folder.path + "/store")
    for _ in 0..<2 {
      let service = try Spec.load(path, store: store).service
      let responses = try #require(service.endpoints["op"]).responses
      #expect(responses.all.map(\.status) == ["200", "4XX"] && responses.all[1].mediaTypes == ["text/plain", "application/json"])
      #expect(responses.response(for: 404)?.contents[1].constraints.compactMap(\.phrase) == ["have at least 2 characters"])
      #expect(responses.success?.contents[0].shape?.spelling == "Pet")
      #expect(service.types["Pet"]?.spelling == "Cat | (item1? String)" && service.types.late?.names == ["Cat", "Pet"])
      #expect(service.types["Cat"]?.spelling == #"(lives 7 | "nine", twin? #/components/schemas/Cat/properties/lives)"#)
      #expect(service.types["#/components/schemas/Cat/properties/lives"]?.spelling == #"7 | "nine""#)
      #expect(service.types["Dog"] == nil)
    }
  }
}
