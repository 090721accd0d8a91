import Dial
import DialBuild
import DialEngine
import DialMessage
import Testing

/// The Swift of `Dial.md`.
struct DialSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Dial.md").spec(name) }
  }

  @Test func preparing() throws {
    // sample
    let users = Client(try Spec.load("users.yaml"), variables: ["API_TOKEN": "t0p"])
    let draft = try users.prepare("search", ["q": "a&b"])
    #expect(draft.url == "https://api.example.com/v1/users?q=a%26b&page=1")
  }
}
