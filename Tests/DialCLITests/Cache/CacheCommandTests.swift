import DialHTTP
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DialCLI
@testable import DialConsole

/// `--cache` and `dial cache`, with a server that counts requests.
struct CacheCommandTests {
  private static let spec = """
    auth: bearer ${TOKEN}
    endpoints:
      item: GET /items/{id} (query.key?)
    """

  /// A folder for the cache, and a server whose responses are fresh for an hour.
  private final class Scene: Sendable {
    let folder: TemporaryFolder
    let server: LoopbackServer

    init() async throws {
      folder = try TemporaryFolder()
      let count = Mutex(0)
      server = try await LoopbackServer { request in
        let number = count.withLock { count in
          count += 1
          return count
        }
        let headers = [("Content-Type", "application/json"), ("Cache-Control", "max-age=3600"), ("ETag", "\"1\"")]
        if request.header("if-none-match") != nil { return LoopbackResponse(status: 304, headers: headers) }
        return LoopbackResponse(headers: headers, body: Array("{\"n\":\(number)}".utf8))
      }
    }

    var cache: String { folder.path + "/cache" }

    func dial(_ line: String, token: String = "tok-123456") async -> Ran {
      let line = line.replacing("ITEM", with: "call s item --base \(server.base) --var TOKEN=\(token) --compact id=")
      return await DialCLITests.dial(line.replacing("id= ", with: "id="), specs: ["s": CacheCommandTests.spec], cache: cache)
    }

    func end() async {
      await server.stop()
      folder.remove()
    }
  }

  /// A lifetime keeps responses whose server says nothing of a cache.
  @Test(arguments: [("5m", 1), ("standard", 2)])
  func aLifetimeKeepsAResponse(_ mode: String, _ requests: Int) async throws {
    let folder = try TemporaryFolder()
    let count = Mutex(0)
    let server = try await LoopbackServer { _ in
      count.withLock { $0 += 1 }
      return LoopbackResponse(headers: [("Content-Type", "application/json")], body: Array("1".utf8))
    }
    for _ in 0..<2 {
      let ran = await dial(
        "call s item id=1 --base \(server.base) --var TOKEN=tok-123456 --cache \(mode)", specs: ["s": Self.spec],
        cache: folder.path + "/cache")
      #expect(ran.out == "1\n", "\(ran)")
    }
    #expect(count.withLock { $0 } == requests)
    await server.stop()
    folder.remove()
  }

  /// Each use of it asks the server, however long it could be fresh (RFC 9111 section 5.2.2.4).
  @Test(arguments: [("max-age=3600", "fresh for "), ("no-cache, max-age=3600", "stale")])
  func aResponseThatMustBeConfirmedIsListedAsStale(_ control: String, _ state: String) async throws {
    let folder = try TemporaryFolder()
    let server = try await LoopbackServer { _ in
      let headers = [("Content-Type", "application/json"), ("Cache-Control", control), ("ETag", "\"1\"")]
      return LoopbackResponse(headers: headers, body: Array("1".utf8))
    }
    let cache = folder.path + "/cache"
    _ = await dial("call s item id=1 --base \(server.base) --var TOKEN=tok-123456 --cache standard", specs: ["s": Self.spec], cache: cache)
    let listed = await dial("cache list", specs: [:], cache: cache)
    #expect(listed.out.contains(state), "\(listed)")
    await server.stop()
    folder.remove()
  }

  @Test func aMissHasAnExitCodeOfItsOwn() async throws {
    let scene = try await Scene()
    #expect(
      await scene.dial("ITEM 1 --cache only-cache")
        == Ran(
          out: "",
          err: """
            s:3:3: error: no usable cached response for 'item': it is not cached [cache-miss]
              item: GET /items/{id} (query.key?)
              ^~~~
            hint: to send the request, call without 'only-cache'

            """, exit: 9))
    await scene.end()
  }

  /// What was fetched without checking the certificate is not served to a call that checks it.
  @Test func uncheckedServersAreNotTrustedLater() async throws {
    let scene = try await Scene()
    #expect(await scene.dial("ITEM 1 --cache standard --insecure -q").out == "{\"n\":1}\n")
    #expect(await scene.dial("ITEM 1 --cache standard").out == "{\"n\":2}\n")
    #expect(await scene.dial("ITEM 1 --cache standard --insecure -q").out == "{\"n\":3}\n")
    await scene.end()
  }

  @Test func answersOutliveTheProcess() async throws {
    let scene = try await Scene()
    #expect(await scene.dial("ITEM 1").out == "{\"n\":1}\n")
    #expect(await scene.dial("cache") == Ran(out: "", err: "0 responses in the cache, 0 bytes\n", exit: 0))
    #expect(await scene.dial("ITEM 1 --cache standard").out == "{\"n\":2}\n")
    #expect(await scene.dial("ITEM 1 --cache standard").out == "{\"n\":2}\n")
    #expect(await scene.dial("ITEM 1 --cache standard", token: "tok-other").out == "{\"n\":3}\n")
    #expect(await scene.dial("ITEM 1 --cache only-cache").out == "{\"n\":2}\n")
    #expect(await scene.dial("ITEM 1 --cache reload").out == "{\"n\":4}\n")
    #expect(await scene.dial("ITEM 1 --cache revalidate").out == "{\"n\":4}\n")
    await scene.end()
  }

  @Test func whatIsGivenFromTheCacheSaysSo() async throws {
    let scene = try await Scene()
    _ = await scene.dial("ITEM 1 --cache standard")
    let told = await scene.dial("ITEM 1 --cache standard -v").err
    #expect(told.contains(#/\n\* from the cache: fresh, [0-9]+s old\n< HTTP 200\n/#) && told.contains(#/\n< Age: [0-9]+\n/#))
    #expect(await scene.dial("ITEM 1 --cache standard --timings").err.starts(with: #/\* from the cache: fresh, [0-9]+s old\n\* /#))
    #expect(await scene.dial("ITEM 1 --cache revalidate -v").err.contains("* from the cache: confirmed by the server\n"))
    #expect(await scene.dial("ITEM 1").err == "")
    await scene.end()
  }

  @Test func noSecretIsInTheFolder() async throws {
    let scene = try await Scene()
    _ = await scene.dial("ITEM 1 --cache standard --query token=qq-123456 -H X-Api-Key:kk-123456", token: "tok-123456")
    let all = try await Program.run("cat $(find \(scene.cache) -type f); find \(scene.cache)")
    #expect(all.contains("dial-cache 2"))
    for secret in ["tok-123456", "kk-123456", "qq-123456"] { #expect(!all.contains(secret)) }
    await scene.end()
  }

  /// A header on the command line identifies the user, whatever its name. It is not stored if the response repeats it.
  @Test func aHeaderOfTheLineKeepsUsersApart() async throws {
    let scene = try await Scene()
    #expect(await scene.dial("ITEM 1 --cache standard -H X-User:ann").out == "{\"n\":1}\n")
    #expect(await scene.dial("ITEM 1 --cache standard -H X-User:bob").out == "{\"n\":2}\n")
    #expect(await scene.dial("ITEM 1 --cache standard").out == "{\"n\":3}\n")
    #expect(await scene.dial("ITEM 1 --cache standard -H x-user:ann").out == "{\"n\":1}\n")
    #expect(await scene.dial("ITEM 1 --cache standard -H x-user:ann -H User-Agent:other").out == "{\"n\":1}\n")
    await scene.end()
    let echo = try await LoopbackServer { request in
      let headers = [("Content-Type", "application/json"), ("Cache-Control", "max-age=3600")]
      return LoopbackResponse(headers: headers, body: Array("{\"you\":\"\(request.header("x-user-token") ?? "")\"}".utf8))
    }
    let folder = try TemporaryFolder()
    let cache = folder.path + "/cache"
    let spec = ["s": "base: \(echo.base)\ncache: standard\nendpoints: {me: GET /me}\n"]
    let words = ["call", "s", "me", "-H", "X-User-Token: uu-123456", "--compact"]
    #expect(
      await dial(words.joined(separator: " ").replacing(": uu", with: ":uu"), specs: spec, cache: cache).out == "{\"you\":\"uu-123456\"}\n")
    #expect(await dial("call s me -H X-User:vv-123456 --query q=1 --compact", specs: spec, cache: cache).out == "{\"you\":\"\"}\n")
    let all = try await Program.run("cat $(find \(cache) -type f); find \(cache)")
    #expect(all.contains("dial-cache 2") && !all.contains("uu-123456") && !all.contains("vv-123456"), "\(all)")
    await echo.stop()
    folder.remove()
  }

  @Test func answersAreListedShownAndRemoved() async throws {
    let scene = try await Scene()
    #expect(await scene.dial("cache path").out == scene.cache + "\n")
    #expect(await scene.dial("cache show \(scene.server.base)/items/1").exit == 1)
    _ = await scene.dial("ITEM 1 --cache standard")
    _ = await scene.dial("ITEM 2 --cache standard")
    let rows = await scene.dial("cache").out.split(separator: "\n").map { $0.split(separator: " ") }
    #expect(rows.count == 3 && rows[0] == ["key", "status", "size", "state", "request"])
    #expect(rows[1].dropFirst() == ["200", "7", "bytes", "fresh", "for", "59m", "GET", "\(scene.server.base)/items/2"])
    let key = try #require(rows.last?.first)
    #expect(await scene.dial("cache show \(key)").out == "{\"n\":1}")
    let shown = await scene.dial("cache show \(scene.server.base)/items/2")
    #expect(shown.out == "{\"n\":2}" && shown.err.hasPrefix("HTTP 200\n"))
    #expect(await scene.dial("cache list --json").out.contains("\"url\":\"\(scene.server.base)/items/1\""))
    #expect(await scene.dial("cache remove \(key)").err.hasPrefix("1 response removed, "))
    #expect(await scene.dial("cache show \(key)").err.hasPrefix("error: '\(key)' is not in the cache"))
    #expect(await scene.dial("cache clear").err.hasPrefix("1 response removed, "))
    #expect(await scene.dial("cache").err == "0 responses in the cache, 0 bytes\n")
    await scene.end()
  }

  @Test func wrongWordsAreReported() async throws {
    for (line, error) in [
      ("cache show", "error: 'dial cache show' requires a URL or a key\nhint: to list the cached responses, run: dial cache\n"),
      ("cache path x", "error: unexpected argument 'x' of 'dial cache path'\n"),
    ] {
      #expect(await dial(line, cache: "/nowhere") == Ran(out: "", err: error, exit: 2))
    }
    #expect(
      await dial("cache").err
        == "error: cannot determine the folder of the cache\nhint: set HOME, or set XDG_CACHE_HOME to an absolute path\n")
  }

  @Test func itsActionsAreCompleted() {
    let completion = Completion(table: .current, finder: SpecFinder(context: Context.standard))
    #expect(completion.candidates(["cache", "r"]).map(\.value) == ["remove"])
    #expect(completion.candidates(["call", "s", "item", "--cache", "re"]).map(\.value) == ["reload", "revalidate"])
  }
}
