import Dial
import DialEngine
import DialMessage
import DialStreams
import HTTPTypes
import Testing

/// Web sockets with an independent server.
struct SocketTests {
  private static func client(packs: Bool = true) async throws -> Client { try await SocketServer.shared.client(packs: packs) }

  @Test func aRefusedHandshakeTellsWhy() async throws {
    let error = try await failure { _ = try await Self.client().connect("stranger") }
    #expect(error.code == .status)
    #expect(error.status?.code == 401)
    #expect(error.body == Array("who are you?\n".utf8))
  }

  @Test func credentialsOpenASocket() async throws {
    let socket = try await Self.client().connect("secret")
    try await socket.send("in")
    var messages = socket.makeAsyncIterator()
    #expect(try await messages.next() == .text("in"))
    try await socket.close()
  }

  @Test(arguments: [true, false]) func theServerSeesWhatTheSpecSays(_ packs: Bool) async throws {
    let socket = try await Self.client(packs: packs).connect("headers", ["note": "a"])
    var values = socket.values.makeAsyncIterator()
    let seen = try #require(try await values.next())
    #expect(seen.fields[member: "X-Note"].asString == "a")
    #expect(socket.subprotocol == "chat.v1")
    #expect(seen.extensions.asArray?.map { $0.asString } == (packs ? ["permessage-deflate"] : []))
    try await socket.close()
  }

  @Test(arguments: [true, false]) func whatIsSentComesBack(_ packs: Bool) async throws {
    let messages: [Socket.Message] = [
      .text(""), .text("é👩‍👩‍👧"), .bytes([]), .bytes([0, 255]), .text(String(repeating: "text ", count: 1000)),
      .bytes((0..<70_000).map { UInt8(truncatingIfNeeded: $0) }), .text(String(repeating: "x", count: 2 << 20)),
    ]
    let socket = try await Self.client(packs: packs).connect("echo", socket: SocketOptions(compression: packs))
    var answers = socket.makeAsyncIterator()
    for message in messages + messages {
      try await socket.send(message)
      #expect(try await answers.next() == message)
    }
    try await socket.close()
    #expect(try await answers.next() == nil)
    #expect(socket.closing?.code == 1000)
  }

  @Test(arguments: [true, false]) func tenThousandMessagesComeInOrder(_ packs: Bool) async throws {
    let socket = try await Self.client(packs: packs).connect("count", ["to": 10_000])
    var next = 0
    for try await message in socket {
      #expect(message == .text("\(next)"))
      next += 1
    }
    #expect(next == 10_000)
  }

  @Test func tenThousandMessagesArrive() async throws {
    let socket = try await Self.client().connect("collect")
    for number in 0..<10_000 { try await socket.send("message \(number)") }
    try await socket.send("end")
    var answers = socket.makeAsyncIterator()
    // sha256 of "message 0message 1…message 9999"
    #expect(try await answers.next() == .text("10000 \(Self.digest)"))
    try await socket.close()
  }

  private static let digest = "6f36785c9bf2b7ee8d3524ae6aa1faa37e00470a31b37dd9435f7dd5863599b5"

  @Test func aReaderThatWaitsHoldsTheServerBack() async throws {
    let client = try await Self.client(packs: false)
    let socket = try await client.connect("flood", ["messages": 2000])
    try await Task.sleep(for: .milliseconds(500))
    var sent = try await client.connect("sent").makeAsyncIterator()
    let count = try #require(try await sent.next()?.asText.flatMap { Int($0) })
    // 125 MiB in all; the buffers of both systems hold the rest.
    #expect(count < 500)
    var seen = 0
    for try await message in socket {
      #expect(message.utf8.first == UInt8(truncatingIfNeeded: seen))
      seen += 1
    }
    #expect(seen == 2000)
  }

  @Test func theServerClosesWithACode() async throws {
    let client = try await Self.client()
    let error = try await failure { for try await _ in try await client.connect("close", ["code": 4001, "reason": "bye"]) {} }
    #expect(error.message == "the server closed the WebSocket with 4001: bye")
    let socket = try await client.connect("close", ["code": 1000, "reason": "fine"])
    for try await _ in socket {}
    #expect(socket.closing == Socket.Closing(code: 1000, reason: "fine"))
  }

  @Test func theServerHearsOurClose() async throws {
    let client = try await Self.client()
    #expect(try await Self.heard(client) { try await $0.close(code: 3001, reason: "enough") } == "3001 enough")
    #expect(try await Self.heard(client) { _ in } == "1001 ")
  }

  /// Returns the report of the server when a socket ended.
  private static func heard(_ client: Client, _ end: (Socket) async throws -> Void) async throws -> String? {
    do { try await end(try await client.connect("told")) }
    var last: String?
    for _ in 0..<100 {
      try await Task.sleep(for: .milliseconds(20))
      var answer = try await client.connect("heard").makeAsyncIterator()
      let now = try await answer.next()?.asText
      if let now, now == last, !now.isEmpty { return now }
      last = now
    }
    return last
  }
}
