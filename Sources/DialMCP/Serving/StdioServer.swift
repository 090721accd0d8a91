import Dial
import Synchronization

/// Serves an agent over standard input and output: one message a line.
package final class StdioServer: Sendable {
  /// How long calls under way go on after the end of the input. Clients end the process 2 s after it.
  private static let patience = Duration.milliseconds(1500)
  private static let longestLine = 16 << 20

  private struct State {
    /// The client of the handshake; nil before it, and always if each request says its revision.
    var client: Peer?
    var running: [String: Task<Void, Never>] = [:]
    /// Tells a client of a handshake that a spec has changed.
    var notices: Task<Void, Never>?
    /// The questions to the person, by their ids.
    var asked: [String: AsyncStream<JSON>.Continuation] = [:]
  }

  private let agent: AgentServer
  private let write: @Sendable ([UInt8]) -> Void
  private let state = Mutex(State())
  private let input = AsyncStream.makeStream(of: [UInt8].self)
  /// Lines are written one after the other.
  private let output = Mutex(())

  package init(_ agent: AgentServer, write: @escaping @Sendable ([UInt8]) -> Void) { (self.agent, self.write) = (agent, write) }

  /// Ends the input.
  package func stop() { input.continuation.finish() }

  /// Serves until the end of the input. `piece` returns the next bytes; none at the end.
  package func run(_ piece: @escaping @Sendable () async throws -> [UInt8]) async {
    let feed = input.continuation
    // Not waited for: a read of standard input cannot be cancelled.
    Task.detached {
      while let bytes = try? await piece(), !bytes.isEmpty { feed.yield(bytes) }
      feed.finish()
    }
    var lines = LineSplitter(limit: Self.longestLine)
    do {
      for await bytes in input.stream {
        lines.push(bytes)
        while try lines.advance() { take(Array(lines.line)) }
      }
      if lines.advanceToLast() { take(Array(lines.line)) }
    } catch {
      send(ProtocolFault(.request, "a message must have at most \(Self.longestLine >> 20) MiB").response())
    }
    await drain()
  }

  private func drain() async {
    agent.watch.end()
    let running = state.withLock { state in
      for asked in state.asked.values { asked.finish() }
      return Array(state.running.values)
    }
    let limit = Task {
      try? await Task.sleep(for: Self.patience)
      if !Task.isCancelled { for task in running { task.cancel() } }
    }
    for task in running { await task.value }
    limit.cancel()
  }

  private func send(_ message: JSON) {
    var line = JSONWriter.bytes(message)
    line.append(UInt8(ascii: "\n"))
    output.withLock { _ in write(line) }
  }

  private func take(_ line: [UInt8]) {
    if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) { return }
    do throws(ProtocolFault) {
      let message = try Message(parsing: line)
      switch message.kind {
      case .notification: noted(message)
      case .response:
        let asked = state.withLock { $0.asked[message.key] }
        asked?.yield(message.result)
        asked?.finish()
      case .request: begin(message)
      }
    } catch {
      send(error.response())
    }
  }

  private func noted(_ message: Message) {
    guard message.method == "notifications/cancelled" else { return }
    let task = state.withLock { $0.running[JSONWriter.text(message.params[member: "requestId"])] }
    task?.cancel()
  }

  private func begin(_ message: Message) {
    if message.method == "initialize" {
      let (response, client) = agent.initialize(message, notifies: true)
      state.withLock { state in
        state.client = client
        guard state.notices == nil else { return }
        let changes = agent.watch.changes()
        state.notices = Task { for await _ in changes { for notice in AgentServer.changed() { self.send(notice) } } }
      }
      return send(response)
    }
    do throws(ProtocolFault) {
      var peer = try peer(of: message)
      peer.notify = { [self] in send($0) }
      if !peer.revision.isModern { peer.elicit = { [self] in await elicit($0) } }
      let isNew = state.withLock { state in
        guard state.running[message.key] == nil else { return false }
        // Held by the lock, so that it cannot end before it is stored.
        state.running[message.key] = Task { [peer] in
          let response = await agent.response(to: message, peer)
          self.state.withLock { _ = $0.running.removeValue(forKey: message.key) }
          if let response { send(response) }
        }
        return true
      }
      if !isNew { throw ProtocolFault(.request, "a request with this id is under way") }
    } catch {
      send(error.response(to: message.id))
    }
  }

  private func peer(of message: Message) throws(ProtocolFault) -> Peer {
    if let client = state.withLock({ $0.client }) { return client }
    return message.method == "ping" && message.meta.asKind == .absent ? Peer(.november2025, capabilities: [:]) : try Peer(of: message)
  }

  private func elicit(_ params: JSON) async -> JSON? {
    let id = JSON.string("dial-" + PercentEncoding.hex(Confirmations.random()))
    let (answers, asked) = AsyncStream.makeStream(of: JSON.self)
    state.withLock { $0.asked[JSONWriter.text(id)] = asked }
    defer { state.withLock { _ = $0.asked.removeValue(forKey: JSONWriter.text(id)) } }
    send(["jsonrpc": "2.0", "id": id, "method": "elicitation/create", "params": params])
    for await answer in answers { return answer }
    return nil
  }
}
