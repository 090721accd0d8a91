import Dial
import Synchronization
import Testing

@Suite struct CallTaskTests {
  @Test func `faults of the arguments are thrown by value, and nothing is sent`() async throws {
    let transport = Answering()
    let task = try client(transport).start("getUser")
    let error = await failure { () throws(CallError) in _ = try await task.value }
    #expect(error.code == .arguments && error.message == "missing argument 'id' (path)")
    #expect(transport.sent.isEmpty)
  }

  @Test func `a value is waited for as often as wanted`() async throws {
    let transport = Answering(#"{"id": 7, "name": "Ann"}"#)
    let users = try client(transport)
    let task = users.start("getUser", ["id": 7])
    #expect(try await task.value.value.name.asString == "Ann")
    #expect(try await task.value.value.id.asInt == 7)
    #expect(transport.sent.count == 1)
    #expect(try await users.prepare("getUser", ["id": 8]).start().value.value.name.asString == "Ann")
    #expect(transport.sent.last?.url == "https://api.test/v1/users/8")
  }

  @Test func `a cancelled call fails for everyone who waits for it, once over it stays`() async throws {
    let gate = Gate()
    let users = try client(gate)
    let task = users.start("getUser", ["id": 7])
    await gate.arrived()
    task.cancel()
    for _ in 0..<2 {
      let error = await failure { () throws(CallError) in _ = try await task.value }
      #expect(error.code == .cancelled && error.message == "the call was cancelled" && error.endpoint == "getUser")
    }
    let done = try client(Answering(#"{"id": 7, "name": "Ann"}"#)).start("getUser", ["id": 7])
    _ = try await done.value
    done.cancel()
    #expect(try await done.value.status.code == 200)
  }

  @Test func `cancelAll ends started calls and those with a handler, not those awaited`() async throws {
    let gate = Gate()
    let users = try client(gate)
    let handled = Mutex<[String]>([])
    async let awaited = users.call("getUser", ["id": 1])
    let started = users.start("getUser", ["id": 2])
    let called = users.call("getUser", ["id": 3]) { result in
      handled.withLock { $0.append((try? result.get()) == nil ? "failed" : "done") }
    }
    for _ in 0..<3 { await gate.arrived() }
    users.cancelAll()
    for task in [started, called] {
      let taskError = await failure { () throws(CallError) in _ = try await task.value }
      #expect(taskError.code == .cancelled)
    }
    #expect(handled.withLock { $0 } == ["failed"])
    gate.open()
    #expect(try await awaited.status.code == 200)
    users.cancelAll()
    #expect(try await users.start("getUser", ["id": 4]).value.status.code == 200)
  }

  @Test func `a handler is called once, with the reply or with the faults; a dropped handle ends nothing`() async throws {
    let users = try client(Answering(#"{"id": 7, "name": "Ann"}"#))
    let (results, ended) = AsyncStream.makeStream(of: String.self)
    let tell: @Sendable (Result<Reply, CallError>) -> Void = { result in
      switch result {
      case .success(let reply): ended.yield(reply.value.name.asString ?? "?")
      case .failure(let error): ended.yield(error.message)
      }
    }
    let id = 7
    users.call("getUser", completion: tell)
    var seen = results.makeAsyncIterator()
    #expect(await seen.next() == "missing argument 'id' (path)")
    users.call("getUser", ["id": id], completion: tell)
    #expect(await seen.next() == "Ann")
    let named: [String: Arguments.Value] = ["id": 7]
    users.call("getUser", named) { result in tell(result) }
    #expect(await seen.next() == "Ann")
    ended.finish()
    #expect(await seen.next() == nil)
  }

  @Test func `progress of a call that is over gives its end, to all who ask`() async throws {
    let users = try client(Answering(#"{"id": 7, "name": "Ann"}"#))
    let failed = users.start("getUser")
    let task = users.start("create", ["email": "a@b.c", "password": "x"])
    let first = task.progress
    _ = try? await failed.value
    _ = try await task.value
    var steps: [[CallTask.Progress]] = []
    for progress in [failed.progress, first, task.progress] {
      steps.append([])
      for await step in progress { steps[steps.count - 1].append(step) }
    }
    #expect(steps[0] == [.init()])
    let end = CallTask.Progress(sent: 32, received: 24, toSend: 32, toReceive: nil, isReceiving: true)
    #expect(steps[1].last == end && steps[2] == [end] && end.total == nil)
  }
}

/// Responds to no request before it is opened.
final class Gate: Transport {
  private let (arrivals, arrive) = AsyncStream.makeStream(of: Void.self)
  private let isOpen = Mutex(false)

  func arrived() async { for await _ in arrivals { return } }
  func open() { isOpen.withLock { $0 = true } }

  func send(_ request: PreparedRequest) async throws -> Response {
    arrive.yield()
    while !isOpen.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(2)) }
    return Response(
      status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array(#"{"id": 7, "name": "A"}"#.utf8)))
  }
}
