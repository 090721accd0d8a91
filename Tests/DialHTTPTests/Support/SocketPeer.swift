import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import Synchronization

/// A server that accepts handshakes, plays a script of bytes for each, and records the received frames.
final class SocketPeer: Sendable {
  /// An unmasked frame.
  struct Frame: Equatable, CustomStringConvertible {
    var first: UInt8
    var mask: [UInt8]
    var payload: [UInt8]

    var description: String {
      let text = String(validating: payload, as: UTF8.self).map { $0.utf8.allSatisfy { $0 >= 32 } ? $0 : "\(payload)" } ?? "\(payload)"
      return "\(String(first, radix: 16)) \(text)"
    }
  }

  private struct State {
    var requests: [String] = []
    var bytes: [[UInt8]] = []
    var ended = 0
    var scripts: [[RawServer.Act]]
  }

  private final class Box: Sendable {
    let state: Mutex<State>
    init(_ scripts: [[RawServer.Act]]) { state = Mutex(State(scripts: scripts)) }
  }

  private let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
  private let channel: any Channel
  private let box: Box
  let port: Int

  private init(_ scripts: [[RawServer.Act]], headers: [(String, String)]) async throws {
    let box = Box(scripts)
    self.box = box
    channel = try await ServerBootstrap(group: group)
      .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(Server(box, HTTPHeaders(headers))) }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = channel.localAddress?.port ?? 0
  }

  /// One connection: reads a head, accepts it, and plays its script.
  private final class Server: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let box: Box
    private let fields: HTTPHeaders
    private var head: String? = ""
    private var number = 0

    init(_ box: Box, _ fields: HTTPHeaders) {
      self.box = box
      self.fields = fields
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      let buffer = unwrapInboundIn(data)
      guard let before = head else { return box.state.withLock { $0.bytes[number] += buffer.readableBytesView } }
      let text = before + String(buffer: buffer)
      head = text.hasSuffix("\r\n\r\n") ? nil : text
      if head == nil { agree(to: text.split(separator: "\r\n").map(String.init), context) }
    }

    /// The key of the handshake is computed by NIO; frames of tests are bytes.
    private func agree(to lines: [String], _ context: ChannelHandlerContext) {
      let script = box.state.withLock { state in
        state.requests.append(lines.joined(separator: "\n"))
        state.bytes.append([])
        number = state.bytes.count - 1
        return state.scripts[min(number, state.scripts.count - 1)]
      }
      var request = HTTPRequestHead(version: .http1_1, method: .GET, uri: "/")
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        request.headers.add(name: String(parts[0]), value: String(parts[1].dropFirst()))
      }
      let (channel, fields) = (context.channel, fields)
      let upgrader = NIOWebSocketServerUpgrader(
        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture(fields) },
        upgradePipelineHandler: { channel, _ in channel.eventLoop.makeSucceededVoidFuture() })
      upgrader.buildUpgradeResponse(channel: channel, upgradeRequest: request, initialResponseHeaders: fields).whenSuccess { fields in
        let lines = ["HTTP/1.1 101 Switching Protocols", "Connection: Upgrade"] + fields.map { "\($0.name): \($0.value)" }
        channel.writeAndFlush(ByteBuffer(string: (lines + ["", ""]).joined(separator: "\r\n")), promise: nil)
        RawServer.run(script, channel)
      }
    }

    func channelInactive(context: ChannelHandlerContext) { box.state.withLock { $0.ended += 1 } }
    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
  }

  var requests: [String] { box.state.withLock { $0.requests } }
  /// The number of closed connections.
  var ended: Int { box.state.withLock { $0.ended } }

  /// Returns the complete frames of one connection.
  func frames(of number: Int = 0) -> [Frame] {
    var rest = box.state.withLock { $0.bytes.indices.contains(number) ? $0.bytes[number] : [] }[...]
    var frames: [Frame] = []
    while rest.count >= 6 {
      let bytes = Array(rest)
      var length = Int(bytes[1] & 0x7F)
      var start = 2
      if length == 126 {
        length = Int(bytes[2]) << 8 | Int(bytes[3])
        start = 4
      } else if length == 127 {
        length = bytes[2..<10].reduce(0) { $0 << 8 | Int($1) }
        start = 10
      }
      let mask = bytes[1] & 0x80 == 0 ? [] : Array(bytes[start..<(start + 4)])
      start += mask.count
      guard bytes.count >= start + length else { break }
      let payload = bytes[start..<(start + length)].enumerated().map { mask.isEmpty ? $1 : $1 ^ mask[$0 % 4] }
      frames.append(Frame(first: bytes[0], mask: mask, payload: payload))
      rest = rest.dropFirst(start + length)
    }
    return frames
  }

  /// Waits for this number of frames, at most five seconds.
  func frames(_ count: Int, of number: Int = 0) async throws -> [Frame] {
    for _ in 0..<500 where frames(of: number).count < count { try await Task.sleep(for: .milliseconds(10)) }
    return frames(of: number)
  }

  func sawEnd(of count: Int = 1) async throws -> Bool {
    for _ in 0..<500 where ended < count { try await Task.sleep(for: .milliseconds(10)) }
    return ended >= count
  }

  static func run<T>(
    _ scripts: [RawServer.Act]..., headers: [(String, String)] = [], body: (SocketPeer) async throws -> T
  ) async throws -> T {
    let peer = try await SocketPeer(scripts, headers: headers)
    do {
      let result = try await body(peer)
      await peer.stop()
      return result
    } catch {
      await peer.stop()
      throw error
    }
  }

  private func stop() async {
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  /// A frame of a server.
  static func frame(_ first: UInt8, _ payload: [UInt8]) -> RawServer.Act { .send([first, UInt8(payload.count)] + payload) }
  static func text(_ text: String) -> RawServer.Act { frame(0x81, Array(text.utf8)) }
  static func close(_ code: UInt16, _ reason: String = "") -> RawServer.Act {
    frame(0x88, [UInt8(code >> 8), UInt8(code & 255)] + Array(reason.utf8))
  }
}
