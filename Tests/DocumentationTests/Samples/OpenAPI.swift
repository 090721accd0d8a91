import Dial
import DialBuild
import DialEngine
import DialMessage
import Testing

/// The Swift of `OpenAPI.md`.
struct OpenAPISamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/OpenAPI.md").spec(name) }
  }

  @Test func preparing() throws {
    // sample
    let shop = Client(try Spec.load("petshop.yaml"), variables: ["PETSHOP_TOKEN": "t0p"])
    let draft = try shop.prepare("listPets", ["tags": ["small", "brown"]])
    #expect(draft.url == "https://api.example.com/v1/pets?tags=small,brown")
  }
}
