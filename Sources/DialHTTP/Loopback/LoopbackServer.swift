import DialMessage
import DialModel
import NIOCore
package import NIOHTTP1
import NIOPosix
import Synchronization

/// A small HTTP/1.1 server on 127.0.0.1 or on a Unix socket, for the demo, the mock and tests.
package final class LoopbackServer: Sendable {
  package typealias Handler = @Sendable (LoopbackRequest) async -> LoopbackResponse

  /// The maximum size of a stored body.
  package static let bodyLimit = 64 << 20

  private let group: MultiThreadedEventLoopGroup
  private let channel: any Channel
  private let connections = LoopbackConnections()
  /// The task that ends the server, after the first stop.
  private let ending = Mutex<Task<Void, Never>?>(nil)
  package let port: Int

  /// Starts the server on a port of 127.0.0.1 or on the Unix socket `path`. Without `upgraders`, a handshake is an ordinary request. A body
  /// over the limit is refused with 413 or, with `discardsExcess`, read and discarded, so that uploads of any size get a response.
  package init(
    port: Int = 0, path: String? = nil, bodyLimit: Int = bodyLimit, discardsExcess: Bool = false,
    upgraders: [any HTTPServerProtocolUpgrader & Sendable] = [], handler: @escaping Handler
  ) async throws {
    if let fault = SystemResources.fault("cannot start a server", descriptors: SystemResources.forServer) { throw fault }
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let connections = connections
    do {
      let bootstrap = ServerBootstrap(group: group)
        .serverChannelOption(.backlog, value: 256)
        .childChannelInitializer { channel in
          channel.eventLoop.makeCompletedFuture {
            let upgrade: NIOHTTPServerUpgradeConfiguration = (upgraders, LoopbackHandler.leave)
            try channel.pipeline.syncOperations.configureHTTPServerPipeline(withServerUpgrade: upgraders.isEmpty ? nil : upgrade)
            try channel.pipeline.syncOperations.addHandler(LoopbackHandler(handler, connections, bodyLimit: bodyLimit, discardsExcess))
          }
        }
      if let path {
        channel = try await bootstrap.bind(unixDomainSocketPath: path).get()
      } else {
        channel =
          try await bootstrap
          .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
          .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
          .bind(host: "127.0.0.1", port: port).get()
      }
    } catch {
      try? await group.shutdownGracefully()
      throw error
    }
    self.group = group
    self.port = channel.localAddress?.port ?? 0
  }

  /// The base URL, such as `http://127.0.0.1:40123`.
  package var base: String { "http://127.0.0.1:\(port)" }

  /// Closes all connections, even in the middle of a response.
  package func stop() async { await end().value }

  /// Waits until ``stop()``. Cancelling the task stops the server.
  package func wait() async {
    await withTaskCancellationHandler {
      try? await channel.closeFuture.get()
    } onCancel: {
      Task { await stop() }
    }
  }

  /// Runs once, because the threads cannot be used after they end.
  private func end() -> Task<Void, Never> {
    let (channel, connections, group) = (channel, connections, group)
    return ending.withLock { ending in
      ending.value {
        Task.detached {
          try? await channel.close()
          // Responses end before the threads that write them.
          await connections.close()
          try? await group.shutdownGracefully()
        }
      }
    }
  }

  deinit { _ = end() }
}

/// The connections of a ``LoopbackServer`` and its responses in progress, which it ends before its threads.
final class LoopbackConnections: Sendable {
  private struct State {
    var isClosed = false
    var channels: [ObjectIdentifier: any Channel] = [:]
    var work: [Int: Task<Void, Never>] = [:]
    var begun = 0
  }

  private let state = Mutex(State())

  func add(_ channel: any Channel) {
    let isClosed = state.withLock { state in
      if !state.isClosed { state.channels[ObjectIdentifier(channel)] = channel }
      return state.isClosed
    }
    if isClosed { channel.close(promise: nil) }
  }

  func remove(_ channel: any Channel) { state.withLock { _ = $0.channels.removeValue(forKey: ObjectIdentifier(channel)) } }

  func begin(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    state.withLock { state in
      state.begun += 1
      let number = state.begun
      let task = Task {
        await work()
        self.end(number)
      }
      state.work[number] = task
      if state.isClosed { task.cancel() }
      return task
    }
  }

  private func end(_ number: Int) { state.withLock { _ = $0.work.removeValue(forKey: number) } }

  /// Ends all of them, and waits until the last response has noticed.
  func close() async {
    let (channels, work) = state.withLock { state in
      state.isClosed = true
      return (Array(state.channels.values), Array(state.work.values))
    }
    for task in work { task.cancel() }
    for channel in channels { try? await channel.close() }
    for task in work { await task.value }
  }
}
