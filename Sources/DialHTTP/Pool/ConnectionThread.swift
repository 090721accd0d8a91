import DialModel
import Dispatch
import NIOCore
import NIOPosix
import Synchronization

/// A thread with its connections, created on first use. Calls of a task that runs in it change threads neither to send nor to receive.
final class ConnectionThread: Sendable {
  private struct State {
    var loop: (group: MultiThreadedEventLoopGroup, pools: NIOLoopBoundBox<ConnectionPools>)?
    var isShutDown = false
  }

  /// The parts of tasks that wait for the thread.
  private struct JobQueue {
    var waiting: [UnownedJob] = []
    /// Whether something will run them.
    var isServed = false
  }

  private let connectionsPerHost: Int
  private let idleTimeout: Duration
  private let state = Mutex(State())
  private let jobs = Mutex(JobQueue())

  init(connectionsPerHost: Int, idleTimeout: Duration) { (self.connectionsPerHost, self.idleTimeout) = (connectionsPerHost, idleTimeout) }

  /// Whether this is the current thread.
  var isCurrent: Bool { state.withLock { $0.loop?.pools.eventLoop.inEventLoop ?? false } }

  func submit(_ exchange: Exchange) throws {
    let here: NIOLoopBoundBox<ConnectionPools>? = try withLoop { loop, pools in
      exchange.inbox.began { loop.execute { pools.value.cancel(exchange) } }
      if loop.inEventLoop { return pools }
      loop.execute { pools.value.submit(exchange) }
      return nil
    }
    here?.value.submit(exchange)
  }

  /// Runs the work while the thread is guaranteed to exist.
  func withLoop<Value>(_ work: (any EventLoop, NIOLoopBoundBox<ConnectionPools>) throws -> Value) throws -> Value {
    try state.withLock { state in
      guard !state.isShutDown else { throw Failures.shutDown }
      let pools = try state.loop.value {
        let fault = SystemResources.fault("cannot open a connection", descriptors: SystemResources.forConnection)
        if let fault { throw fault }
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let pools = ConnectionPools(group.any(), connectionsPerHost: connectionsPerHost, idleTimeout: TimeAmount(idleTimeout))
        return (group, NIOLoopBoundBox.makeBoxSendingValue(pools, eventLoop: pools.loop))
      }.pools
      return try work(pools.eventLoop, pools)
    }
  }

  func shutdown() async {
    guard let loop = take() else { return }
    // Detached: if the caller's task were cancelled, the wait would end at once.
    await Task.detached { await Self.end(loop.group, loop.pools) }.value
  }

  private func take() -> (group: MultiThreadedEventLoopGroup, pools: NIOLoopBoundBox<ConnectionPools>)? {
    state.withLock { state in
      defer { state = State(isShutDown: true) }
      return state.loop
    }
  }

  private static func end(_ group: MultiThreadedEventLoopGroup, _ pools: NIOLoopBoundBox<ConnectionPools>) async {
    try? await pools.eventLoop.submit { pools.value.close() }.get()
    try? await group.shutdownGracefully()
  }

  deinit {
    guard let loop = take() else { return }
    Task.detached { await Self.end(loop.group, loop.pools) }
  }
}

extension ConnectionThread: TaskExecutor {
  /// The loop looks at its connections only when it has nothing to run, but one job can make the next without end.
  private static let turn = TimeAmount.milliseconds(1)
  /// More than nothing, for which the loop would not look at its connections.
  private static let pause = TimeAmount.microseconds(50)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isFirst = jobs.withLock { jobs in
      jobs.waiting.append(job)
      defer { jobs.isServed = true }
      return !jobs.isServed
    }
    guard isFirst else { return }
    // Without the thread, because it could not start or has ended, the task goes on elsewhere, and its calls tell why they fail.
    do { try withLoop { loop, _ in loop.execute { self.work() } } } catch { workElsewhere() }
  }

  private func work() {
    let end = NIODeadline.now() + Self.turn
    while let batch = nextBatch() {
      for job in batch { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if NIODeadline.now() < end { continue }
      do {
        try withLoop { loop, _ in
          // It fails if the loop ends first.
          loop.scheduleTask(in: Self.pause) { self.work() }.futureResult.whenFailure { _ in self.workElsewhere() }
        }
      } catch {
        workElsewhere()
      }
      return
    }
  }

  private func workElsewhere() { DispatchQueue.global().async { self.work() } }

  /// Returns the jobs that wait; nil if there are none, so that the next one has to be announced.
  private func nextBatch() -> [UnownedJob]? {
    jobs.withLock { jobs in
      if jobs.waiting.isEmpty {
        jobs.isServed = false
        return nil
      }
      defer { jobs.waiting = [] }
      return jobs.waiting
    }
  }
}
