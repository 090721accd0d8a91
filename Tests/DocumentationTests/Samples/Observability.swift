import Dial
import DialBuild
import DialEngine
import DialMessage
import DialTesting
import InMemoryTracing
import Logging
import Testing

/// The Swift of `Observability.md`. Its clients use the mocks of the spec.
struct ObservabilitySamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Observability.md").spec(name) }
  }
  private let tracer = InMemoryTracer()
  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  @Test func logging() async throws {
    // sample
    let people = Client(try Spec.load("people.yaml"), logger: Logger(label: "people"))
    #expect(try people.prepare("get", ["id": 7]).url == "https://api.example.com/users/7")
  }

  @Test func tracing() async throws {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    func Client(_ spec: Dial.Spec, instruments: Instruments) -> Dial.Client {
      .init(spec, transport: MockTransport(spec), instruments: instruments)
    }
    // sample
    let traced = Client(try Spec.load("people.yaml"), instruments: Instruments(tracer: tracer, metrics: nil))
    try await traced.get(id: 7)
    for span in tracer.finishedSpans { print(span.kind, span.operationName) }
    // client GET /users/{id}
    // internal get
    #expect(output.text == "client GET /users/{id}\ninternal get")
  }
}
