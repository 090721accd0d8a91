import DialMessage
import NIOCore
import NIOWebSocket
import Testing

@testable import DialHTTP

/// Messages of several frames, and invalid frames.
struct AssemblerTests {
  private static func frame(
    _ opcode: WebSocketOpcode, _ bytes: [UInt8], fin: Bool = true, rsv: Int = 0, mask: WebSocketMaskingKey? = nil
  ) -> WebSocketFrame {
    WebSocketFrame(
      fin: fin, rsv1: rsv == 1, rsv2: rsv == 2, rsv3: rsv == 3, opcode: opcode, maskKey: mask, data: ByteBuffer(bytes: bytes))
  }

  private static func text(_ opcode: WebSocketOpcode, _ text: String, fin: Bool = true, rsv: Int = 0) -> WebSocketFrame {
    frame(opcode, Array(text.utf8), fin: fin, rsv: rsv)
  }

  /// Returns the results of frames up to the first fault.
  private static func outcome(_ frames: [WebSocketFrame], isPacked: Bool = false) -> [String] {
    var options = SocketOptions()
    options.maxMessageBytes = 8
    options.maxFragments = 3
    var assembler = MessageAssembler(options, isPacked ? MessageInflater(forgets: false) : nil)
    var seen: [String] = []
    for frame in frames {
      do throws(SocketFault) {
        switch try assembler.add(frame) {
        case .message(.text(let text)): seen.append("text \(text)")
        case .message(.bytes(let bytes)): seen.append("bytes \(bytes)")
        case .ping(let data): seen.append("ping \(String(buffer: data))")
        case .pong: seen.append("pong")
        case .closing(let closing): seen.append("close \(closing)")
        case nil: break
        }
      } catch {
        seen.append("\(error.code) \(error.kind.rawValue): \(error.what)")
        break
      }
    }
    return seen
  }

  static let refused: [([WebSocketFrame], [String])] = [
    ([frame(.text, [0x61], mask: [1, 2, 3, 4])], ["1002 protocol: sent a masked frame"]),
    ([text(.text, "a", rsv: 1)], ["1002 protocol: sent a frame with a reserved bit set"]),
    ([text(.text, "a", rsv: 2)], ["1002 protocol: sent a frame with a reserved bit set"]),
    ([text(.text, "a", rsv: 3)], ["1002 protocol: sent a frame with a reserved bit set"]),
    ([frame(WebSocketOpcode(encodedWebSocketOpcode: 11)!, [])], ["1002 protocol: sent a frame of an unknown type"]),
    ([frame(WebSocketOpcode(encodedWebSocketOpcode: 3)!, [])], ["1002 protocol: sent a frame of an unknown type"]),
    ([text(.continuation, "a")], ["1002 protocol: continued a message that was not started"]),
    ([text(.text, "a", fin: false), text(.text, "b")], ["1002 protocol: started a message before the previous one ended"]),
    ([text(.text, "123456789")], ["1009 limit: sent a message of more than 8 bytes"]),
    ([text(.binary, "12345", fin: false), text(.continuation, "6789")], ["1009 limit: sent a message of more than 8 bytes"]),
    (
      [text(.text, "", fin: false), text(.continuation, "", fin: false), text(.continuation, "", fin: false), text(.continuation, "")],
      ["1009 limit: sent a message in more than 3 fragments"]
    ),
    ([frame(.text, [0xFF])], ["1007 protocol: sent a text message that is not valid UTF-8"]),
    ([frame(.text, [0xC3])], ["1007 protocol: sent a text message that is not valid UTF-8"]),
    (
      [frame(.text, [0xF4], fin: false), frame(.continuation, [0x90], fin: false)],
      ["1007 protocol: sent a text message that is not valid UTF-8"]
    ),
    ([frame(.text, [0xC3], fin: false), frame(.continuation, [])], ["1007 protocol: sent a text message that is not valid UTF-8"]),
    ([frame(.connectionClose, [3])], ["1002 protocol: sent an incomplete close code"]),
    ([frame(.connectionClose, [3, 0xEC])], ["1002 protocol: sent the close code 1004, which is not allowed in a frame"]),
    ([frame(.connectionClose, [3, 0xED])], ["1002 protocol: sent the close code 1005, which is not allowed in a frame"]),
    ([frame(.connectionClose, [3, 0xEE])], ["1002 protocol: sent the close code 1006, which is not allowed in a frame"]),
    ([frame(.connectionClose, [3, 0xE7])], ["1002 protocol: sent the close code 999, which is not allowed in a frame"]),
    ([frame(.connectionClose, [0x13, 0x88])], ["1002 protocol: sent the close code 5000, which is not allowed in a frame"]),
    ([frame(.connectionClose, [3, 0xE8, 0xFF])], ["1007 protocol: sent a close reason that is not valid UTF-8"]),
  ]

  @Test(arguments: refused) func refuses(_ frames: [WebSocketFrame], _ wanted: [String]) { #expect(Self.outcome(frames) == wanted) }

  static let taken: [([WebSocketFrame], [String])] = [
    ([text(.text, "é"), frame(.binary, [0, 255])], ["text é", "bytes [0, 255]"]),
    ([text(.text, ""), frame(.binary, [])], ["text ", "bytes []"]),
    (
      [frame(.text, [0x61, 0xC3], fin: false), text(.ping, "p"), frame(.continuation, [0xA9], fin: false), text(.continuation, "b")],
      ["ping p", "text aéb"]
    ),
    ([text(.pong, "x")], ["pong"]),
    ([frame(.connectionClose, [])], ["close no code"]),
    ([frame(.connectionClose, [3, 0xE8] + Array("bye".utf8))], ["close 1000 (normal): bye"]),
    ([frame(.connectionClose, [0x0F, 0xA1])], ["close 4001"]),
  ]

  @Test(arguments: taken) func takes(_ frames: [WebSocketFrame], _ wanted: [String]) { #expect(Self.outcome(frames) == wanted) }

  /// `Hello` in the compressed form of RFC 7692 section 7.2.3.1.
  private static let hello: [UInt8] = [0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]

  @Test func packedMessages() {
    #expect(
      Self.outcome([Self.frame(.text, Self.hello, rsv: 1), Self.text(.text, "plain")], isPacked: true) == ["text Hello", "text plain"])
    let split = [
      Self.frame(.text, Array(Self.hello[..<3]), fin: false, rsv: 1), Self.frame(.continuation, [], fin: false),
      Self.frame(.continuation, Array(Self.hello[3...])),
    ]
    #expect(Self.outcome(split, isPacked: true) == ["text Hello"])
    // Sections 7.2.3.2 (the window of the previous message) and 7.2.3.4 (a final block).
    let again: [UInt8] = [0xF2, 0x00, 0x11, 0x00, 0x00]
    let last: [UInt8] = [0xF3, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00, 0x00]
    #expect(
      Self.outcome([Self.frame(.text, Self.hello, rsv: 1), Self.frame(.text, again, rsv: 1)], isPacked: true)
        == ["text Hello", "text Hello"])
    #expect(
      Self.outcome([Self.frame(.text, last, rsv: 1), Self.frame(.text, Self.hello, rsv: 1)], isPacked: true)
        == ["text Hello", "text Hello"])
  }

  @Test func packedMessagesThatAreRefused() throws {
    #expect(
      Self.outcome([Self.frame(.text, [0xFF, 0xFF], rsv: 1)], isPacked: true)
        == ["1007 protocol: sent a compressed message that cannot be decompressed"])
    #expect(Self.outcome([Self.frame(.ping, [], rsv: 1)], isPacked: true) == ["1002 protocol: sent a frame with a reserved bit set"])
    #expect(
      Self.outcome([Self.frame(.text, Self.hello, fin: false, rsv: 1), Self.frame(.continuation, [], rsv: 1)], isPacked: true)
        == ["1002 protocol: sent a frame with a reserved bit set"])
    let twice = [Self.frame(.text, [0x03, 0x00], fin: false, rsv: 1), Self.frame(.continuation, [0x03, 0x00])]
    #expect(Self.outcome(twice, isPacked: true) == ["1007 protocol: sent a compressed message with more than one final block"])
    let often = (0..<50_000).flatMap { _ in [0x03, 0x00] as [UInt8] }
    #expect(
      Self.outcome([Self.frame(.text, often, rsv: 1)], isPacked: true) == [
        "1007 protocol: sent a compressed message with more than one final block"
      ])
    let deflater = try #require(MessageDeflater(windowBits: 15, forgets: false))
    let bomb = deflater.deflate(ByteBuffer(repeating: 0, count: 64 << 20))
    #expect(bomb.readableBytes < 100_000)
    #expect(
      Self.outcome([Self.frame(.binary, Array(bomb.readableBytesView), rsv: 1)], isPacked: true)
        == ["1009 limit: sent a message of more than 8 bytes"])
  }

  @Test(arguments: [true, false]) func whatIsPackedComesOutAsItWas(_ forgets: Bool) throws {
    let deflater = try #require(MessageDeflater(windowBits: 9, forgets: forgets))
    let inflater = try #require(MessageInflater(forgets: forgets))
    var random = SystemRandomNumberGenerator()
    for count in [1024, 70_000, 300_000] {
      let message = (0..<count).map { UInt8(truncatingIfNeeded: $0 % 251 == 0 ? UInt64(random.next()) : UInt64($0 / 7)) }
      let packed = deflater.deflate(ByteBuffer(bytes: message))
      #expect(packed.readableBytes < count)
      var bytes: [UInt8] = []
      let half = packed.readableBytes / 2
      try inflater.inflate(
        packed.getSlice(at: packed.readerIndex, length: half)!.readableBytesView, isLast: false, into: &bytes, upTo: count)
      try inflater.inflate(packed.readableBytesView.dropFirst(half), isLast: true, into: &bytes, upTo: count)
      #expect(bytes == message)
    }
  }
}
