import Dial
import DialTesting
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
      print(error.message)  // the server answered 409: sold out
    }
    #expect(output.text == "the server answered 409: sold out")
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
      try await shop.items()
    } catch {
      print(error.code)  // timeout
    }
    #expect(output.text == "timeout")
  }

  @Test func serving() async throws {
    // sample
    let server = try await MockServer(try Spec.load("shop.yaml"))
    let shop = Client(try Spec.load("shop.yaml"), base: server.base)
    try await shop.items()
    print(server.base.hasPrefix("http://127.0.0.1:"), server.log.count(of: "items"))  // true 1
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
      try await shop.items()
    } catch {
      print(error.code)  // connect
    }
    #expect(output.text == "connect")
  }
}
