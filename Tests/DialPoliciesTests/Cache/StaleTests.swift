import HTTPTypes
import Synchronization
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The modes, and stale responses.
struct StaleTests {
  private typealias Answer = CachedServer.Answer

  @Test func modes() async {
    let server = CachedServer([
      Answer(headers: "ETag: \"1\" | Cache-Control: max-age=5", body: "one"), Answer(headers: "ETag: \"2\"", body: "two"),
      Answer(status: 304), Answer(headers: "Cache-Control: no-store", body: "three"),
    ])
    #expect(await server.call("", .onlyCache) == "cache-miss: no usable cached response for 'e': it is not cached")
    #expect(await server.call("", .preferCache) == "200 one")
    server.pass(1000)
    #expect(await server.call("", .preferCache) == "200 one (stale) age=1000")
    #expect(await server.call("", .onlyCache) == "200 one (stale) age=1000")
    #expect(
      await server.call("Cache-Control: only-if-cached") == "cache-miss: no usable cached response for 'e': the cached response is too old")
    #expect(await server.call("", .reload) == "200 two")
    #expect(await server.call("", .revalidate) == "200 two (confirmed)")
    #expect(await server.call("", .none) == "200 three")
    #expect(server.sent == ["GET", "GET cache-control=no-cache", "GET if-none-match=\"2\" cache-control=max-age=0", "GET"])
  }

  @Test func aStaleResponseReplacesAFailureOnlyIfAllowed() async {
    let down = TransportError(.connect, "refused")
    for (window, status, fault, gives) in [
      ("", 200, down, "connect"), (", stale-if-error=9, must-revalidate", 200, down, "connect"), ("", 503, nil, "503 "),
      (", stale-if-error=60", 200, TransportError(.cancelled, "over"), "cancelled"), (", stale-if-error=60", 404, nil, "404 "),
      (", stale-if-error=60", 200, down, "200 one (stale) age=9"), (", stale-if-error=60", 503, nil, "200 one (stale) age=9"),
    ] as [(String, Int, TransportError?, String)] {
      let server = CachedServer([
        Answer(headers: "Cache-Control: max-age=5\(window)", body: "one"), Answer(status: status, fault: fault),
      ])
      await server.call()
      server.pass(9)
      #expect(await server.call() == gives, "\(window) \(status)")
    }
  }

  @Test func aStaleResponseIsFetchedBehindOnce() async {
    let swr = "Cache-Control: max-age=5, stale-while-revalidate=60"
    let server = CachedServer([
      Answer(headers: "\(swr) | ETag: \"1\"", body: "one"), Answer(headers: "\(swr) | ETag: \"2\"", body: "two"), Answer(body: "three"),
    ])
    await server.call()
    server.pass(9)
    #expect(await server.call() == "200 one (stale) age=9")
    await server.cache.refreshes.settle()
    #expect(await server.call() == "200 two (fresh) age=0")
    #expect(server.sent == ["GET", "GET if-none-match=\"1\""])
    server.pass(65)
    #expect(await server.call() == "200 three")
  }

  @Test func oneRefreshRunsForEach() async {
    let refreshes = Revalidations()
    let begun = Mutex(0)
    let (gate, open) = AsyncStream.makeStream(of: Void.self)
    for name in ["a", "a", "b", "a"] {
      refreshes.begin(name) {
        begun.withLock { $0 += 1 }
        if name == "a" { for await _ in gate { break } }
      }
    }
    open.yield()
    await refreshes.settle()
    #expect(begun.withLock { $0 } == 2)
    refreshes.begin("a") { begun.withLock { $0 += 1 } }
    await refreshes.settle()
    #expect(begun.withLock { $0 } == 3)
  }

  /// A program that ends waits only a little for what it does not need.
  @Test func theWaitForARefreshEnds() async {
    let refreshes = Revalidations()
    let wasCancelled = Mutex(false)
    refreshes.begin("a") {
      try? await Task.sleep(for: .seconds(3600))
      wasCancelled.withLock { $0 = Task.isCancelled }
    }
    await refreshes.settle(within: .milliseconds(1))
    #expect(wasCancelled.withLock { $0 })
  }

  @Test func refreshesEndWithTheClient() async {
    let refreshes = Revalidations()
    let wasCancelled = Mutex(false)
    refreshes.begin("a") {
      try? await Task.sleep(for: .seconds(60))
      wasCancelled.withLock { $0 = Task.isCancelled }
    }
    refreshes.cancel(forGood: true)
    await refreshes.settle()
    refreshes.begin("b") { wasCancelled.withLock { $0 = false } }
    await refreshes.settle()
    #expect(wasCancelled.withLock { $0 })
  }

  @Test func fieldsThatNeedConfirmationAreOmitted() async {
    let server = CachedServer([Answer(headers: "Cache-Control: max-age=60, no-cache=\"X-A\" | X-A: 1 | X-B: 2")])
    await server.call()
    var request = PreparedRequest(endpoint: "e", method: .get, url: "https://api.test/a")
    request.policy.cache = .standard
    request.context[IsReadWhole.self] = true
    let response = try? await server.cache.answer(request, Next { _ in throw TransportError(.connect, "no") })
    #expect(response?.headers[.init("X-A")!] == nil && response?.headers[.init("X-B")!] == "2")
  }
}
