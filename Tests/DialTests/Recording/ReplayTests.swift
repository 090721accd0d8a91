import Dial
import Foundation
import TestSupport
import Testing

@testable import DialTesting

struct ReplayTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func entry(_ request: String, _ response: String = #"{"status": 200}"#) -> String {
    #"{"request": \#(request), "response": \#(response)}"#
  }

  private func recording(_ entries: [String]) throws -> String {
    try folder.write("a.har", "{\"log\": {\"entries\": [\(entries.joined(separator: ", "))]}}")
  }

  static let broken: [(entry: String, message: String)] = [
    ("1", "'log.entries[0]' must be an object, but is a number"),
    ("{}", "'log.entries[0]' has no 'request'"),
    (#"{"request": {"method": "GET", "url": "x"}}"#, "'log.entries[0]' has no 'response'"),
    (#"{"request": [], "response": {}}"#, "'log.entries[0].request' must be an object, but is an array"),
    (#"{"request": {"url": "x"}, "response": {}}"#, "'log.entries[0].request' has no 'method'"),
    (#"{"request": {"method": "GET"}, "response": {}}"#, "'log.entries[0].request' has no 'url'"),
    (#"{"request": {"method": 1, "url": "x"}, "response": {}}"#, "'log.entries[0].request.method' must be a string, but is a number"),
    (
      #"{"request": {"method": "GET", "url": "x", "headers": {}}, "response": {}}"#,
      "'log.entries[0].request.headers' must be an array, but is an object"
    ),
    (#"{"request": {"method": "GET", "url": "x", "headers": [{}]}, "response": {}}"#, "'log.entries[0].request.headers[0]' has no 'name'"),
    (
      #"{"request": {"method": "GET", "url": "x"}, "response": {"status": "200"}}"#,
      "'log.entries[0].response.status' must be a number from 0 to 999, but is \"200\""
    ),
    (
      #"{"request": {"method": "GET", "url": "x"}, "response": {"status": 1000}}"#,
      "'log.entries[0].response.status' must be a number from 0 to 999, but is 1000"
    ),
    (
      #"{"request": {"method": "GET", "url": "x"}, "response": {"status": -2}}"#,
      "'log.entries[0].response.status' must be a number from 0 to 999, but is -2"
    ),
    (
      #"{"request": {"method": "GET", "url": "x"}, "response": {"content": {"text": "=a", "encoding": "base64"}}}"#,
      "'log.entries[0].response.content.text' is not valid base64"
    ),
    (
      #"{"request": {"method": "GET", "url": "x"}, "response": {"content": {"text": "a", "encoding": "gzip"}}}"#,
      "'log.entries[0].response.content.encoding' must be 'base64', but is 'gzip'"
    ),
    (
      #"{"request": {"method": "GET", "url": "x"}, "response": {"content": {"text": {}}}}"#,
      "'log.entries[0].response.content.text' must be a string, but is an object"
    ),
    (
      #"{"request": {"method": "GET", "url": "x", "postData": {"params": [1]}}, "response": {}}"#,
      "'log.entries[0].request.postData.params[0]' must be an object, but is a number"
    ),
  ]

  @Test(arguments: broken) func `an entry that cannot be read is told with its path`(row: (entry: String, message: String)) throws {
    let path = try recording([row.entry])
    let error = failureOf { () throws(CallError) in try Replay(path) }
    #expect(error.code == .io && error.message == "cannot read the recording '\(path)': \(row.message)")
  }

  @Test func `a file that is not there, and one that is no JSON, say so`() throws {
    let error = failureOf { () throws(CallError) in try Replay("\(folder.path)/no.har") }
    #expect(error.message == "cannot read the recording '\(folder.path)/no.har': it does not exist")
    let path = try folder.write("a.har", "{\n  \"log\": {]\n}")
    let broken = failureOf { () throws(CallError) in try Replay(path) }
    #expect(
      broken.message == "cannot read the recording '\(path)': line 2, column 11: expected a member name in double quotes, found ']'")
    #expect(failureOf { () throws(CallError) in try Replay(folder.path) }.message.hasSuffix(": it is a folder"))
  }

  @Test func `no change of one byte of a recording is a crash`() throws {
    let golden = Array(try Data(contentsOf: recordings.appending(path: "shop.har")))
    let at = Swift.stride(from: 0, to: golden.count, by: 7)
    for (index, byte) in zip(at, ([0x00, 0x22, 0x2D, 0x30, 0x5B, 0x5D, 0x7B, 0x7D, 0xFF] as [UInt8]).cycled) {
      var bytes = golden
      bytes[index] = byte
      guard let document = try? HARDocument(parsing: bytes), let entries = try? document.entries() else { continue }
      for (position, entry) in entries.enumerated() {
        _ = ReplayKey(entry.request)
        let request = PreparedRequest(endpoint: "a", method: .get, url: entry.request.url)
        _ = try? entry.response.answer(to: request, entry: position, isLast: false)
      }
    }
  }

  @Test func `what was recorded is given again, values and failures`() async throws {
    let recorder = try Recorder("\(folder.path)/shop.har", over: Shop.server)
    let recorded = await Shop.run(try Shop.client(recorder))
    try recorder.save()
    // The token of the replay differs, and need not be valid.
    let replayed = await Shop.run(try Shop.client(try Replay("\(folder.path)/shop.har"), token: "another-token"))
    let masked = recorded.map { line in
      ["Bearer tok-0123456789", "at-987654", "k-1"].reduce(line) {
        $0.replacing($1, with: $1.hasPrefix("Bearer") ? "Bearer REDACTED" : "REDACTED")
      }
    }
    #expect(replayed == masked)
    #expect(recorded[7] == "truncated: the answer ended too early" && recorded[8] == "connect: connection refused")
  }

  @Test func `equal requests are answered in order, the last one again and again`() async throws {
    let path = try recording(
      (1...2).map {
        entry(
          #"{"method": "GET", "url": "https://api.test/v1/items/7"}"#,
          #"{"status": 200, "content": {"mimeType": "application/json", "text": "\#($0)"}}"#)
      })
    let client = try Shop.client(try Replay(path))
    for expected in [1, 2, 2] { #expect(try await client.item(id: 7).asInt == expected) }
  }

  @Test func `a recording of a browser is read`() async throws {
    let replay = try Replay(recordings.appending(path: "chrome.har").path)
    let client = try Shop.client(replay)
    let reply = try await client.call("item", ["id": 7, "q": "a,b"])
    #expect(reply.value == ["id": 7] && reply.headers["content-encoding"] == nil)
    #expect(reply.headers[values: .setCookie] == ["a=1", "b=2; Path=/"])
    #expect(try await client.call("photo").body == [0x89, 0x50, 0xFF, 0x00])
    #expect(try await client.login(user: "ann b", password: "x").ok.asBool == true)
    #expect(
      try await client.call("upload", ["note": "hi", "scan": .file(bytes: Array("scan".utf8), filename: "a.txt")]).status == .noContent)
    #expect(
      await failure { () throws(CallError) in try await client.call("down", [:], CallOptions(retries: 0)) }.message
        == "net::ERR_CONNECTION_REFUSED")
    let error = await failure { () throws(CallError) in try await client.feed() }
    #expect(error.code == .replay && error.message == "entry 6 of the recording was saved without its response body")
  }

  private static let near: [(request: String, hint: String)] = [
    (#"{"method": "POST", "url": "https://api.test/v1/order"}"#, "its path is '/v1/order', not '/v1/orders'"),
    (#"{"method": "PUT", "url": "https://api.test/v1/orders"}"#, "its method is PUT, not POST"),
    (#"{"method": "POST", "url": "https://api.test:8443/v1/orders"}"#, "its server is different"),
    (#"{"method": "POST", "url": "https://api.test/v1/orders?a=1"}"#, "it has an additional query item 'a'"),
    (#"{"method": "POST", "url": "https://api.test/v1/orders"}"#, "it has no body"),
    (
      #"{"method": "POST", "url": "https://api.test/v1/orders", "postData": {"text": "{\"item\": 2}"}}"#,
      "its body is different: 'item' is 2, not 1"
    ),
    (
      #"{"method": "POST", "url": "https://api.test/v1/orders", "postData": {"text": "{\"item\": 1, \"note\": [1]}"}}"#,
      "its body is different: it has an additional member 'note'"
    ),
    (
      #"{"method": "POST", "url": "https://api.test/v1/orders", "postData": {"text": "{}"}}"#,
      "its body is different: it has no member 'item'"
    ),
    (#"{"method": "POST", "url": "https://api.test/v1/orders", "postData": {"text": "x"}}"#, "its body is different"),
    (
      #"{"method": "POST", "url": "https://api.test/v1/orders", "postData": {"mimeType": "application/x-www-form-urlencoded", "params": [{"name": "item", "value": "1"}]}}"#,
      "its body is different"
    ),
  ]

  @Test(arguments: near) func `the nearest entry is named, and what is different`(row: (request: String, hint: String)) async throws {
    let path = try recording([entry(#"{"method": "GET", "url": "https://other.test/far/away"}"#), entry(row.request)])
    let client = try Shop.client(try Replay(path))
    let error = await failure { () throws(CallError) in try await client.order(item: 1) }
    #expect(error.code == .replay && error.message == "the recording '\(path)' has no response to POST https://api.test/v1/orders")
    #expect(error.hint?.hasPrefix("the closest match is entry 2, ") == true && error.hint?.hasSuffix(": \(row.hint)") == true)
  }

  @Test func `of a query, a form and parts the item is named`() async throws {
    let form = #""postData": {"mimeType": "application/x-www-form-urlencoded", "text": "user=ann&password=x"}"#
    let parts = #""postData": {"mimeType": "multipart/form-data", "params": [{"name": "scan", "fileName": "b.txt", "value": "x"}]}"#
    let path = try recording([
      entry(#"{"method": "GET", "url": "https://api.test/v1/items/7?q=a"}"#),
      entry(#"{"method": "POST", "url": "https://api.test/v1/login", \#(form)}"#),
      entry(#"{"method": "POST", "url": "https://api.test/v1/files", \#(parts)}"#),
    ])
    let client = try Shop.client(try Replay(path))
    let query = await failure { () throws(CallError) in try await client.item(id: 7, q: "b") }
    #expect(query.hint == #"the closest match is entry 1, GET https://api.test/v1/items/7?q=a: its query item 'q' is "a", not "b""#)
    let login = await failure { () throws(CallError) in try await client.login(user: "bob", password: "another") }
    #expect(
      login.hint == #"the closest match is entry 2, POST https://api.test/v1/login: its body item 'user' is "ann", not "bob""#)
    let upload = await failure { () throws(CallError) in try await client.upload(scan: File(bytes: [0x78], filename: "a.txt")) }
    #expect(
      upload.hint
        == #"the closest match is entry 3, POST https://api.test/v1/files: its body item 'scan' is "b.txt: x", not "a.txt: x""#)
  }

  @Test func `the pairs of a form that another tool wrote are those of the request, and its password is not told`() async throws {
    let pairs = #"[{"name": "user", "value": "ann"}, {"name": "password", "value": "leak"}]"#
    let form = #""postData": {"mimeType": "application/x-www-form-urlencoded", "params": \#(pairs)}"#
    let path = try recording([entry(#"{"method": "POST", "url": "https://api.test/v1/login", \#(form)}"#)])
    let client = try Shop.client(try Replay(path))
    let miss = await failure { () throws(CallError) in try await client.login(user: "bob", password: "leak") }
    #expect(miss.hint?.hasSuffix(#"'user' is "ann", not "bob""#) == true && miss.hint?.contains("leak") == false)
    let other = await failure { () throws(CallError) in try await client.login(user: "ann", password: "another") }
    #expect(other.code != .replay)
  }

  @Test func `a byte order mark, as some tools write it, is read over`() async throws {
    let path = try folder.write("a.har", "\u{FEFF}{\"log\": {\"entries\": []}}")
    #expect(throws: Never.self) { try Replay(path) }
  }

  @Test func `an empty recording says that it is`() async throws {
    let client = try Shop.client(try Replay(try recording([])))
    #expect(await failure { () throws(CallError) in try await client.old() }.hint == "the recording has no entries")
  }

  @Test func `no secret is in the error`() async throws {
    let client = try Shop.client(try Replay(try recording([])))
    let error = await failure { () throws(CallError) in try await client.item(id: 7, q: "tok-0123456789") }
    #expect(error.message == "the recording '\(folder.path)/a.har' has no response to GET https://api.test/v1/items/7?q=REDACTED")
  }
}

extension Array {
  /// Repeats its elements forever.
  fileprivate var cycled: some Sequence<Element> {
    sequence(state: 0) { index in
      defer { index = (index + 1) % self.count }; return self[index]
    }
  }
}
