import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A request as ``LoopbackServer`` got it.
package struct LoopbackRequest: Sendable {
  package var method: String
  /// The request line's target, as it came: `/pets?tag=a%20b`.
  package var target: String
  /// Field lines in the order received.
  package var headers: [(name: String, value: String)]
  package var body: [UInt8]

  /// The first value of a field, by its name in any case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// An answer of ``LoopbackServer``: whole, or in chunks with pauses.
package struct LoopbackResponse: Sendable {
  /// A piece of the body, sent after a pause.
  package struct Chunk: Sendable {
    package var bytes: [UInt8]
    package var delay: Duration

    package init(_ bytes: [UInt8], after delay: Duration = .zero) {
      self.bytes = bytes
      self.delay = delay
    }
  }

  package var status: Int
  package var headers: [(String, String)]
  package var chunks: [Chunk]
  /// Without a length of its own, the body is sent as chunks.
  package var isWhole: Bool

  /// A whole body; its Content-Length is added.
  package init(status: Int = 200, headers: [(String, String)] = [], body: [UInt8] = []) {
    (self.status, self.headers, self.chunks, self.isWhole) = (status, headers, body.isEmpty ? [] : [Chunk(body)], true)
  }

  /// A body that comes piece by piece.
  package init(status: Int = 200, headers: [(String, String)] = [], chunks: [Chunk]) {
    (self.status, self.headers, self.chunks, self.isWhole) = (status, headers, chunks, false)
  }
}

/// A small HTTP/1.1 server on 127.0.0.1, for the demo, the mock and tests.
///
/// ```swift
/// let server = try await LoopbackServer { request in
///   LoopbackResponse(headers: [("Content-Type", "text/plain")], body: Array(request.target.utf8))
/// }
/// // GET http://127.0.0.1:40123/hello gives "/hello"
/// await server.stop()
/// ```
package final class LoopbackServer: Sendable {
  package typealias Handler = @Sendable (LoopbackRequest) async -> LoopbackResponse
  /// Larger bodies are answered with 413.
  package static let bodyLimit = 64 << 20

  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let isStopped = Mutex(false)
  /// The port that is listened on.
  package let port: Int

  /// Listens on a port of 127.0.0.1, by default a free one.
  package init(port: Int = 0, handler: @escaping Handler) async throws {
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    do {
      channel = try await ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 256)
        .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
        .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            try channel.pipeline.syncOperations.configureHTTPServerPipeline()
            try channel.pipeline.syncOperations.addHandler(LoopbackHandler(handler))
          }
        }
        .bind(host: "127.0.0.1", port: port).get()
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
    self.group = group
    self.port = channel.localAddress?.port ?? 0
  }

  /// Such as `http://127.0.0.1:40123`.
  package var base: String { "http://127.0.0.1:\(port)" }

  /// Ends all connections.
  package func stop() async {
    isStopped.withLock { $0 = true }
    try? await channel.close()
    try? await group.shutdownGracefully()
  }

  /// Waits until ``stop()``.
  package func wait() async { try? await channel.closeFuture.get() }

  deinit {
    if isStopped.withLock({ $0 }) { return }
    let (channel, group) = (channel, group)
    Task.detached {
      try? await channel.close()
      try? await group.shutdownGracefully()
    }
  }
}
