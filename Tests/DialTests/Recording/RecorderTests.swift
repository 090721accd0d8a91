import Dial
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import DialTesting

struct RecorderTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func request(_ url: String = "https://api.test/a", body: RequestBody = .none) -> PreparedRequest {
    PreparedRequest(endpoint: "a", method: body.isNone ? .get : .post, url: url, body: body)
  }

  static let refused: [(text: String, message: String)] = [
    ("# notes", "line 1, column 1: expected a value, found '#'"),
    ("{\"log\": {\n  \"entries\": [}", "line 2, column 15: expected a value, found '}'"),
    ("[]", "it must be an object, but is an array"),
    ("{\"a\": 1}", "it is not a HAR file, because it has no 'log'"),
    ("{\"log\": []}", "'log' must be an object, but is an array"),
    ("{\"log\": {}}", "it is not a HAR file, because it has no 'log.entries'"),
    ("{\"log\": {\"entries\": {}}}", "'log.entries' must be an array, but is an object"),
  ]

  @Test(arguments: refused) func `a file that is no recording stays as it is`(row: (text: String, message: String)) throws {
    let path = try folder.write("notes.txt", row.text)
    for extending in [false, true] {
      let error = failureOf { () throws(CallError) in try Recorder(path, over: Answering(), extending: extending) }
      #expect(error.code == .io && error.message == "cannot read the recording '\(path)': \(row.message)")
      #expect(error.hint == "choose another file, or remove this one; only recordings are overwritten")
    }
    #expect(try folder.read("notes.txt") == row.text)
  }

  @Test func `a folder, a device and a file in a folder that is not there cannot be recorded into`() throws {
    for (path, reason) in [
      (folder.path, "it is not a regular file"), ("/dev/null", "it is not a regular file"),
      ("\(folder.path)/no/a.har", "the folder '\(folder.path)/no' does not exist"),
    ] {
      let error = failureOf { () throws(CallError) in try Recorder(path, over: Answering()) }
      #expect(error.code == .io && error.message == "cannot write the recording '\(path)': \(reason)")
    }
  }

  @Test func `a body with more bytes than a recording keeps is an error, and no entry`() async throws {
    let recorder = try Recorder("\(folder.path)/a.har", over: Answering(status: 200, "123456789"))
    var large = request()
    large.policy.maxBodyBytes = 8
    let response = try await recorder.send(large)
    await #expect(throws: TransportError(.limit, "the body is larger than the recording limit of 8 bytes")) {
      _ = try await response.body.collect(upTo: .max)
    }
    var upload = request(body: .bytes(Array("123456789".utf8)))
    upload.policy.maxBodyBytes = 8
    let sent = upload
    await #expect(throws: TransportError.self) { _ = try await recorder.send(sent) }
    try recorder.save()
    #expect(try HARFile(path: "\(folder.path)/a.har").read().entries().isEmpty)
  }

  @Test func `the calls of a shop are this file, byte for byte, each time`() async throws {
    let recorder = try Recorder("\(folder.path)/shop.har", over: Shop.server)
    _ = await Shop.run(try Shop.client(recorder))
    try recorder.save()
    let golden = recordings.appending(path: "shop.har")
    if ProcessInfo.processInfo.environment["DIAL_RECORD"] != nil { try Data(folder.read("shop.har").utf8).write(to: golden) }
    #expect(try folder.read("shop.har") == String(contentsOf: golden, encoding: .utf8))
    #expect(folder.names == ["shop.har"])
  }

  @Test func `no secret is in the file`() async throws {
    let recorder = try Recorder("\(folder.path)/shop.har", over: Shop.server)
    _ = await Shop.run(try Shop.client(recorder))
    try recorder.save()
    let text = try folder.read("shop.har")
    let token = Data(Shop.token.utf8).base64EncodedString()
    for secret in [Shop.token, token, "hunter22", "s3cr3t-cookie", "at-987654", "xyz", "k-1", "dial-"] { #expect(!text.contains(secret)) }
    for kept in ["Ann", "\"sid\"", "sold out"] { #expect(text.contains(kept)) }
  }

  @Test func `only the owner reads the file, and a link stays one`() async throws {
    _ = try folder.write("real.har", #"{"log": {"entries": []}}"#)
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/link.har", withDestinationPath: "real.har")
    let recorder = try Recorder("\(folder.path)/link.har", over: Answering())
    _ = try await recorder.send(request())
    try recorder.save()
    let modes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/real.har")[.posixPermissions] as? Int
    #expect(modes == 0o600)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder.path)/link.har") == "real.har")
  }

  @Test func `extending adds to what is there and keeps what Dial does not know`() async throws {
    let old =
      #"{"log":{"version":"1.1","pages":[{"id":"p"}],"entries":[{"_own":[1.50],"request":{"method":"GET","url":"https://b.test/"},"response":{}}]},"x":1}"#
    let path = try folder.write("a.har", old)
    for _ in 0..<2 {
      let recorder = try Recorder(path, over: Answering(), extending: true)
      _ = try await recorder.send(request()).body.collect(upTo: .max)
      try recorder.save()
      try recorder.save()
    }
    let json = try JSON(parsing: folder.read("a.har"))
    #expect(json.x.asInt == 1 && json.log.version.asString == "1.1" && json.log.pages[0].id.asString == "p")
    #expect(JSONWriter.text(json.log.entries[0]._own) == "[1.50]")
    #expect(json["log.entries[*].request.url"] == ["https://b.test/", "https://api.test/a", "https://api.test/a"])
    try Recorder(path, over: Answering()).save()
    #expect(try JSON(parsing: folder.read("a.har"))["log.entries"] == [])
  }

  @Test func `recorders of one file beside each other lose nothing`() async throws {
    let path = try folder.write("a.har", "")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<8 {
        group.addTask {
          let recorder = try Recorder(path, over: Answering(), extending: true)
          let request = PreparedRequest(endpoint: "a", method: .get, url: "https://api.test/\(index)")
          _ = try await recorder.send(request).body.collect(upTo: .max)
          try recorder.save()
        }
      }
      try await group.waitForAll()
    }
    let urls = try HARFile(path: path).read().entries().map(\.request.url)
    #expect(urls.sorted() == (0..<8).map { "https://api.test/\($0)" })
  }

  @Test func `times are recorded where they are asked for`() async throws {
    let recorder = try Recorder("\(folder.path)/a.har", over: Answering(), timed: true)
    _ = try await recorder.send(request()).body.collect(upTo: .max)
    try recorder.save()
    let date = try JSON(parsing: folder.read("a.har")).log.entries[0].startedDateTime.asString ?? ""
    #expect(date.count == 24 && date.hasPrefix("20") && Timestamp(rfc3339: date) != nil)
  }

  @Test func `pieces pass as they come, and the entry is ended by the end, by an error or by letting go`() async throws {
    let gate = Mutex<[String]>([])
    let recorder = try Recorder(
      "\(folder.path)/a.har",
      over: Answering { request in
        let error: TransportError? = request.url.hasSuffix("/broken") ? TransportError(.truncated, "too short") : nil
        return Response(status: .ok, body: ResponseBody(Pieces(texts: ["one", "two"], error: error)))
      })
    let response = try await recorder.send(request("https://api.test/whole"))
    for try await piece in response.body {
      gate.withLock { $0.append(String(decoding: piece, as: UTF8.self)) }
      try recorder.save()
      #expect(try HARFile(path: "\(folder.path)/a.har").read().entries().isEmpty)
    }
    #expect(gate.withLock { $0 } == ["one", "two"])
    try recorder.save()

    var part: Response? = try await recorder.send(request("https://api.test/part"))
    if let body = part?.body { for try await _ in body { break } }
    part = nil
    let broken = try await recorder.send(request("https://api.test/broken"))
    await #expect(throws: TransportError(.truncated, "too short")) { _ = try await broken.body.collect(upTo: .max) }
    try recorder.save()
    let answers = try HARFile(path: "\(folder.path)/a.har").read().entries().map(\.response)
    #expect(answers.map { $0.body.map { String(decoding: $0, as: UTF8.self) } } == ["onetwo", "one", "onetwo"])
    #expect(answers.map(\.failure) == [nil, nil, .init(kind: "truncated", message: "too short")])
  }

  @Test func `what is read once is recorded while it is sent`() async throws {
    let inner = Sending()
    let recorder = try Recorder("\(folder.path)/a.har", over: inner)
    let body = RequestBody.stream(length: nil, replay: nil, ResponseBody(Pieces(texts: ["ab", "cd"])))
    _ = try await recorder.send(request(body: body)).body.collect(upTo: .max)
    try recorder.save()
    #expect(inner.got.withLock { $0 } == Array("abcd".utf8))
    #expect(try HARFile(path: "\(folder.path)/a.har").read().entries()[0].request.body?.content == .bytes(Array("abcd".utf8)))
  }

  @Test func `a call that was cancelled before its answer is not recorded`() async throws {
    let recorder = try Recorder("\(folder.path)/a.har", over: Answering { _ in throw CancellationError() })
    await #expect(throws: CancellationError.self) { try await recorder.send(request()) }
    try recorder.save()
    #expect(try HARFile(path: "\(folder.path)/a.har").read().entries().isEmpty)
  }

  /// Reads the bodies that it sends.
  private final class Sending: Transport {
    let got = Mutex<[UInt8]>([])

    func send(_ request: PreparedRequest) async throws -> Response {
      if case .stream(_, _, let pieces) = request.body {
        let bytes = try await pieces.collect(upTo: .max)
        got.withLock { $0 = bytes }
      }
      return Response(status: .ok)
    }
  }
}

extension RequestBody {
  fileprivate var isNone: Bool { if case .none = self { true } else { false } }
}
