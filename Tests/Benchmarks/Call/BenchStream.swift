import NIOCore
import NIOHTTP1

/// A long reply: the same piece again and again, each when the socket took the one before.
struct BenchStream: Sendable {
  static let piece = 64 << 10
  /// Of `/bytes`: 256 MiB.
  static let pieces = 4096
  /// One event, as a chat sends them.
  static let event =
    "data: {\"id\":\"chatcmpl-7\",\"choices\":[{\"index\":0,\"delta\":{\"content\":\" word\"},\"finish_reason\":null}]}\n\n"
  static let eventsOfAPiece = piece / event.utf8.count
  /// Of `/events`: pieces of events.
  static let eventPieces = 160
  static var events: Int { eventsOfAPiece * eventPieces }
  static var eventBytes: Int { events * event.utf8.count }

  private let type: String
  private let bytes: ByteBuffer
  private let count: Int

  /// nil for any other target.
  init?(_ target: String) {
    switch target {
    case "/bytes": (type, bytes, count) = ("application/octet-stream", ByteBuffer(repeating: 0x61, count: Self.piece), Self.pieces)
    case "/events":
      let text = String(repeating: Self.event, count: Self.eventsOfAPiece)
      (type, bytes, count) = ("text/event-stream", ByteBuffer(string: text), Self.eventPieces)
    default: return nil
    }
  }

  func send(over channel: any Channel) {
    let fields: HTTPHeaders = ["Content-Type": type, "Content-Length": "\(bytes.readableBytes * count)"]
    channel.write(HTTPServerResponsePart.head(.init(version: .http1_1, status: .ok, headers: fields)), promise: nil)
    send(count, over: channel)
  }

  private func send(_ left: Int, over channel: any Channel) {
    guard left > 0 else { return channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil) }
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(bytes))).whenSuccess { send(left - 1, over: channel) }
  }
}
