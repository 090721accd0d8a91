import Foundation
import HTTPTypes
import Testing

@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

struct CacheStoreTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "dial-cache-\(UUID().uuidString)").path
  private let key = String(repeating: "ab", count: 32)

  private func reply(_ body: String, _ vary: String = "") -> StoredReply {
    kept("Cache-Control: max-age=60 | X-A: 1", body: body, identity: "me", vary: ["x-lang": vary])
  }

  private var files: [String] {
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.contains(key) }.map { "\(folder)/\($0)" }.sorted()
  }

  private var answers: [String] {
    let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return all.filter { $0.split(separator: "/").count == 3 }.map { "\(folder)/\($0)" }.sorted()
  }

  @Test func everyChangedByteIsNoticed() throws {
    let whole = reply("body\n").bytes
    #expect(StoredReply(bytes: whole) == reply("body\n"))
    for length in 0..<whole.count { #expect(StoredReply(bytes: Array(whole[..<length])) == nil) }
    for place in whole.indices {
      var broken = whole
      broken[place] ^= 1
      #expect(StoredReply(bytes: broken) == nil, "\(place)")
    }
    #expect(StoredReply(bytes: whole + [0]) == nil)
  }

  @Test func bytesThatAreNoTextAreKept() {
    var odd = reply("")
    odd.body = [0, 0xFF, 0x0A]
    odd.headers.append(.init(name: .eTag, lenientValue: [0x22, 0xFC, 0x22]))
    #expect(StoredReply(bytes: odd.bytes) == odd)
  }

  @Test func aVariantTakesThePlaceOfItsKind() async {
    for store in [MemoryCacheStore() as any CacheStore, DiskCacheStore(folder)] {
      await store.keep(reply("1"), key)
      await store.keep(reply("2", "de"), key)
      await store.keep(reply("3"), key)
      #expect(await store.replies(key).map { String(decoding: $0.body, as: UTF8.self) }.sorted() == ["2", "3"])
      await store.remove(key)
      #expect(await store.replies(key).isEmpty)
      await store.keep(reply("1"), key)
      await store.clear()
      #expect(await store.replies(key).isEmpty)
    }
    try? FileManager.default.removeItem(atPath: folder)
  }

  @Test func memoryHasABound() async {
    let store = MemoryCacheStore(limit: 100_000)
    for number in 0..<200 {
      await store.keep(reply(String(repeating: "x", count: 10_000)), "\(number)")
      #expect(store.size <= 100_000)
      _ = await store.replies("0")
    }
    #expect(await store.replies("0").count == 1)
    #expect(await store.replies("1").isEmpty)
    #expect(await store.replies("199").count == 1)
    await store.keep(reply(String(repeating: "x", count: 100_001)), "0")
    #expect(await store.replies("0").isEmpty)
  }

  @Test func aFolderHasABound() async throws {
    let store = DiskCacheStore(folder, limit: 200_000)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for number in 0..<100 {
      let name = String(repeating: "0", count: 62) + (number < 16 ? "0" : "") + String(number, radix: 16)
      await store.keep(reply(String(repeating: "x", count: 10_000)), name)
    }
    // The size is checked again before a quarter of the remaining space is full.
    let size = store.files.reduce(0) { $0 + $1.size }
    #expect(size > 50_000 && size <= 250_000)
    await store.keep(reply(String(repeating: "x", count: 200_001)), key)
    #expect(files.isEmpty)
  }

  @Test func aBrokenFileIsNoResponseAndGoes() async throws {
    let store = DiskCacheStore(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    await store.keep(reply("1"), key)
    let path = try #require(files.first)
    for content in [Data(), Data("dial-cache 2\n".utf8), Data(reply("1").bytes.dropLast())] {
      try content.write(to: URL(filePath: path))
      #expect(await store.replies(key).isEmpty)
      #expect(files.isEmpty)
    }
    // Nor a file with another name, or that others can write.
    try Data(reply("1", "other").bytes).write(to: URL(filePath: path))
    #expect(await store.replies(key).isEmpty)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/etc/passwd")
    #expect(await store.replies(key).isEmpty)
  }

  @Test func onlyItsOwnerReadsIt() async throws {
    let store = DiskCacheStore(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    _ = await store.secret()
    await store.keep(reply("1"), key)
    let modes = try (["\(folder)", "\(folder)/v1", "\(folder)/v1/ab", "\(folder)/v1/secret"] + files).map {
      try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int
    }
    #expect(modes == [0o700, 0o700, 0o700, 0o600, 0o600])
  }

  @Test func aFolderThatOthersWriteIsNotUsed() async throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let store = DiskCacheStore(folder)
    _ = await store.secret()
    await store.keep(reply("1"), key)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    #expect(await store.replies(key).isEmpty)
  }

  @Test func processesShareASecret() async {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let secrets = await withTaskGroup(of: [UInt8].self, returning: Set<[UInt8]>.self) { group in
      for _ in 0..<16 { group.addTask { await DiskCacheStore(folder).secret() } }
      return await group.reduce(into: []) { $0.insert($1) }
    }
    #expect(secrets.count == 1)
    #expect(secrets.first?.count == 32)
  }

  /// While it is created, the file has two names for a moment; it is still used.
  @Test func aSecretThatIsJustBeingMadeIsTaken() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = await DiskCacheStore(folder).secret()
    try FileManager.default.linkItem(atPath: "\(folder)/v1/secret", toPath: "\(folder)/v1/secret-1-x.part")
    #expect(await DiskCacheStore(folder).secret() == first)
    #expect(try Data(contentsOf: URL(filePath: "\(folder)/v1/secret")) == Data(first))
  }

  @Test func aFileReadableByOthersIsMadePrivate() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: "\(folder)/v1/ab", withIntermediateDirectories: true)
    let paths = [folder, "\(folder)/v1", "\(folder)/v1/ab"]
    for path in paths { try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
    let store = DiskCacheStore(folder)
    _ = await store.secret()
    await store.keep(reply("1"), key)
    #expect(await store.replies(key).count == 1)
    let modes = try paths.map { try FileManager.default.attributesOfItem(atPath: $0)[.posixPermissions] as? Int }
    // The folder may be shared with other files, so its mode is unchanged.
    #expect(modes == [0o755, 0o700, 0o700])
  }

  /// Not even between creation and renaming.
  @Test func aFileIsMadeForItsOwnerAlone() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    #expect(CacheFolder(path: folder).make(isOurs: true))
    let watch = Watch(folder)
    for number in 0..<200 { #expect(CacheFolder.write([1, 2, 3], to: "\(folder)/\(number)")) }
    #expect(watch.end() == [])
  }

  /// Reads the modes of the files in a folder continuously, on its own thread. `@unchecked` is safe: the state is locked, and the thread
  /// ends before the last read.
  private final class Watch: @unchecked Sendable {
    private let lock = NSLock()
    private var isOver = false
    private var open: Set<Int> = []
    private let done = DispatchSemaphore(value: 0)

    init(_ folder: String) {
      Thread.detachNewThread { [self] in
        while !lock.withLock({ isOver }) {
          for name in CacheFolder.names(in: folder) {
            guard let kind = FileKind(itself: "\(folder)/\(name)"), kind.mode & 0o077 != 0 else { continue }
            lock.withLock { _ = open.insert(Int(kind.mode)) }
          }
        }
        done.signal()
      }
    }

    func end() -> Set<Int> {
      lock.withLock { isOver = true }
      done.wait()
      return open
    }
  }

  @Test func aKeyCannotNameAnotherFolder() async {
    let store = DiskCacheStore(folder)
    for key in ["", "../../x", "ab/cd", String(repeating: "/", count: 64)] {
      await store.keep(reply("1"), key)
      #expect(await store.replies(key).isEmpty)
    }
    #expect(!FileManager.default.fileExists(atPath: folder + "/v1"))
  }

  @Test func whatShowsACredentialIsNotWrittenDown() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let echo = CachedServer.Answer(headers: "Cache-Control: max-age=60", body: "you are tok-123456")
    let server = CachedServer([echo, echo], store: DiskCacheStore(folder))
    await server.call("Authorization: Bearer tok-123456", secret: "tok-123456")
    #expect(await server.call("Authorization: Bearer tok-123456", .onlyCache, secret: "tok-123456").hasPrefix("cache-miss"))
    #expect(answers.isEmpty)
    let memory = CachedServer([echo])
    await memory.call("Authorization: Bearer tok-123456", secret: "tok-123456")
    #expect(await memory.call("Authorization: Bearer tok-123456", secret: "tok-123456").contains("(fresh)"))
  }

  /// A response that repeats a header of the caller, in its body or head.
  @Test(arguments: [
    ("you are ann", "", true), ("ok", "X-For: ann", true), (#"{"user":"ann"}"#, "", true), ("annotated", "", false), ("", "", false),
  ])
  func whatRepeatsAFieldOfTheCallerIsNotWrittenDown(_ body: String, _ field: String, _ isHidden: Bool) async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let headers = ["Cache-Control: max-age=60", field].filter { !$0.isEmpty }.joined(separator: " | ")
    let server = CachedServer([.init(headers: headers, body: body)], store: DiskCacheStore(folder))
    await server.call("X-User: ann | Accept: max-age=60") { $0.context[PassedFields.self] = $0.headers }
    #expect(answers.isEmpty == isHidden)
    let again = await server.call("X-User: ann | Accept: max-age=60", .onlyCache) { $0.context[PassedFields.self] = $0.headers }
    #expect(again.hasPrefix(isHidden ? "cache-miss" : "200 \(body)"), "\(again)")
  }

  @Test func aConfirmationThatRepeatsAFieldOfTheCallerIsNotWrittenDown() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    for method in [HTTPRequest.Method.get, .head] {
      let store = DiskCacheStore(folder)
      let first = CachedServer.Answer(headers: "Cache-Control: max-age=0 | ETag: \"1\"", body: "ok")
      let told = CachedServer.Answer(status: method == .get ? 304 : 200, headers: "ETag: \"1\" | X-For: ann-1234 | Set-Cookie: sid=s3cr3t")
      let server = CachedServer([first, told], store: store)
      await server.call("X-User: ann-1234") { $0.context[PassedFields.self] = $0.headers }
      #expect(!answers.isEmpty)
      await server.call("X-User: ann-1234", method: method) { $0.context[PassedFields.self] = $0.headers }
      let all = try answers.map { String(decoding: try Data(contentsOf: URL(filePath: $0)), as: UTF8.self) }.joined()
      #expect(!all.contains("ann-1234") && !all.contains("s3cr3t") && all.contains("ok"), "\(all)")
      await store.clear()
    }
  }

  @Test func noCookieIsWrittenDown() async throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let headers = "Cache-Control: max-age=60 | Set-Cookie: sid=s3cr3t; Path=/ | Set-Cookie: b=s3cr3t"
    let server = CachedServer([.init(headers: headers, body: "ok")], store: DiskCacheStore(folder))
    await server.call(url: "https://api.test/a?access_token=s3cr3t&q=1")
    let file = String(decoding: try Data(contentsOf: URL(filePath: try #require(answers.first))), as: UTF8.self)
    #expect(!file.contains("s3cr3t") && file.contains("q=1") && file.hasPrefix("dial-cache 2\n"), "\(file)")
  }

  /// A response with a newer Vary is for requests with the same field only.
  @Test func aConfirmationMayVaryByMore() async throws {
    let first = CachedServer.Answer(headers: "Cache-Control: max-age=0 | ETag: \"1\"", body: "ok")
    let told = CachedServer.Answer(status: 304, headers: "Cache-Control: max-age=60 | ETag: \"1\" | Vary: Accept-Language")
    let server = CachedServer([first, told, .init(body: "other")])
    await server.call("Accept-Language: en")
    #expect(await server.call("Accept-Language: en").hasPrefix("200 ok (confirmed)"))
    #expect(await server.call("Accept-Language: en").hasPrefix("200 ok (fresh)"))
    #expect(await server.call("Accept-Language: de") == "200 other")
  }
}
