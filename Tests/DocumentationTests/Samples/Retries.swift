import Dial
import DialBuild
import DialEngine
import DialMessage
import DialModel
import DialTesting
import Testing

/// The Swift of `Retries.md`. Its client uses the mocks of the spec.
struct RetriesSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Retries.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec) -> Dial.Client { .mocked(spec) }

  private let output = Output()

  @Test func attempts() async throws {
    let output = output
    @Sendable func print(_ items: Any...) { output.print(items) }
    // sample
    let jobs = Client(try Spec.load("jobs.yaml"))
    jobs.on { event in
      if case .retried(let attempt, _, let reason) = event.kind { print("attempt \(attempt) after: \(reason)") }
    }
    let state = try await jobs.call("state", [:], CallOptions(retries: 5))
    print(state.metrics.attempts)  // 3

    do {
      try await jobs.down()
    } catch {
      print(error.attempts, error.mayPass)  // 4 true
      print(error.earlier[0].message)  // the server responded with 503
    }
    let lines = output.text.split(separator: "\n").filter { !$0.hasPrefix("attempt ") }
    #expect(lines == ["3", "4 true", "the server responded with 503"])
    #expect(output.text.split(separator: "\n").count == 3 + 2 + 3)

    // sample
    jobs.use("retry") { request, next in try await next(request) }  // one attempt, even if the spec sets `retry`
    #expect(try await jobs.call("down", [:], CallOptions(accept: .any)).metrics.attempts == 1)
  }
}
