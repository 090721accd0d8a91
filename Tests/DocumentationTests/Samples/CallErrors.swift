import Dial
import DialBuild
import DialEngine
import DialMessage
import DialTesting
import Testing

/// The Swift of `CallErrors.md`. Its client uses the mocks of the spec.
struct CallErrorsSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/CallErrors.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec, variables: Variables) -> Dial.Client { .mocked(spec, variables: variables) }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  @Test func catching() async throws {
    // sample
    let users = Client(try Spec.load("users.yaml"), variables: ["API_TOKEN": "t0p"])
    do {
      try await users.getUser(id: 7)
    } catch {
      switch error.code {
      case .status where error.status?.code == 404: print("there is no such user")
      case .connect, .timeout: print("try again later")
      default: print(error)
      }
      print(error.failure?.code ?? "")  // "gone"
    }
    #expect(output.text == "there is no such user\n\"gone\"")
  }
}
