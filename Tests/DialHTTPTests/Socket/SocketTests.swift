import DialMessage
import HTTPTypes
import NIOCore
import Testing

@testable import DialHTTP

/// Open WebSockets with a server of bytes: received and sent frames, and the end.
struct SocketTests {
  private static func open(_ peer: SocketPeer, _ options: SocketOptions = .init(ping: nil, compression: false)) async throws
    -> any SocketConnection
  {
    let response = try await HTTPTransport().connect(HandshakeTests.request("ws://127.0.0.1:\(peer.port)/live", options))
    return try #require(response.socket)
  }

  /// Returns the messages, then how the socket ended.
  private static func outcome(_ socket: any SocketConnection, _ peer: SocketPeer) async -> [String] {
    var seen: [String] = []
    do {
      while let message = try await socket.receive() { seen.append(message.asText ?? "\(message.utf8)") }
      seen.append("closed \(socket.closing?.description ?? "without a close")")
    } catch let error as TransportError {
      seen.append("\(error.kind.rawValue): \(error.message.replacing("127.0.0.1:\(peer.port)", with: "ADDRESS"))")
    } catch {
      seen.append("unmapped: \(error)")
    }
    return seen
  }

  private static let huge: [UInt8] = [0x82, 127, 0x40, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]
  private static let beyond: [UInt8] = [0x82, 127, 0xC0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]

  /// The frames of the server, the results, and the frames it gets.
  static let table: [([RawServer.Act], [String], [String])] = [
    (
      [.send([0x81, 0x82, 1, 2, 3, 4, 0, 0])], ["protocol: ADDRESS sent a masked frame; the WebSocket was closed with 1002"],
      ["88 [3, 234]"]
    ),
    (
      [SocketPeer.frame(0xC1, [0x61])], ["protocol: ADDRESS sent a frame with a reserved bit set; the WebSocket was closed with 1002"],
      ["88 [3, 234]"]
    ),
    (
      [SocketPeer.frame(0x83, [])], ["protocol: ADDRESS sent a frame of an unknown type; the WebSocket was closed with 1002"],
      ["88 [3, 234]"]
    ),
    (
      [SocketPeer.frame(0x09, [])],
      ["protocol: ADDRESS sent a control frame that is fragmented or longer than 125 bytes; the WebSocket was closed with 1002"],
      ["88 [3, 234]"]
    ),
    (
      [.send([0x81, 126, 0, 1, 0x61])],
      ["protocol: ADDRESS sent a frame whose length is not in its shortest form; the WebSocket was closed with 1002"], ["88 [3, 234]"]
    ),
    (
      [SocketPeer.text("first"), .send([0x82, 127, 0, 0, 0, 0, 0, 0, 0xFF]), .send([0xFF] + [UInt8](repeating: 0x70, count: 0xFFFF))],
      ["first", "protocol: ADDRESS sent a frame whose length is not in its shortest form; the WebSocket was closed with 1002"],
      ["88 [3, 234]"]
    ),
    (
      [.send([0x81, 126, 0]), .send([126] + [UInt8](repeating: 0x61, count: 126) + [0x88, 0])],
      [String(repeating: "a", count: 126), "closed no code"], ["88 "]
    ),
    (
      [.send([0x89, 126, 0, 126] + [UInt8](repeating: 0x70, count: 126))],
      ["protocol: ADDRESS sent a control frame that is fragmented or longer than 125 bytes; the WebSocket was closed with 1002"],
      ["88 [3, 234]"]
    ),
    (
      [SocketPeer.text("first"), SocketPeer.frame(0x81, [0xFF])],
      ["first", "protocol: ADDRESS sent a text message that is not valid UTF-8; the WebSocket was closed with 1007"], ["88 [3, 239]"]
    ),
    ([.send(huge)], ["limit: ADDRESS sent a message of more than 16.8 MB; the WebSocket was closed with 1009"], ["88 [3, 241]"]),
    ([.send(beyond)], ["limit: ADDRESS sent a message of more than 16.8 MB; the WebSocket was closed with 1009"], ["88 [3, 241]"]),
    (
      [SocketPeer.text("hello"), .wait(.milliseconds(50)), .reset],
      ["hello", "connect: ADDRESS reset the connection without closing the WebSocket (close code 1006)"], []
    ),
    (
      [SocketPeer.text("hello"), .close],
      ["hello", "truncated: ADDRESS closed the connection without closing the WebSocket (close code 1006)"], []
    ),
    ([SocketPeer.close(4001, "bye")], ["closed 4001: bye"], ["88 [15, 161]"]),
    ([SocketPeer.frame(0x88, [])], ["closed no code"], ["88 "]),
    ([SocketPeer.close(1000), SocketPeer.text("late")], ["closed 1000 (normal)"], ["88 [3, 232]"]),
    (
      [SocketPeer.frame(0x89, Array("are you there".utf8)), SocketPeer.close(1001)], ["closed 1001 (going away)"],
      ["8a are you there", "88 [3, 233]"]
    ),
  ]

  @Test(arguments: table) func reads(_ script: [RawServer.Act], _ wanted: [String], _ answers: [String]) async throws {
    try await SocketPeer.run(script) { peer in
      let socket = try await Self.open(peer)
      #expect(await Self.outcome(socket, peer) == wanted)
      #expect(try await peer.frames(answers.count).map(\.description) == answers)
      // A second read has the same end.
      #expect(await Self.outcome(socket, peer) == wanted.suffix(1))
    }
  }

  /// The response, a frame and the end may arrive together, while the HTTP parser is removed.
  @Test func whatComesBeforeAnEarlyEndIsRead() async throws {
    for _ in 0..<30 {
      try await SocketPeer.run([SocketPeer.text("hello"), .close]) { peer in
        let seen = await Self.outcome(try await Self.open(peer), peer)
        #expect(seen == ["hello", "truncated: ADDRESS closed the connection without closing the WebSocket (close code 1006)"])
      }
    }
  }

  @Test func afterTheEndNothingIsSent() async throws {
    try await SocketPeer.run([SocketPeer.close(1000)]) { peer in
      let socket = try await Self.open(peer)
      #expect(try await socket.receive() == nil)
      let error = await #expect(throws: CallError.self) { try await socket.send(.text("late")) }
      #expect(error?.description == "error: the WebSocket is closed [closed]")
      #expect(try await peer.frames(2).map(\.description) == ["88 [3, 232]"])
    }
  }

  @Test func everyFrameHasAMaskOfItsOwn() async throws {
    try await SocketPeer.run([]) { peer in
      let socket = try await Self.open(peer)
      for _ in 0..<64 { try await socket.send(.text("same")) }
      try await socket.send(.bytes([0, 255]))
      try await socket.send(.text(String(repeating: "x", count: 126)))
      try await socket.send(.bytes([UInt8](repeating: 7, count: 65_536)))
      let frames = try await peer.frames(67)
      #expect(frames.prefix(65).map(\.description) == Array(repeating: "81 same", count: 64) + ["82 [0, 255]"])
      #expect(frames.suffix(2).map(\.payload.count) == [126, 65_536])
      #expect(frames.allSatisfy { $0.mask.count == 4 })
      #expect(Set(frames.map(\.mask)).count > 60)
    }
  }

  @Test func largeMessagesArePackedWhereTheServerAgreed() async throws {
    try await SocketPeer.run([], headers: [("Sec-WebSocket-Extensions", "permessage-deflate")]) { peer in
      let socket = try await Self.open(peer, .init(ping: nil))
      try await socket.send(.text("small"))
      try await socket.send(.text(String(repeating: "large ", count: 1000)))
      let frames = try await peer.frames(2)
      #expect(frames.map { String($0.first, radix: 16) } == ["81", "c1"])
      #expect(frames.last.map { $0.payload.count < 100 } == true)
    }
  }

  @Test func severalSendersAtOnce() async throws {
    try await SocketPeer.run([]) { peer in
      let socket = try await Self.open(peer)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<8 { group.addTask { for step in 0..<50 { try await socket.send(.text("\(number) \(step)")) } } }
        try await group.waitForAll()
      }
      let frames = try await peer.frames(400).map { String(decoding: $0.payload, as: UTF8.self) }
      #expect(frames.count == 400)
      for number in 0..<8 { #expect(frames.filter { $0.hasPrefix("\(number) ") } == (0..<50).map { "\(number) \($0)" }) }
    }
  }

  @Test func aCloseIsAnswered() async throws {
    try await SocketPeer.run([SocketPeer.text("before"), .wait(.milliseconds(100)), SocketPeer.close(1000, "bye")]) { peer in
      let socket = try await Self.open(peer)
      await socket.close(.init(code: 3000, reason: "done"))
      #expect(try await peer.frames(1).first?.payload == [0x0B, 0xB8] + Array("done".utf8))
      #expect(await Self.outcome(socket, peer) == ["before", "closed 1000 (normal): bye"])
    }
  }

  @Test func aCloseThatNobodyAnswersIsBounded() async throws {
    try await SocketPeer.run([]) { peer in
      var options = SocketOptions(ping: nil)
      options.closeTimeout = .milliseconds(100)
      let socket = try await Self.open(peer, options)
      let start = ContinuousClock.now
      await socket.close(.init())
      #expect(.now - start < .seconds(4))
      #expect(await Self.outcome(socket, peer) == ["closed without a close"])
      #expect(try await peer.sawEnd())
    }
  }

  @Test func droppingTheSocketEndsTheConnection() async throws {
    try await SocketPeer.run([]) { peer in
      do { _ = try await Self.open(peer) }
      #expect(try await peer.frames(1).map(\.description) == ["88 [3, 233]"])
      #expect(try await peer.sawEnd())
    }
  }

  @Test func cancellingTheReaderEndsTheConnection() async throws {
    try await SocketPeer.run([]) { peer in
      let socket = try await Self.open(peer)
      let reader = Task { await Self.outcome(socket, peer) }
      try await Task.sleep(for: .milliseconds(50))
      reader.cancel()
      #expect(await reader.value == ["cancelled: the call was cancelled"])
      #expect(try await peer.frames(1).map(\.description) == ["88 [3, 233]"])
      #expect(try await peer.sawEnd())
    }
  }

  @Test func aSilentServerIsFoundOut() async throws {
    try await SocketPeer.run([]) { peer in
      var options = SocketOptions(ping: .milliseconds(50))
      options.pongTimeout = .milliseconds(100)
      let socket = try await Self.open(peer, options)
      #expect(await Self.outcome(socket, peer) == ["timeout: ADDRESS did not respond to a ping within 100ms (close code 1006)"])
      #expect(try await peer.frames(2).map(\.description) == ["89 ", "88 [3, 233]"])
    }
  }

  @Test func aServerThatTakesNothingIsFoundOut() async throws {
    try await SocketPeer.run([.deafen]) { peer in
      var options = SocketOptions(ping: .milliseconds(50), compression: false)
      options.pongTimeout = .milliseconds(300)
      let socket = try await Self.open(peer, options)
      try await Task.sleep(for: .milliseconds(20))
      // More than the buffers of the system.
      let error = await #expect(throws: TransportError.self) { try await socket.send(.bytes([UInt8](repeating: 1, count: 24 << 20))) }
      #expect(error?.message == "127.0.0.1:\(peer.port) did not respond to a ping within 300ms (close code 1006)")
      #expect(error?.kind == .timeout)
    }
  }

  @Test func aServerThatSendsMessagesIsAlive() async throws {
    let talk = (0..<12).flatMap { [RawServer.Act.wait(.milliseconds(50)), SocketPeer.text("\($0)")] }
    try await SocketPeer.run(talk + [SocketPeer.close(1000)]) { peer in
      var options = SocketOptions(ping: .milliseconds(20))
      options.pongTimeout = .seconds(2)
      let socket = try await Self.open(peer, options)
      #expect(await Self.outcome(socket, peer) == (0..<12).map { "\($0)" } + ["closed 1000 (normal)"])
    }
  }

  @Test func aFloodOfPingsFillsNothing() async throws {
    let pings = (0..<20_000).flatMap { _ in [0x89, 4, 1, 2, 3, 4] as [UInt8] }
    try await SocketPeer.run([.send(pings), SocketPeer.text("done"), SocketPeer.close(1000)]) { peer in
      let socket = try await Self.open(peer)
      #expect(await Self.outcome(socket, peer) == ["done", "closed 1000 (normal)"])
    }
    var queue = PongQueue()
    let written = (0..<1000).filter { queue.add(.init(string: "\($0)")) != nil }
    #expect(written == Array(0..<64))
    #expect(queue.written().map { String(buffer: $0) } == "999")
    #expect(queue.written() == nil)
  }

  @Test func aSlowReaderHoldsTheServerBack() async throws {
    // 64 MiB in messages of 64 KiB: more than the buffers of the system.
    let message: [UInt8] = [0x82, 127, 0, 0, 0, 0, 0, 1, 0, 0] + [UInt8](repeating: 1, count: 65_536)
    let count = 1024
    let script = Array(repeating: RawServer.Act.send(message), count: count) + [SocketPeer.text("sent"), SocketPeer.close(1000)]
    try await SocketPeer.run(script) { peer in
      let response = try await HTTPTransport().connect(
        HandshakeTests.request("ws://127.0.0.1:\(peer.port)/live", .init(ping: nil, compression: false)))
      let socket = try #require(response.socket as? ChannelSocket)
      try await Task.sleep(for: .milliseconds(300))
      // Only the limit and one read are waiting.
      let waiting = socket.waiting
      #expect(waiting > 0 && waiting < 2 << 20)
      var seen = 0
      while let message = try await socket.receive() { seen += message.utf8.count == 65_536 ? 1 : 0 }
      #expect(seen == count)
    }
  }
}
