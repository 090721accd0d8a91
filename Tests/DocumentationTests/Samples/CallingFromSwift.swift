import Dial
import DialBuild
import DialEngine
import DialMessage
import DialModel
import DialTesting
import Foundation
import Testing

/// The Swift of `CallingFromSwift.md`. Its client uses the mocks of the spec.
struct CallingFromSwiftSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/CallingFromSwift.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec, variables: Variables) -> Dial.Client { .mocked(spec, variables: variables) }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  private var shop: Dial.Client {
    get throws {
      // sample
      let shop = Client(try Spec.load("shop.yaml"), variables: .environment)
      return shop
    }
  }

  @Test func calling() async throws {
    let shop = try shop
    // sample
    let reply = try await shop.call("item", ["id": 1])
    print(reply.status.code, reply.headers["etag"] ?? "")  // 200 "7"

    let pen = try await shop.item(id: 1)
    try await shop.admin.close()
    try await shop["admin"]["close"]()
    #expect(output.text == "200 \"7\"")
    #expect(pen.name.asString == "Pen")
  }

  @Test func arguments() async throws {
    let (shop, log) = Dial.Client.recording(try Spec.load("shop.yaml"))
    // sample
    struct Draft: Codable {
      var name: String
      var price: Double
    }

    let query: String? = nil
    let draft = try shop.prepare("list", ["q": query, "since": Date(timeIntervalSince1970: 0)])
    print(draft.url)  // https://api.example.com/items?page=1&since=1970-01-01T00%3A00%3A00Z

    try await shop.order(item: 1, note: .null, address: ["city": "Oslo", "zip": "0150"])
    try await shop.replace(Draft(name: "Pen", price: 1.2), id: 1)
    try await shop.photo(id: 1, photo: File(bytes: [0xFF, 0xD8], filename: "pen.jpg"))  // or .file("pen.jpg")
    #expect(output.text == "https://api.example.com/items?page=1&since=1970-01-01T00%3A00%3A00Z")
    #expect(log.requests.map(\.endpoint) == ["order", "replace", "photo"])
  }

  @Test func encodedArguments() async throws {
    let shop = try shop
    // sample
    struct Search: Encodable {
      var q: String
      var since: Date?
    }

    print(try shop.prepare("list", Arguments(encoding: Search(q: "pen"))).url)  // https://api.example.com/items?q=pen&page=1
    #expect(output.text == "https://api.example.com/items?q=pen&page=1")
  }

  @Test func reading() async throws {
    let shop = try shop
    // sample
    let items = try await shop.list()
    print(items[0].name, items[-1].id.asInt ?? 0)  // "Pen" 2
    print(items["[?price > `2`].name"])  // ["Ink"]
    print(items[0].price.asDecimal ?? 0, items[0].price)  // 1.1 1.10
    #expect(output.text == "\"Pen\" 2\n[\"Ink\"]\n1.1 1.10")
  }

  @Test func missing() async throws {
    let items = try await shop.list()
    // sample
    let missing = items[0].owner.name
    print(missing.asString ?? "nobody")  // nobody
    do {
      _ = try missing.decode(String.self)
    } catch {
      print(error)  // 'owner' is missing in 'items[0]'
    }
    #expect(output.text == "nobody\n'owner' is missing in 'items[0]'")
  }

  @Test func typed() async throws {
    let shop = try shop
    let items = try await shop.list()
    // sample
    struct Item: Decodable {
      var id: Int
      var name: String
    }

    let (id, state): (Int, String) = try await shop.order(item: 1)
    let all: [Item] = try await shop.list()
    let first = try items[0].decode(Item.self)
    let rows = try items["[*].[id, name]"].tuples(Int.self, String.self)
    #expect((id, state) == (12, "new"))
    #expect(all.map(\.name) == ["Pen", "Ink"] && first.id == 1)
    #expect(rows.map(\.1) == ["Pen", "Ink"])
  }

  @Test func options() async throws {
    let shop = try shop
    // sample
    let options = CallOptions(timeout: .seconds(5), headers: ["X-Trace": "1"], query: ["debug": true], accept: .codes(200, 404))
    let reply = try await shop.call("item", ["id": 1], options)
    #expect(reply.url == "https://api.example.com/items/1?debug=true")
  }

  @Test func drafts() async throws {
    let shop = try shop
    // sample
    var draft = try shop.prepare("order", ["item": 1])
    draft.headers[HTTPField.Name("X-Trace")!] = "1"
    print(draft.method, draft.url)  // POST https://api.example.com/orders
    let reply = try await draft.send()
    #expect(output.text == "POST https://api.example.com/orders")
    #expect(draft.headers.count == 3)
    #expect(reply.status.code == 201)
  }

  @Test func callsInProgress() async throws {
    let shop = try shop
    // sample
    let task = shop.start("photo", ["id": 1, "photo": File(bytes: [0xFF, 0xD8], filename: "pen.jpg")])
    for await step in task.progress { print(step.sent, "of", step.total ?? 0) }
    let status = try await task.value.status.code

    let other = shop.call("item", ["id": 1]) { result in
      if case .failure(let error) = result { print(error.message) }
    }
    other.cancel()
    shop.cancelAll()
    #expect(status == 204)
  }

  @Test func metrics() async throws {
    let shop = try shop
    // sample
    shop.on { event in
      if case .finished(let metrics) = event.kind { print(event.endpoint, metrics.redirects, metrics.bytesReceived) }
    }
    let metrics = try await shop.call("item", ["id": 1]).metrics
    #expect(metrics.bytesReceived == 34 && output.text == "item 0 34")
  }

  @Test func middlewares() async throws {
    let (shop, log) = Dial.Client.recording(try Spec.load("shop.yaml"))
    // sample
    shop.use("version") { request, next in
      var request = request
      request.headers[HTTPField.Name("X-App-Version")!] = "7"
      return try await next(request)
    }
    try await shop.list()
    #expect(log.requests.map { $0.headers["x-app-version"] } == ["7"])
  }
}
