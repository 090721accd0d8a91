import Dial
import DialBuild
import DialEngine
import DialHTTP
import DialJSON
import DialMessage
import DialStreams
import Foundation
import Testing

/// A server that breaks off: the caller gets the bytes before, then the error.
@Suite(.serialized) struct BrokenOffTests {
  private static let events = 300
  /// As long as three thousand short events, but faster.
  private static let body = (1...events).map { "data: {\"n\":\($0)}\n: \(String(repeating: "x", count: 150))\n\n" }.joined()

  /// The framing of a body without its end.
  private enum Framing: CaseIterable {
    case chunked
    case length
    case close

    var answer: String {
      let (field, before) =
        switch self {
        case .chunked: ("Transfer-Encoding: chunked\r\n", String(body.utf8.count, radix: 16) + "\r\n")
        case .length: ("Content-Length: \(body.utf8.count + 1)\r\n", "")
        case .close: ("", "")
        }
      return "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\(field)\r\n\(before)\(body)"
    }
  }

  private static let spec = """
    base: http://127.0.0.1:1
    endpoints:
      events: {GET: /x -> events, events: {each: n}}
    """

  /// Waits until the server has ended its side, while most of the body is unread, and reads on.
  private func numbers(_ client: Client, _ server: RawServer) async -> (numbers: [Int], error: CallError?) {
    var numbers: [Int] = []
    let before = server.log.ended
    do throws(CallError) {
      for try await element in client.stream("events") {
        numbers.append(element.asInt ?? 0)
        while numbers.count == 1, server.log.ended == before { try? await Task.sleep(for: .milliseconds(1)) }
      }
      return (numbers, nil)
    } catch {
      return (numbers, error)
    }
  }

  @Test func allThatCameIsGivenBeforeTheError() async throws {
    let transport = HTTPTransport(configuration: .direct)
    let spec = try Spec.load(yaml: Self.spec)
    for framing in Framing.allCases {
      for end in ["close", "reset"] {
        try await RawServer.run([.text(framing.answer), end == "reset" ? .reset : .close]) { server in
          let client = Client(spec, base: server.base, transport: transport)
          for _ in 0..<50 {
            let (numbers, error) = await numbers(client, server)
            // Without a length, a close ends the body.
            let wanted: CallError.Code? = framing == .close && end == "close" ? nil : .truncated
            #expect(numbers == Array(1...Self.events), "\(framing), \(end): \(numbers.count) events")
            #expect(error?.code == wanted, "\(framing), \(end)")
          }
        }
      }
    }
    await transport.shutdown()
  }

  @Test func aReaderThatHeldTheServerBackGetsAll() async throws {
    let spec = try Spec.load(yaml: "base: http://127.0.0.1:1\nendpoints: {file: GET /x -> bytes}\n")
    let transport = HTTPTransport(configuration: .direct)
    var made = (0..<1009).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 2) }
    while made.count < 4 << 20 { made += made }
    let bytes = made
    let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count)\r\n\r\n"
    try await RawServer.run([.send(Array(head.utf8) + bytes)]) { server in
      for pause in [Duration.milliseconds(100), .zero] {
        var got: [UInt8] = []
        for try await piece in Client(spec, base: server.base, transport: transport).bytes("file") {
          if got.isEmpty { try await Task.sleep(for: pause) }
          got += piece
        }
        #expect(got == bytes)
      }
      #expect(server.log.connections == 1)
    }
    await transport.shutdown()
  }

  @Test func smallChunksThatWaitComeTogether() async throws {
    let spec = try Spec.load(yaml: "base: http://127.0.0.1:1\nendpoints: {file: GET /x -> bytes}\n")
    let transport = HTTPTransport(configuration: .direct)
    let chunks = (0..<5000).map { "1\r\n\($0 % 10)\r\n" }.joined() + "0\r\n\r\n"
    let answer = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks
    try await RawServer.run([.text(answer), .close]) { server in
      var got: [UInt8] = []
      var pieces = 0
      for try await piece in Client(spec, base: server.base, transport: transport).bytes("file") {
        while pieces == 0, server.log.ended == 0 { try await Task.sleep(for: .milliseconds(1)) }
        // Sent bytes may still be in transit.
        if pieces == 0 { try await Task.sleep(for: .milliseconds(500)) }
        (got, pieces) = (got + piece, pieces + 1)
      }
      #expect(got == (0..<5000).map { UInt8(48 + $0 % 10) })
      #expect(pieces < 500)
    }
    await transport.shutdown()
  }

  @Test func aDownloadKeepsAllThatCame() async throws {
    let spec = try Spec.load(yaml: "base: http://127.0.0.1:1\nendpoints: {file: GET /x -> bytes}\n")
    let transport = HTTPTransport(configuration: .direct)
    let length = 96_000
    let head = "HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Length: \(length + 1)\r\n\r\n"
    let answer = RawServer.Act.send(Array(head.utf8) + [UInt8](repeating: 7, count: length))
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("dial-\(UInt64.random(in: 0...(.max)))").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for number in 0..<50 {
      try await RawServer.run([answer, number % 2 == 0 ? .close : .reset], [.reset]) { server in
        let path = "\(folder)/\(number)"
        let draft = try Client(spec, base: server.base, transport: transport).prepare("file")
        let error = await #expect(throws: CallError.self) { try await draft.download(to: path, resume: true, pause: .microseconds(1)) }
        #expect(error?.hint == "saved 96.0 of 96.0 kB in '\(path).part'; run the same call again to resume")
        #expect(FileManager.default.contents(atPath: path + ".part")?.count == length)
      }
    }
    try FileManager.default.removeItem(atPath: folder)
    await transport.shutdown()
  }
}
