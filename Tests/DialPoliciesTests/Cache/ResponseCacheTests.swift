import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The policy with scripted responses: requests, results and stored responses.
struct ResponseCacheTests {
  private typealias Answer = CachedServer.Answer

  @Test func aCutResponseIsNeverKept() async {
    let server = CachedServer([
      Answer(headers: "Cache-Control: max-age=60", body: "hal", isCut: true), Answer(headers: "Cache-Control: max-age=60", body: "whole"),
    ])
    #expect(await server.call() == "truncated")
    #expect(await server.call("", .onlyCache) == "cache-miss: no usable cached response for 'e': it is not cached")
    #expect(await server.call() == "200 whole")
    #expect(await server.call() == "200 whole (fresh) age=0")
  }

  /// A 304 of PHP 8.2 has the media type of an empty page.
  @Test func aConfirmationDoesNotChangeTheMediaType() {
    let merged = StoredFields.merged(
      [.contentType: "application/json", .date: "a"], [.contentType: "text/html; charset=UTF-8", .date: "b"])
    #expect(merged == [.contentType: "application/json", .date: "b"])
  }

  /// A response to HEAD has no body to wait for, so it is complete.
  @Test func theResponseToHeadIsKept() async {
    let server = CachedServer([Answer(headers: "Cache-Control: max-age=60")])
    for _ in 0..<2 { await server.call(method: .head) { $0.context[IsReadWhole.self] = false } }
    #expect(server.sent == ["HEAD"])
  }

  @Test func aResponseThatIsTooLargeIsNotKept() async {
    let server = CachedServer([Answer(headers: "Cache-Control: max-age=60", body: "12345"), Answer(body: "1")])
    #expect(await server.call { $0.policy.maxBodyBytes = 4 } == "limit")
    #expect(await server.call() == "200 1")
  }

  @Test func anotherUserIsAsked() async {
    let server = CachedServer((1...3).map { Answer(headers: "Cache-Control: max-age=60", body: "\($0)") })
    #expect(await server.call("Authorization: Bearer a") == "200 1")
    #expect(await server.call("Authorization: Bearer b") == "200 2")
    #expect(await server.call() == "200 3")
    #expect(await server.call("Authorization: Bearer a") == "200 1 (fresh) age=0")
    #expect(await server.call("Authorization: Bearer b") == "200 2 (fresh) age=0")
    #expect(server.sent.count == 3)
  }

  @Test func aFreshResponseIsGivenUntilItIsStale() async {
    let server = CachedServer((1...2).map { Answer(headers: "Cache-Control: max-age=60", body: "\($0)") })
    await server.call()
    server.pass(59.5)
    #expect(await server.call() == "200 1 (fresh) age=59")
    server.pass(0.5)
    #expect(await server.call() == "200 2")
    #expect(server.sent == ["GET", "GET"])
  }

  @Test func aServerConfirmsWhatIsKept() async {
    let server = CachedServer([
      Answer(headers: "ETag: \"1\" | Last-Modified: \(date(-9)) | Cache-Control: max-age=5 | X-A: 1", body: "one"),
      Answer(status: 304, headers: "ETag: \"1\" | Cache-Control: max-age=50 | X-A: 2"), Answer(body: "two"),
    ])
    await server.call()
    server.pass(9)
    #expect(await server.call() == "200 one (confirmed)")
    server.pass(49)
    #expect(await server.call() == "200 one (fresh) age=49")
    #expect(server.sent == ["GET", "GET if-none-match=\"1\" if-modified-since=\(date(-9))"])
  }

  @Test func a304AboutAnotherResponseIsNotBelieved() async {
    let server = CachedServer([
      Answer(headers: "ETag: \"1\"", body: "one"), Answer(status: 304, headers: "ETag: \"2\""), Answer(headers: "ETag: \"2\"", body: "two"),
    ])
    await server.call()
    #expect(await server.call() == "200 two")
    #expect(server.sent == ["GET", "GET if-none-match=\"1\"", "GET"])
  }

  @Test func aCallerWithItsOwnConditionsGetsThe304() async {
    let server = CachedServer([
      Answer(headers: "ETag: \"1\" | Cache-Control: max-age=60", body: "one"), Answer(status: 304, headers: "ETag: \"1\""),
    ])
    #expect(await server.call() == "200 one")
    #expect(await server.call("If-None-Match: \"0\", W/\"1\"") == "304  (fresh) age=0")
    #expect(await server.call("If-None-Match: \"0\"") == "200 one (fresh) age=0")
    server.pass(99)
    #expect(await server.call("If-None-Match: \"1\"") == "304 ")
    #expect(server.sent == ["GET", "GET if-none-match=\"1\""])
  }

  @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "PURGE"]) func whatChangesThingsForgetsThem(_ method: String) async {
    let server = CachedServer([
      Answer(headers: "Cache-Control: max-age=60", body: "1"), Answer(status: 500), Answer(status: 204), Answer(body: "2"),
    ])
    await server.call()
    await server.call(method: .init(method)!)
    #expect(await server.call() == "200 1 (fresh) age=0")
    await server.call(method: .init(method)!)
    #expect(await server.call() == "200 2")
  }

  @Test func aChangeMayNameWhatElseIsForgotten() async {
    let fresh = Answer(headers: "Cache-Control: max-age=60")
    let named = "Location: /b | Content-Location: https://API.test:443/c"
    let server = CachedServer([fresh, fresh, fresh, Answer(headers: named + " | Location: https://other.test/d")])
    for path in ["b", "c", "d"] { await server.call(url: "https://api.test/\(path)") }
    await server.call(method: .post)
    #expect(await server.call("", .onlyCache, url: "https://api.test/b").hasPrefix("cache-miss"))
    #expect(await server.call("", .onlyCache, url: "https://api.test/c").hasPrefix("cache-miss"))
    #expect(await server.call("", .onlyCache, url: "https://api.test/d") == "200  (fresh) age=0")
  }

  @Test func optionsAndQueriesChangeNothing() async {
    let server = CachedServer([Answer(headers: "Cache-Control: max-age=60", body: "1"), Answer(), Answer()])
    await server.call()
    await server.call(method: .options)
    await server.call(method: .init("QUERY")!)
    #expect(await server.call() == "200 1 (fresh) age=0")
  }

  @Test func headIsServedFromAndUpdatesTheCache() async {
    let server = CachedServer([
      Answer(headers: "ETag: \"1\" | Cache-Control: max-age=5", body: "one"), Answer(headers: "ETag: \"1\" | Cache-Control: max-age=50"),
      Answer(headers: "ETag: \"2\""), Answer(body: "two"),
    ])
    await server.call()
    #expect(await server.call(method: .head) == "200  (fresh) age=0")
    server.pass(9)
    #expect(await server.call("Cache-Control: no-cache | If-None-Match: \"9\"", method: .head) == "200 ")
    #expect(await server.call() == "200 one (fresh) age=0")
    await server.call("Cache-Control: no-cache | If-None-Match: \"9\"", method: .head)
    #expect(await server.call() == "200 two")
  }

  /// A response is stored without its content coding and length.
  @Test func headOfACompressedResponseForgetsNothing() async {
    let head = "ETag: \"1\" | Cache-Control: no-cache"
    let server = CachedServer([
      Answer(headers: "ETag: \"1\" | Cache-Control: max-age=60", body: "one"), Answer(headers: head + " | Content-Length: 23"),
      Answer(headers: "ETag: \"2\" | Content-Length: 3 | Cache-Control: max-age=60", body: "two"),
      Answer(headers: "ETag: \"2\" | Content-Length: 4"), Answer(body: "three"),
    ])
    await server.call()
    await server.call("Cache-Control: no-cache | If-None-Match: \"9\"", method: .head)
    #expect(await server.call("", .onlyCache) == "200 one (stale) age=0")
    await server.call("", .reload)
    #expect(await server.call("", .onlyCache) == "200 two (fresh) age=0")
    await server.call("Cache-Control: no-cache | If-None-Match: \"9\"", method: .head)
    #expect(await server.call() == "200 three")
  }

  @Test func headForgetsTheResponseOfItsOwnUserAlone() async {
    for store in [MemoryCacheStore() as any CacheStore, DiskCacheStore(folder), Plain()] {
      let server = CachedServer(
        ["one", "two"].map { Answer(headers: "ETag: \"1\" | Cache-Control: max-age=60", body: $0) } + [
          Answer(headers: "ETag: \"2\""), Answer(body: "new"),
        ], store: store)
      for name in ["ann", "bob"] { await server.call("Authorization: \(name)") }
      await server.call("Authorization: ann | Cache-Control: no-cache | If-None-Match: \"9\"", method: .head)
      #expect(await server.call("Authorization: bob") == "200 two (fresh) age=0")
      #expect(await server.call("Authorization: ann") == "200 new")
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// A store with only the required functions.
  private final class Plain: CacheStore {
    private let memory = MemoryCacheStore()
    var keepsSecrets: Bool { true }
    func secret() async -> [UInt8] { await memory.secret() }
    func replies(_ key: String) async -> [StoredReply] { await memory.replies(key) }
    func keep(_ reply: StoredReply, _ key: String) async { await memory.keep(reply, key) }
    func remove(_ key: String) async { await memory.remove(key) }
    func clear() async { await memory.clear() }
  }

  private let folder = FileManager.default.temporaryDirectory.appending(path: "dial-cache-\(UUID().uuidString)").path

  @Test func partsAreCutAndNotKept() async {
    let server = CachedServer([
      Answer(status: 206, headers: "Content-Range: bytes 0-1/5 | Cache-Control: max-age=60", body: "01"),
      Answer(headers: "Cache-Control: max-age=60", body: "01234"), Answer(status: 416),
    ])
    #expect(await server.call("Range: bytes=0-1") == "206 01")
    #expect(await server.call() == "200 01234")
    #expect(await server.call("Range: bytes=3-") == "206 34 (fresh) age=0")
    #expect(await server.call("Range: bytes=5-") == "416 ")
    #expect(server.sent == ["GET range=bytes=0-1", "GET", "GET range=bytes=5-"])
  }

  @Test func aRedirectedResponseIsNotKept() async {
    let server = CachedServer([])
    var request = PreparedRequest(endpoint: "e", method: .get, url: "https://api.test/a")
    request.policy.cache = .standard
    request.context[IsReadWhole.self] = true
    let next = Next { request in
      var response = Response(status: .ok, headers: fields("Cache-Control: max-age=60"), url: "https://api.test/b")
      response.redirects = 1
      return response
    }
    _ = try? await server.cache.answer(request, next)
    #expect(await server.call("", .onlyCache).hasPrefix("cache-miss"))
  }

  @Test func bodiesAndStreamsAreNotCached() async {
    let server = CachedServer((1...4).map { Answer(headers: "Cache-Control: max-age=60", body: "\($0)") })
    for number in [1, 2] { #expect(await server.call { $0.context[IsReadWhole.self] = false } == "200 \(number)") }
    for number in [3, 4] { #expect(await server.call { $0.body = .bytes([1]) } == "200 \(number)") }
    #expect(
      await server.call("", .onlyCache) { $0.context[IsReadWhole.self] = false }
        == "cache-miss: no usable cached response for 'e': its responses are never cached")
  }
}

/// `cache: 5m`: the lifetime in the spec overrides that of the server.
struct CacheLifetimeTests {
  private typealias Answer = CachedServer.Answer

  @Test(arguments: [
    "", "Cache-Control: no-cache", "Cache-Control: max-age=0, must-revalidate", "Expires: 0", "Cache-Control: max-age=9000",
  ])
  func holdsWhateverTheServerSays(headers: String) async {
    let server = CachedServer((1...2).map { Answer(headers: headers, body: "\($0)") })
    #expect(await server.call { $0.policy.cacheLifetime = .seconds(300) } == "200 1")
    server.pass(299)
    #expect(await server.call { $0.policy.cacheLifetime = .seconds(300) } == "200 1 (fresh) age=299")
    server.pass(2)
    #expect(await server.call { $0.policy.cacheLifetime = .seconds(300) } == "200 2")
  }

  @Test func whatTheServerForbidsIsNotKept() async {
    let server = CachedServer((1...2).map { Answer(headers: "Cache-Control: no-store", body: "\($0)") })
    #expect(await server.call { $0.policy.cacheLifetime = .seconds(300) } == "200 1")
    #expect(await server.call { $0.policy.cacheLifetime = .seconds(300) } == "200 2")
  }

  @Test func aFailureHasTheLifetimeOfItsServer() async {
    let server = CachedServer([Answer(status: 404, body: "none"), Answer(body: "there")])
    #expect(await server.call { $0.policy.cacheLifetime = .seconds(300) } == "404 none")
    #expect(await server.call { $0.policy.cacheLifetime = .seconds(300) } == "200 there")
  }
}
