import Dial
import DialEngine
import DialMessage
import DialStreams
import DialTesting
import Testing

/// The Swift of `Streams.md`. Its client uses the mocks of the spec.
struct StreamsSamples {
  private var client: Client {
    get throws { .mocked(try Page(Page.catalogue + "/Streams.md").spec("streams.yaml")) }
  }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  @Test func loops() async throws {
    let client = try client
    // sample
    for try await word in client.stream("chat", ["model": "m"]) { print(word.asString ?? "") }
    for try await event in client.events("feed") { print(event.event ?? "message", event.id ?? "", event.data) }
    var size = 0
    for try await piece in client.bytes("log") { size += piece.count }
    #expect(output.text == "Every service\n is a file.\nnews 7 one\nnews 8 two")
    #expect(size == 15)
  }

  @Test func results() async throws {
    let client = try client
    // sample
    let rows = client.stream("rows").onOpen { head in print(head.status.code) }
    for await result in rows.results {
      switch result {
      case .success(let row): print(row.name)
      case .failure(let error): print(error.message)
      }
    }
    #expect(output.text == "200\n\"Ann\"\nline 2 of the stream does not match Row: 'name' is missing, expected String")
  }

  @Test func whole() async throws {
    let client = try client
    // sample
    let words: [String] = try await client.chat(model: "m")
    #expect(words == ["Every service", " is a file."])
  }
}
