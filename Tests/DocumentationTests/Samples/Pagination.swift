import Dial
import DialBuild
import DialEngine
import DialMessage
import DialStreams
import DialTesting
import Testing

/// The Swift of `Pagination.md`. Its client uses the mocks of the spec.
struct PaginationSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Pagination.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec) -> Dial.Client { .mocked(spec) }

  private let output = Output()

  @Test func pages() async throws {
    let output = output
    @Sendable func print(_ items: Any...) { output.print(items) }
    // sample
    let shop = Client(try Spec.load("items.yaml"))
    for try await item in shop.items("list", ["q": "cup"]) {
      print(item.id, item.name)  // 1 "Pen", 2 "Ink", 3 "Cup"
    }

    let bounded = PageOptions(maxPages: 1, prefetch: true) { end in
      print(end.reason, end.next?.address ?? "nothing")  // maxPages argument("cursor", "Mg")
    }
    for try await page in shop.pages("list", [:], bounded) {
      print(page.status.code, page.value.asArray?.count ?? 0)  // 200 2
    }
    // The mock repeats its last response.
    #expect(output.text == "1 \"Pen\"\n2 \"Ink\"\n3 \"Cup\"\n200 1\nlast nothing")
  }
}
