import Dial
import DialBuild
import DialEngine
import DialMessage
import DialStreams
import DialTesting
import Testing

/// The Swift of `Polling.md`. Its client uses the mocks of the spec.
struct PollingSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Polling.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec) -> Dial.Client { .mocked(spec) }

  private let output = Output()

  @Test func polling() async throws {
    func print(_ items: Any...) { output.print(items) }
    // sample
    let jobs = Client(try Spec.load("jobs.yaml"))
    let result = try await jobs.poll("job", ["id": 7])
    print(result.rows)  // 5
    do {
      try await jobs.poll("broken", [:], PollOptions(timeout: .seconds(60)))
    } catch {
      print(error.code, error.attempts)  // failed 2
    }
    #expect(output.text == "5\nfailed 2")
  }
}
