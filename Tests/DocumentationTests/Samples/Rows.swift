import Dial
import DialBuild
import DialEngine
import DialTesting
import Testing

/// The Swift of `Rows.md`. Its client uses the mock of a spec.
struct RowsSamples {
  private let output = Output()

  @Test func rows() async throws {
    let output = output
    @Sendable func print(_ items: Any...) { output.print(items) }
    let users = Client.mocked(
      try Spec.load(
        yaml: """
          base: https://api.test
          endpoints: {create: {POST: "/users (name String)", mock: {status: 201, json: {id: 7}}}}
          """))
    let rows: [Arguments] = [["name": "Ann"], ["nam": "Bo"]]
    // sample
    for try await result in users.each("create", rows, parallel: 8) {
      switch result.outcome {
      case .success(let reply): print(result.row, reply.value)
      case .failure(let error): print(result.row, error)
      }
    }
    #expect(output.text.hasPrefix("1 {\"id\":7}\n2 "))
    #expect(output.text.contains("unknown argument 'nam'"))
  }
}
