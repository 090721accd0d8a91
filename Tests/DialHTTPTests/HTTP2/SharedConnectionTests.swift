import DialMessage
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP2
import Testing

@testable import DialHTTP

/// What the streams of one connection share.
struct SharedConnectionTests {
  /// What reaches the frames of the connection, in order.
  private final class Below: ChannelOutboundHandler {
    typealias OutboundIn = HTTP2Frame
    var seen: [String] = []

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
      seen.append("write")
      promise?.succeed()
    }

    func flush(context: ChannelHandlerContext) { seen.append("flush") }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      seen.append("close")
      context.close(mode: mode, promise: promise)
    }
  }

  private let below = Below()
  private let channel = EmbeddedChannel()
  private let ping = HTTP2Frame(streamID: .rootStream, payload: .ping(.init(withInteger: 7), ack: false))

  init() throws { try channel.pipeline.syncOperations.addHandlers([below, SharedConnection()]) }

  @Test func streamsFlushTogether() throws {
    for _ in 0..<3 {
      channel.write(ping, promise: nil)
      channel.flush()
    }
    #expect(below.seen == ["write", "write", "write"])
    channel.embeddedEventLoop.run()
    #expect(below.seen == ["write", "write", "write", "flush"])
    channel.flush()
    channel.embeddedEventLoop.run()
    #expect(below.seen.suffix(2) == ["flush", "flush"])
    _ = try channel.finish()
  }

  @Test func nothingIsLeftBehindAtTheEnd() throws {
    channel.write(ping, promise: nil)
    channel.flush()
    channel.close(promise: nil)
    #expect(below.seen == ["write", "flush", "close"])
    channel.embeddedEventLoop.run()
    #expect(below.seen == ["write", "flush", "close"])
  }

  /// One timer rings for all of them, whichever is due first.
  @Test(.enabled(if: Certificates.isPossible, "there is no openssl to make certificates with"))
  func eachStreamHasItsTime() async throws {
    try await HTTP2Server.run([.wait(.milliseconds(800))] + HTTP2Server.Act.text("ok")) { server, transport in
      let outcomes = await withTaskGroup(of: (Int, String).self) { tasks in
        for milliseconds in [5000, 200, 400, 6000, 200] {
          let request = Calls.request(.get, server.base + "/") { $0.policy.readTimeout = .milliseconds(milliseconds) }
          tasks.addTask {
            do {
              let response = try await transport.send(request)
              return (milliseconds, "\(response.status.code)")
            } catch {
              return (milliseconds, (error as? TransportError)?.kind.rawValue ?? "\(error)")
            }
          }
          try? await Task.sleep(for: .milliseconds(20))
        }
        return await tasks.reduce(into: []) { $0.append("\($1.0) \($1.1)") }
      }
      #expect(outcomes == ["200 timeout", "200 timeout", "400 timeout", "5000 200", "6000 200"])
      #expect(server.log.connections == 1)
    }
  }
}
