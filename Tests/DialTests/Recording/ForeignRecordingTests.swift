import Dial
import Foundation
import TestSupport
import Testing

@testable import DialTesting

/// Recordings of browsers, mitmproxy and Playwright.
struct ForeignRecordingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let spec = """
    base: https://api.test
    endpoints:
      a: GET /a
      xml: {GET: /a, decode: xml}
      find: GET /find (q?, tag? [String])
      put: "PUT bytes /b (_ data Data)"
      form: "POST form /f (user, tags? [String])"
      upload: "POST multipart /u (note?, scan File)"
      c: GET /c
      void: GET /c -> Void
    """

  private func client(_ path: String) throws -> Client { Client(try Spec.load(yaml: Self.spec), transport: try Replay(path)) }

  private func client(_ request: String, _ response: String) throws -> Client {
    try client(folder.write("a.har", #"{"log": {"entries": [{"request": \#(request), "response": \#(response)}]}}"#))
  }

  @Test(arguments: [
    ("text/plain; charset=iso-8859-1", "Ünï€", #""Ünï€""#), ("text/plain; charset=windows-1252", "é", #""é""#),
    ("application/json; charset=utf-16", #"{\"a\": \"é\"}"#, #"{"a":"é"}"#), ("text/plain", "é", #""é""#),
    ("text/xml", #"<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?><a>é</a>"#, #"{"a":"é"}"#),
    ("application/json", #"{\"a\": 1}"#, #"{"a":1}"#),
  ])
  func `a text without an encoding is decoded already`(type: String, text: String, value: String) async throws {
    let headers = #"[{"name": "Content-Type", "value": "\#(type)"}]"#
    let client = try client(
      #"{"method": "GET", "url": "https://api.test/a"}"#,
      #"{"status": 200, "headers": \#(headers), "content": {"size": 9, "mimeType": "\#(type)", "text": "\#(text)"}}"#)
    #expect(JSONWriter.text(try await client.call(type.contains("xml") ? "xml" : "a").value) == value)
  }

  /// A browser writes what it had into the entry of a 304. Only a call that asks for a change gets the 304.
  @Test(arguments: [(false, #"{"a":1}"#), (true, "304")])
  func `a confirmed response is the response`(isConditional: Bool, value: String) async throws {
    let headers = #"[{"name": "Content-Type", "value": "application/json"}]"#
    let client = try client(
      #"{"method": "GET", "url": "https://api.test/a"}"#,
      #"{"status": 304, "headers": \#(headers), "content": {"mimeType": "application/json", "text": "{\"a\": 1}"}}"#)
    do throws(CallError) {
      let options = isConditional ? CallOptions(headers: ["If-None-Match": "\"1\""]) : .init()
      #expect(JSONWriter.text(try await client.call("a", [:], options).value) == value)
    } catch {
      #expect("\(error.status?.code ?? 0)" == value)
    }
  }

  /// The bytes that Dial records are the same in a replay, and no other tool reads them as another text.
  @Test(
    arguments: [
      ("text/plain; charset=iso-8859-1", [0xC3, 0xA9], #""Ã©""#), ("text/plain; charset=iso-8859-1", [0x61], #""a""#),
      ("text/plain; charset=utf-16le", [0x61, 0x00], #""a""#), ("text/plain", [0xC3, 0xA9], #""é""#),
    ] as [(String, [UInt8], String)])
  func `what Dial records in another charset is the same again`(type: String, bytes: [UInt8], value: String) async throws {
    let recorder = try Recorder("\(folder.path)/b.har", over: Fixed(type: type, bytes: bytes))
    let spec = try Spec.load(yaml: Self.spec)
    #expect(JSONWriter.text(try await Client(spec, transport: recorder).call("a").value) == value)
    try recorder.save()
    #expect(JSONWriter.text(try await client("\(folder.path)/b.har").call("a").value) == value)
    let content = try JSON(parsing: folder.read("b.har")).log.entries[0].response.content
    #expect((content.encoding.asString == "base64") == (type.contains("charset") && bytes != [0x61]))
  }

  @Test func `JSON that is not UTF-8 is recorded as its bytes`() async throws {
    let bytes = Array("{\"a\":\"".utf8) + [0xFF] + Array("\"}".utf8)
    let recorder = try Recorder("\(folder.path)/c.har", over: Fixed(type: "application/json", bytes: bytes))
    _ = try? await Client(try Spec.load(yaml: Self.spec), transport: recorder).call("a")
    try recorder.save()
    let content = try JSON(parsing: folder.read("c.har")).log.entries[0].response.content
    #expect(content.encoding.asString == "base64" && content.text.asString.flatMap { Data(base64Encoded: $0) } == Data(bytes))
  }

  private struct Fixed: Transport {
    let type: String
    let bytes: [UInt8]

    func send(_ request: PreparedRequest) async throws -> Response {
      Response(status: .ok, headers: [.contentType: type], url: request.url, body: ResponseBody(bytes))
    }
  }

  @Test(arguments: [
    #""postData": {"mimeType": "application/octet-stream", "text": "ÿ\u0000\u0001"}"#,
    #""postData": {"mimeType": "application/octet-stream", "text": "\uFFFD\u0000\u0001"}"#,
    #""postData": {"mimeType": "application/octet-stream", "text": ""}"#, #""postData": {"mimeType": "application/octet-stream"}"#,
    #""postData": {"mimeType": "application/octet-stream", "text": "", "params": []}, "bodySize": 3"#, #""bodySize": 3"#,
    #""headers": [{"name": "Content-Length", "value": "3"}], "bodySize": -1"#, #""bodySize": -1"#,
  ])
  func `a binary upload is found`(body: String) async throws {
    let client = try client(#"{"method": "PUT", "url": "https://api.test/b", \#(body)}"#, #"{"status": 200}"#)
    #expect(try await client.call("put", ["_": File(bytes: [0xFF, 0x00, 0x01])]).status == .ok)
  }

  @Test(arguments: [
    #""postData": {"mimeType": "application/octet-stream", "text": "ÿ\u0000\u0002"}"#, #""postData": {"mimeType": "a/b", "text": "other"}"#,
    #""bodySize": 0"#, #""headers": [{"name": "Content-Length", "value": "0"}], "bodySize": -1"#, #""x": 1"#,
    #""postData": {"mimeType": "", "text": ""}"#, #""postData": {"mimeType": "a/b", "text": ""}, "bodySize": 0"#,
  ])
  func `another upload is not found`(body: String) async throws {
    let client = try client(#"{"method": "PUT", "url": "https://api.test/b", \#(body)}"#, #"{"status": 200}"#)
    let error = await failure { () throws(CallError) in try await client.call("put", ["_": File(bytes: [0xFF, 0x00, 0x01])]) }
    #expect(error.code == .replay)
  }

  @Test func `a part that is binary is found`() async throws {
    let text =
      #"--x\r\nContent-Disposition: form-data; name=\"scan\"; filename=\"a.jpg\"\r\n\r\n\uFFFD\u0001\r\n--x\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\nhi\r\n--x--\r\n"#
    let client = try client(
      #"{"method": "POST", "url": "https://api.test/u", "postData": {"mimeType": "multipart/form-data; boundary=x", "text": "\#(text)"}}"#,
      #"{"status": 200}"#)
    #expect(try await client.call("upload", ["note": "hi", "scan": File(bytes: [0xFF, 0x01], filename: "a.jpg")]).status == .ok)
  }

  @Test func `items in another order are the same, those of one name are not`() async throws {
    let client = try client(#"{"method": "GET", "url": "https://api.test/find?tag=b&tag=a&q=x"}"#, #"{"status": 200}"#)
    #expect(try await client.call("find", ["q": "x", "tag": ["b", "a"]]).status == .ok)
    let error = await failure { () throws(CallError) in try await client.call("find", ["q": "x", "tag": ["a", "b"]]) }
    #expect(error.hint?.hasSuffix(#"its query item 'tag' is "b", not "a""#) == true)
    let form = #""postData": {"mimeType": "application/x-www-form-urlencoded", "text": "tags=b&tags=a&user=ann"}"#
    let other = try self.client(#"{"method": "POST", "url": "https://api.test/f", \#(form)}"#, #"{"status": 200}"#)
    #expect(try await other.call("form", ["user": "ann", "tags": ["b", "a"]]).status == .ok)
  }

  @Test(arguments: [
    (#"{"status": 200, "content": {"size": -1, "mimeType": "text/plain"}}"#, false),
    (#"{"status": 200, "content": {"size": 12, "mimeType": "text/plain"}}"#, false),
    (#"{"status": 200, "bodySize": 12, "content": {"size": 0, "mimeType": "text/plain"}}"#, false),
    (#"{"status": 200, "headers": [{"name": "Content-Length", "value": "5"}], "content": {}}"#, false),
    (#"{"status": 200, "bodySize": 12}"#, false), (#"{"status": 200, "content": {"size": 12, "text": ""}}"#, false),
    (#"{"status": 200, "content": {"size": 0, "mimeType": "x-unknown"}}"#, true), (#"{"status": 200}"#, true),
    (#"{"status": 204, "content": {"size": -1}}"#, true), (#"{"status": 200, "content": {"size": 0, "text": ""}}"#, true),
  ])
  func `a body that was not kept is an error`(response: String, isEmpty: Bool) async throws {
    let client = try client(#"{"method": "GET", "url": "https://api.test/c"}"#, response)
    if isEmpty {
      #expect(try await client.call("c").value == .null)
    } else {
      let error = await failure { () throws(CallError) in try await client.call("c") }
      #expect(error.code == .replay && error.message == "entry 1 of the recording was saved without its response body")
    }
  }

  /// One member stored, one deflated.
  private static let zip =
    "UEsDBBQAAAAAAAAAIQAD544ACQAAAAkAAAAJAAAAYm9keS5qc29ueyJpZCI6IDd9UEsDBBQAAAAAAAAAIQBp3d42AwAAAAMAAAAGAAAAdXAuYmlu/wABUEsDBBQAAAAIAAAAIQD1HLyZ9gAAAGMCAAAHAAAAaGFyLmhhcoVRy07DMBD8lcrnJg690TOIK4f2VFVokyzE4Bf2Gloi/zu2g5CoUnJbe2ZnZ3ZHJs0L265GhpqcQJ/qw8gcvgf0VACFNJg+lezhfsfWKxaczK+ByPot52BFTYnMgcWEOvTWaI+l1xNQyJqbpknYgNCj+5mhQWUS64ymNLyis8Us/wEyFACslaIDEkbzV280i8f1L32SF1+ZeZu+lVC4ywpzjQl/ehaygK3pz/UkF5Pfa1kf9/9mbTNojac7IJharxgwHSFVnhyC+mMk2LoV2cXC0mYCNxeBT1XQb9p8LmRauF+3eL8ZK9XNhRfCE3EroUSLxxi/AVBLAQIUAxQAAAAAAAAAIQAD544ACQAAAAkAAAAJAAAAAAAAAAAAAACAAQAAAABib2R5Lmpzb25QSwECFAMUAAAAAAAAACEAad3eNgMAAAADAAAABgAAAAAAAAAAAAAAgAEwAAAAdXAuYmluUEsBAhQDFAAAAAgAAAAhAPUcvJn2AAAAYwIAAAcAAAAAAAAAAAAAAIABVwAAAGhhci5oYXJQSwUGAAAAAAMAAwCgAAAAcgEAAAAA"

  @Test func `a ZIP file of Playwright has the bodies as members`() async throws {
    let path = "\(folder.path)/a.har.zip"
    let bytes = try #require(Data(base64Encoded: Self.zip))
    try bytes.write(to: URL(fileURLWithPath: path))
    let client = try client(path)
    #expect(try await client.call("a").value == ["id": 7])
    #expect(try await client.call("put", ["_": File(bytes: [0xFF, 0x00, 0x01])]).status == .ok)
    let missed = await failure { () throws(CallError) in try await client.call("put", ["_": File(bytes: [0xFF, 0x00, 0x02])]) }
    #expect(missed.code == .replay)
    #expect(failureOf { () throws(CallError) in try Recorder(path, over: Fixed(type: "a/b", bytes: []), extending: true) }.code == .io)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    // No change of one byte, and no shorter file, is a crash.
    for index in bytes.indices {
      var changed = Array(bytes)
      changed[index] ^= 0xFF
      if let zip = try? ZipArchive(changed) { for name in zip.names { _ = try? zip.content(name, upTo: 1 << 20) } }
      if let zip = try? ZipArchive(Array(bytes[..<index])) { for name in zip.names { _ = try? zip.content(name, upTo: 1 << 20) } }
    }
  }

  @Test(arguments: [
    (#"{"_file": "b.txt"}"#, ""), (#"{"_file": "none.txt"}"#, "'log.entries[0].response.content._file': "),
    (#"{"_file": "../b.txt"}"#, "'log.entries[0].response.content._file' must be the name of a file, but is '../b.txt'"),
  ])
  func `a body can be a file beside the recording`(content: String, message: String) async throws {
    try folder.write("b.txt", "[1]")
    let entry = #"{"request": {"method": "GET", "url": "https://api.test/a"}, "response": {"status": 200, "content": \#(content)}}"#
    let path = try folder.write("a.har", #"{"log": {"entries": [\#(entry)]}}"#)
    if message.isEmpty {
      #expect(try await client(path).call("a").value == [1])
    } else {
      let error = failureOf { () throws(CallError) in try Replay(path) }
      #expect(error.message.hasPrefix("cannot read the recording '\(path)': \(message)"))
    }
  }
}
