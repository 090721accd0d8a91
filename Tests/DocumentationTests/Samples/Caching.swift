import Dial
import DialBuild
import DialEngine
import DialMessage
import DialPolicies
import DialTesting
import Foundation
import Testing

/// The Swift of `Caching.md`. Its client uses the mocks of the spec.
struct CachingSamples {
  private enum Spec {
    static func load(_ name: String) throws -> Dial.Spec { try Page(Page.catalogue + "/Caching.md").spec(name) }
  }
  // swift-format-ignore: AlwaysUseLowerCamelCase
  private func Client(_ spec: Dial.Spec) -> Dial.Client { .mocked(spec) }

  private let output = Output()
  private func print(_ items: Any...) { output.print(items) }

  @Test func keeping() async throws {
    // sample
    let shop = Client(try Spec.load("shop.yaml"))
    let first = try await shop.call("item", ["id": 7])
    let second = try await shop.call("item", ["id": 7])
    print(first.metrics.cache?.kind as Any, second.metrics.cache?.kind as Any)  // nil, fresh
    let asked = try await shop.call("item", ["id": 7], .init(cache: .reload))
    print(asked.metrics.cache as Any)  // nil
    #expect(second.metrics.cache?.kind == .fresh && first.metrics.cache == nil && asked.metrics.cache == nil)
  }

  @Test func byHand() async throws {
    // sample
    let shop = Client(try Spec.load("shop.yaml"))
    try await shop.cache.set(["id": 8, "name": "Chair"], for: "item", ["id": 8], lifetime: .seconds(60))
    print(try await shop.cache.get("item", ["id": 8])?.name as Any)  // "Chair"
    let chair = try await shop.call("item", ["id": 8], .init(cache: .onlyCache))
    try await shop.cache.remove("item", ["id": 8])
    await shop.cache.clear()
    #expect(chair.value.name == "Chair")
    #expect(try await shop.cache.get("item", ["id": 8]) == nil)
  }

  @Test func inAFolder() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "dial-\(UUID().uuidString)").path
    // sample
    let shop = Client(try Spec.load("shop.yaml"))
    shop.cache.store = DiskCacheStore(folder, limit: 64 << 20)
    try await shop.call("item", ["id": 7])
    #expect(FileManager.default.fileExists(atPath: folder + "/v1/secret"))
    try FileManager.default.removeItem(atPath: folder)
  }
}
