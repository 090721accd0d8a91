import Dial
import DialBuild
import DialEngine
import DialMessage
import DialTesting
import Foundation
import Testing

/// The Swift of `Testing.md`.
struct TestingSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Testing.md").spec(name) }
  }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  // sample
  @Test func buysOneOfEach() async throws {
    let (shop, log) = Client.recording(try Spec.load("shop.yaml"))
    let (id, state): (Int, String) = try await shop.buy(item: 1)
    #expect(id == 12 && state == "new")
    #expect(log.count(of: "buy") == 1)
    #expect(log.requests[0].url == "https://api.example.com/orders")
  }

  @Test func turns() async throws {
    // sample
    let shop = Client.mocked(try Spec.load("shop.yaml"))
    try await shop.buy(item: 1)
    do {
      try await shop.buy(item: 1)
    } catch {
      print(error.message)  // the server responded with 409: sold out
    }
    #expect(output.text == "the server responded with 409: sold out")
  }

  @Test func contract() async throws {
    // sample
    let shop = Client.mocked(try Spec.load("shop.yaml"))
    do {
      try await shop.call("orders", [:], CallOptions(check: .error))
    } catch {
      for fault in error.contract { print(fault.message) }  // '[0].note' is not declared
    }
    #expect(output.text == "'[0].note' is not declared")
  }

  @Test func unreliable() async throws {
    // sample
    let shop = Client.mocked(
      try Spec.load("shop.yaml"), options: MockOptions(delay: .milliseconds(1)...(.milliseconds(5)), failureRate: 1, failure: .timeout))
    do {
      try await shop.list()
    } catch {
      print(error.code)  // timeout
    }
    #expect(output.text == "timeout")
  }

  @Test func serving() async throws {
    // sample
    let server = try await MockServer(try Spec.load("shop.yaml"))
    let shop = Client(try Spec.load("shop.yaml"), base: server.base)
    try await shop.list()
    print(server.base.hasPrefix("http://127.0.0.1:"), server.log.count(of: "list"))  // true 1
    await server.stop()
    #expect(output.text == "true 1")
  }

  @Test func answering() async throws {
    // sample
    let shop = Client.mocked(try Spec.load("shop.yaml"))
    shop.use("offline") { _, _ in
      throw CallError(.connect, "there is no network in a tunnel")
    }
    do {
      try await shop.list()
    } catch {
      print(error.code)  // connect
    }
    #expect(output.text == "connect")
  }

  @Test func recording() async throws {
    let folder = try Folder()
    // swift-format-ignore: AlwaysUseLowerCamelCase
    func Recorder(_ name: String, over transport: any Transport) throws(CallError) -> DialTesting.Recorder {
      try .init(folder.path + "/" + name, over: transport)
    }
    // swift-format-ignore: AlwaysUseLowerCamelCase
    func Replay(_ name: String) throws(CallError) -> DialTesting.Replay { try .init(folder.path + "/" + name) }
    do {
      // sample
      let recorder = try Recorder("shop.har", over: HTTPTransport())
      let shop = Client(try Spec.load("shop.yaml"), transport: recorder)
      try await shop.list()
      try recorder.save()

      let again = Client(try Spec.load("shop.yaml"), transport: try Replay("shop.har"))
      print(try await again.list()[0].name.asString ?? "")  // Pen
    }
    do {
      // sample
      let shop = Client(try Spec.load("shop.yaml"), transport: try Replay("shop.har"))
      do {
        try await shop.buy(item: 1)
      } catch {
        // the closest match is entry 1, GET https://api.example.com/items: its path is '/items', not '/orders'
        print(error.hint ?? error.message)
      }
    }
    let miss = "the closest match is entry 1, GET https://api.example.com/items: its path is '/items', not '/orders'"
    #expect(output.text == "Pen\n\(miss)")
  }

  /// Replaces the network.
  private struct HTTPTransport: Transport {
    func send(_ request: PreparedRequest) async throws -> Response {
      let items = #"{"items": [{"id": 1, "name": "Pen"}]}"#
      return Response(status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init([UInt8](items.utf8)))
    }
  }

  private final class Folder {
    let path = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path

    init() throws { try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false) }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }
}
