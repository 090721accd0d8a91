import Dial
import DialBuild
import DialEngine
import DialTesting
import Testing

/// The Swift of `TypesAndShapes.md`. Its client uses the mocks of the spec.
struct TypesAndShapesSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/TypesAndShapes.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec) -> Dial.Client { .mocked(spec) }

  @Test func reading() async throws {
    // sample
    let pairs = Client(try Spec.load("pairs.yaml"))
    let (name, id): (String, Int) = try await pairs.one()
    #expect((name, id) == ("Ann", 7))
  }
}
