import Dial
import DialBuild
import DialEngine
import DialMessage
import DialStreams
import Foundation
import HTTPTypes
import TestSupport
import Testing

/// Parts that a download leaves for the next one, and files that are not touched.
@Suite struct DownloadPartTests {
  private static let spec = """
    base: https://api.test
    endpoints: {get: "GET /files/x (token String?) -> bytes", other: GET /files/y -> bytes}
    """

  private static func client(_ server: Serving) throws -> Client { Client(try Spec.load(yaml: spec), transport: server) }

  /// Starts a download that breaks off after this number of bytes.
  private static func breakOff(at count: Int, in folder: TemporaryFolder, to target: String = "x", _ answer: Served? = nil) async throws {
    let server = Serving([answer ?? .whole(cut: count), .refused(503)])
    await #expect(throws: CallError.self) {
      try await client(server).prepare("get").download(to: "\(folder.path)/\(target)", pause: .microseconds(1))
    }
  }

  struct Next: Sendable, CustomTestStringConvertible {
    var name: String
    var endpoint = "get"
    var answers: [Served]
    var gives: String
    var testDescription: String { name }
  }

  static let next = [
    Next(
      name: "nothing listens", answers: [.unreachable],
      gives: "GET bytes=40000- \"v1\"; GET bytes=40000- \"v1\"; GET bytes=40000- \"v1\"\nconnect\nx.part=40000"),
    Next(
      name: "another part", answers: [.part(0, to: 100)], gives: "GET bytes=40000- \"v1\"\nprotocol\nx.part=40000"),
    Next(name: "goes on", answers: [.part(40_000)], gives: "GET bytes=40000- \"v1\"\nresumed\nx"),
    Next(name: "changed", answers: [.whole("\"v2\"")], gives: "GET bytes=40000- \"v1\"\nanew\nx"),
    Next(
      name: "shorter", answers: [.refused(416, [.contentRange: "bytes */100"]), .whole()],
      gives: "GET bytes=40000- \"v1\"; GET\nanew\nx"),
    Next(name: "another call to the same file", endpoint: "other", answers: [.whole()], gives: "GET\nanew\nx"),
  ]

  @Test(arguments: next) func `the next call`(row: Next) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await Self.breakOff(at: 40_000, in: folder)
    #expect(folder.files == "x.part=40000")
    let server = Serving(row.answers)
    let client = try Self.client(server)
    var text: String
    do throws(CallError) {
      let file = try await client.download(row.endpoint, to: folder.path + "/x")
      text = file.resumed ? "resumed" : "anew"
    } catch {
      text = "\(error.code)"
    }
    #expect("\(server.requests.joined(separator: "; "))\n\(text)\n\(folder.files)" == row.gives)
    let notes = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".json") }
    #expect(notes == (folder.files == "x" ? [] : ["x.part.json"]))
  }

  @Test func `a part that is whole is asked for its last byte`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await Self.breakOff(at: 40_000, in: folder)
    try folder.write("x.part", Served.file)
    let server = Serving([.part(99_999)])
    let file = try await Self.client(server).download("get", to: folder.path + "/x")
    #expect(file.resumed && server.requests == ["GET bytes=99999- \"v1\""] && folder.files == "x")
  }

  @Test func `a length that no file has is not counted`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await Self.breakOff(at: 40_000, in: folder)
    let (steps, tell) = AsyncStream.makeStream(of: CallTask.Progress.self)
    let server = Serving([.part(40_000).with(.contentLength, "9223372036854775807")])
    let file = try await Self.client(server).download("get", to: folder.path + "/x") { tell.yield($0) }
    tell.finish()
    for await step in steps { #expect(step.toReceive == nil) }
    #expect(file.resumed && folder.files == "x")
  }

  @Test(arguments: [0, Int64.min, -1]) func `a note of no length is no reason to go on`(total: Int64) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("x.part", Array("some".utf8))
    try folder.write(
      "x.part.json", Array("{\"url\": \"https://api.test/files/x\", \"validator\": \"\\\"v1\\\"\", \"total\": \(total)}".utf8))
    let server = Serving([.whole()])
    try await Self.client(server).download("get", to: folder.path + "/x")
    #expect(server.requests == ["GET"] && folder.files == "x")
  }

  /// Other files at the place of a part or its note.
  static let prepared: [(name: String, prepare: @Sendable (String) -> Void)] = [
    ("a part with another name", { link($0 + "/other", $0 + "/x.part") }),
    ("a part that is a link", { symlink("other", $0 + "/x.part") }),
    ("a part that is a pipe", { mkfifo($0 + "/x.part", 0o666) }),
    (
      "a note that is a link",
      {
        rename($0 + "/x.part.json", $0 + "/note")
        symlink("note", $0 + "/x.part.json")
      }
    ),
    (
      "a note with another name",
      { link($0 + "/x.part.json", $0 + "/note") }
    ),
    (
      "a note that is a pipe",
      {
        unlink($0 + "/x.part.json")
        mkfifo($0 + "/x.part.json", 0o666)
      }
    ),
  ]

  @Test(arguments: prepared.indices) func `what another one made is not written`(row: Int) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await Self.breakOff(at: 40_000, in: folder)
    let mine = Array("mine".utf8)
    try folder.write("other", mine)
    let (name, prepare) = Self.prepared[row]
    if name.hasPrefix("a part") { unlink(folder.path + "/x.part") }
    prepare(folder.path)
    let error = await #expect(throws: CallError.self, "\(name)") {
      try await Self.client(Serving([.whole()])).download("get", to: folder.path + "/x")
    }
    #expect(error?.message.hasPrefix("cannot write '\(folder.path)/x") == true, "\(name)")
    #expect(folder.bytes("other") == mine && folder.bytes("x") == nil, "\(name)")
  }

  @Test func `a note is written beside what has its name`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("other", [1])
    symlink("other", folder.path + "/x.part.json")
    try await Self.breakOff(at: 40_000, in: folder)
    #expect(folder.bytes("other") == [1] && folder.files == "other? x.part=40000")
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    #expect(left == ["other", "x.part", "x.part.json"])
  }

  @Test(arguments: ["", "{}", "[1]", "{\"url\": \"https://api.test/files/x\", \"validator\": \"v1\\r\\nx: y\", \"total\": 100000}"])
  func `a note that is none is no reason to go on`(note: String) async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("x.part", Array("some".utf8))
    try folder.write("x.part.json", Array(note.utf8))
    let server = Serving([.whole()])
    try await Self.client(server).download("get", to: folder.path + "/x")
    #expect(server.requests == ["GET"] && folder.files == "x")
  }

  @Test func `a file that is no part stays, and nothing is lost`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try folder.write("x.part", Array("mine".utf8))
    let server = Serving([.whole()])
    let error = await #expect(throws: CallError.self) { try await Self.client(server).download("get", to: folder.path + "/x") }
    #expect(
      error?.code == .io
        && error?.message == "cannot write '\(folder.path)/x': '\(folder.path)/x.part' already exists and is not a partial download"
    )
    #expect(folder.bytes("x.part") == Array("mine".utf8))
  }

  @Test func `one file is not filled by two downloads`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let slow = Serving([.whole(cut: 40_000, by: .cancelled)])
    let (steps, tell) = AsyncStream.makeStream(of: Int64.self)
    let first = Task { try await Self.client(slow).download("get", to: folder.path + "/x") { tell.yield($0.received) } }
    for await received in steps where received == 40_000 { break }
    let error = await #expect(throws: CallError.self) {
      try await Self.client(Serving([.part(40_000), .whole()])).download("get", to: folder.path + "/x")
    }
    #expect(error?.message == "cannot write '\(folder.path)/x': another download is writing '\(folder.path)/x.part'")
    first.cancel()
    let cancelled = await #expect(throws: CallError.self) { try await first.value }
    let hint = "saved 40.0 of 100.0 kB in '\(folder.path)/x.part'; run the same call again to resume"
    #expect(cancelled?.code == .cancelled && cancelled?.hint == hint)
    #expect(folder.files == "x.part=40000")
  }

  @Test func `what arrived of a body without an end stays`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    var endless = Served.whole(cut: 40_000, by: .cancelled)
    endless.headers[.contentLength] = nil
    let server = Serving([endless])
    let (steps, tell) = AsyncStream.makeStream(of: Int64.self)
    let download = Task { try await Self.client(server).download("get", to: folder.path + "/x") { tell.yield($0.received) } }
    for await received in steps where received == 40_000 { break }
    download.cancel()
    let error = await #expect(throws: CallError.self) { try await download.value }
    #expect(error?.hint == "saved the 40.0 kB that arrived in '\(folder.path)/x.partial'")
    #expect(folder.files == "x.partial=40000")
  }

  @Test func `no secret is written down`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    let spec = try Spec.load(yaml: "base: https://api.test\nauth: query key ${KEY}\nendpoints: {get: GET /x -> bytes}\n")
    let client = Client(spec, variables: ["KEY": "t0psecret"], transport: Serving([.whole(cut: 40_000), .refused(403)]))
    await #expect(throws: CallError.self) { try await client.prepare("get").download(to: folder.path + "/x", pause: .microseconds(1)) }
    let note = String(decoding: folder.bytes("x.part.json") ?? [], as: UTF8.self)
    #expect(note.contains("https://api.test/x") && !note.contains("t0psecret"))
  }

  @Test func `progress counts what is there already`() async throws {
    let folder = try TemporaryFolder()
    defer { folder.remove() }
    try await Self.breakOff(at: 40_000, in: folder)
    let (steps, tell) = AsyncStream.makeStream(of: CallTask.Progress.self)
    try await Self.client(Serving([.part(40_000)])).download("get", to: folder.path + "/x") { tell.yield($0) }
    tell.finish()
    var seen: [CallTask.Progress] = []
    for await step in steps { seen.append(step) }
    #expect(seen.first == .init(received: 40_000, toSend: 0))
    #expect(seen.dropFirst().first == .init(received: 40_000, toSend: 0, toReceive: 100_000, isReceiving: true))
    #expect(seen.last == .init(received: 100_000, toSend: 0, toReceive: 100_000, isReceiving: true))
  }

  @Test func `a call tells the steps of both directions`() async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {up: PUT bytes /up (_ content Data) -> bytes}\n")
    let (steps, tell) = AsyncStream.makeStream(of: CallTask.Progress.self)
    let draft = try Client(spec, transport: Serving([.whole()])).prepare("up", ["content": Data(count: 5)])
    #expect(try await draft.send { tell.yield($0) }.body == Served.file)
    tell.finish()
    var seen: [CallTask.Progress] = []
    for await step in steps { seen.append(step) }
    #expect(seen.first == .init(toSend: 5))
    #expect(seen.dropFirst().first == .init(sent: 5, toSend: 5, toReceive: 100_000, isReceiving: true))
    #expect(seen.last == .init(sent: 5, received: 100_000, toSend: 5, toReceive: 100_000, isReceiving: true))
  }
}
