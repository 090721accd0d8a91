import DialLibc
package import DialMessage
import DialModel
import Dispatch
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// The shared state of a transport: the threads of its connections, and the TLS contexts.
final class TransportCore: Sendable {
  let settings: TLSSettings
  let proxies: ProxyTable
  let threads: [ConnectionThread]
  private let http2: Bool
  private let turn = Atomic<UInt>(0)
  private let contexts = Mutex<[ContextKey: NIOSSLContext]>([:])
  /// The destination of the last request. Consecutive requests usually have the same one.
  private let known = Mutex<Destination?>(nil)

  private struct ContextKey: Hashable {
    var profile: TLSProfile
    var protocols: [String]
  }

  init(
    _ proxies: ProxyTable, _ settings: TLSSettings, http2: Bool, threads count: Int, connectionsPerHost: Int, idleTimeout: Duration
  ) {
    (self.proxies, self.settings, self.http2) = (proxies, settings, http2)
    let count = max(count, 1)
    threads = (0..<count).map { _ in
      ConnectionThread(connectionsPerHost: (connectionsPerHost + count - 1) / count, idleTimeout: idleTimeout)
    }
  }

  func destination(of request: PreparedRequest) throws -> (RequestURL, Destination) {
    let last = known.withLock { $0 }
    let url = try RequestURL(request.url, known: last?.server)
    if request.tls == nil, let last, last.server === url.server { return (url, last) }
    let destination = try destination(of: request, url, try proxies.route(to: url), offersHTTP2: http2)
    if request.tls == nil { known.withLock { $0 = destination } }
    return (url, destination)
  }

  /// Returns the destination of a WebSocket, for which a proxy opens a tunnel.
  func socketDestination(of request: PreparedRequest, _ url: RequestURL) throws -> Destination {
    var route = try proxies.route(to: url)
    if case .absoluteForm(let proxy) = route { route = .tunnelled(proxy) }
    return try destination(of: request, url, route, offersHTTP2: false)
  }

  func destination(of request: PreparedRequest, _ url: RequestURL, _ route: Route, offersHTTP2: Bool) throws -> Destination {
    let profile = try TLSProfile(request, url, settings)
    let protocols = offersHTTP2 ? ["h2", "http/1.1"] : ["http/1.1"]
    return Destination(
      url.server, route, profile, serverContext: url.server.isSecure ? try context(profile, protocols) : nil,
      proxyContext: route.proxy?.kind == .https ? try context(TLSProfile(), ["http/1.1"]) : nil)
  }

  private func context(_ profile: TLSProfile, _ protocols: [String]) throws -> NIOSSLContext {
    // Pins are not part of the library's settings.
    var profile = profile
    profile.pins = nil
    let key = ContextKey(profile: profile, protocols: protocols)
    return try contexts.withLock { try $0.value(key) { try settings.makeContext(profile, protocols: protocols) } }
  }

  /// The thread for a request: that of the task, if it runs in one of them, otherwise the next one in turn.
  private var thread: ConnectionThread {
    if threads.count == 1 { return threads[0] }
    if let own = threads.first(where: \.isCurrent) { return own }
    return threads[Int(turn.wrappingAdd(1, ordering: .relaxed).oldValue % UInt(threads.count))]
  }

  func submit(_ exchange: Exchange) throws { try thread.submit(exchange) }

  /// Runs the work while a thread is guaranteed to exist.
  func withLoop<Value>(_ work: (any EventLoop) throws -> Value) throws -> Value { try thread.withLoop { loop, _ in try work(loop) } }

  func shutdown() async {
    known.withLock { $0 = nil }
    contexts.withLock { $0 = [:] }
    for thread in threads { await thread.shutdown() }
  }
}

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

/// Checks that the system has the resources for an event loop, because NIO and Dispatch crash without them.
package enum SystemResources {
  /// The file descriptors of an event loop and a connection, and some to spare.
  static let forConnection = 8
  /// Those that a program with connections still needs, for a thread or a file.
  static let toSpare = 16
  /// The file descriptors of a server and of its client in the same process.
  static let forServer = 14

  /// Returns why an event loop cannot be started; nil if it can.
  static func fault(_ consequence: String, descriptors: Int) -> TransportError? {
    descriptorFault(consequence, descriptors) ?? threadFault()
  }

  /// Returns why so many file descriptors cannot be opened; nil if they can.
  static func descriptorFault(_ consequence: String, _ count: Int) -> TransportError? {
    let opened = (0..<count).map { _ in dup(STDERR_FILENO) }
    let isFull = opened.contains(-1) && (errno == EMFILE || errno == ENFILE)
    for descriptor in opened where descriptor >= 0 { close(descriptor) }
    return isFull ? TransportError(.connect, "\(consequence): too many open files", mayPass: false).about(.openFiles) : nil
  }

  /// Returns why a thread cannot be started; nil if it can. Without threads, a task waits forever.
  package static func threadFault() -> TransportError? {
    #if canImport(Darwin)
      var thread: pthread_t?
      let code = pthread_create(&thread, nil, { _ in nil }, nil)
      if let thread { pthread_join(thread, nil) }
    #else
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { _ in nil }, nil)
      if code == 0 { pthread_join(thread, nil) }
    #endif
    if code == 0 { return nil }
    return TransportError(.io, "cannot start a thread: \(String(cString: strerror(code)).lowercased())", mayPass: false)
  }
}
