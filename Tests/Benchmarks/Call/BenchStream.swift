import NIOCore
import NIOHTTP1

/// A long response: the same piece repeated, each when the socket has taken the previous one.
struct BenchStream: Sendable {
  static let piece = 64 << 10
  /// The number of pieces of `/bytes`: 256 MiB.
  static let pieces = 4096
  /// `/events`: 10 MiB of short events, as in a chat.
  static let events = Events(
    "data: {\"id\":\"chatcmpl-7\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},\"finish_reason\":null}]}\n\n", pieces: 160)
  /// `/feed` of nginx: 200 MiB of events of 169 bytes.
  static let feed = Events(
    "data: {\"id\":\"chat-42\",\"object\":\"chat.completion.chunk\",\"created\":1720612345,\"model\":\"large-2\","
      + "\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},\"finish_reason\":null}]}\n\n", pieces: 3200)

  struct Events {
    let event: String
    let pieces: Int

    init(_ event: String, pieces: Int) { (self.event, self.pieces) = (event, pieces) }

    var size: Int { event.utf8.count }
    var count: Int { BenchStream.piece / size * pieces }
    var bytes: Int { count * size }
    var piece: ByteBuffer { ByteBuffer(string: String(repeating: event, count: BenchStream.piece / size)) }
  }

  private let type: String
  /// The bytes before and after the pieces.
  private var opening = ByteBuffer()
  private let bytes: ByteBuffer
  private var ending = ByteBuffer()
  private let count: Int

  private var length: Int { opening.readableBytes + bytes.readableBytes * count + ending.readableBytes }

  init?(_ target: String) {
    switch target {
    case "/bytes": (type, bytes, count) = ("application/octet-stream", ByteBuffer(repeating: 0x61, count: Self.piece), Self.pieces)
    case "/events": (type, bytes, count) = ("text/event-stream", Self.events.piece, Self.events.pieces)
    default:
      let parts = target.split(separator: "/")
      guard parts.count == 2, let text = SizedText(String(parts[0]), bytes: Int(parts[1]) ?? 0) else { return nil }
      type = text.type
      (opening, bytes, ending) = (ByteBuffer(bytes: text.opening), ByteBuffer(bytes: text.block), ByteBuffer(bytes: text.ending))
      count = text.blocks
    }
  }

  func send(over channel: any Channel) {
    let fields: HTTPHeaders = ["Content-Type": type, "Content-Length": "\(length)"]
    channel.write(HTTPServerResponsePart.head(.init(version: .http1_1, status: .ok, headers: fields)), promise: nil)
    channel.write(HTTPServerResponsePart.body(.byteBuffer(opening)), promise: nil)
    send(count, over: channel)
  }

  private func send(_ left: Int, over channel: any Channel) {
    guard left > 0 else {
      channel.write(HTTPServerResponsePart.body(.byteBuffer(ending)), promise: nil)
      return channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
    }
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes))).whenSuccess { send(left - 1, over: channel) }
  }
}
