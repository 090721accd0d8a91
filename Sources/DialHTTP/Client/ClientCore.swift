import AsyncHTTPClient
import DialMessage
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// The clients of one transport, made when first needed. AsyncHTTPClient has one connect timeout, one proxy and one way of TLS a client,
/// so there is a client for each of them that is used together; all share one thread.
final class ClientCore: Sendable {
  let configuration: HTTPTransport.Configuration
  let proxies: ProxyTable
  let exchanges = ExchangeTable()
  private let state = Mutex(State())
  /// That of the last call: mostly that of the next one, too.
  private let known = Mutex<Way?>(nil)

  private struct Key: Hashable {
    var connectTimeout: Duration
    var tunnel: HTTPClient.Configuration.Proxy?
    var tls: TLSProfile
    var speaksHTTP2: Bool
  }

  private struct State {
    var clients: [Key: HTTPClient] = [:]
    var group: MultiThreadedEventLoopGroup?
    var tls: [TLSProfile: TLSConfiguration] = [:]
    var isShutDown = false
  }

  init(_ configuration: HTTPTransport.Configuration) {
    self.configuration = configuration
    proxies = ProxyTable(configuration.proxies)
  }

  /// The client for this connect timeout, proxy, TLS and versions of HTTP.
  func client(
    connectTimeout: Duration, tunnel: HTTPClient.Configuration.Proxy?, tls profile: TLSProfile = TLSProfile(),
    speaksHTTP2: Bool = false
  ) throws -> HTTPClient {
    let key = Key(connectTimeout: connectTimeout, tunnel: tunnel, tls: profile, speaksHTTP2: speaksHTTP2)
    return try state.withLock { state in
      if let client = state.clients[key] { return client }
      let (group, tls) = try parts(&state, profile)
      let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: makeConfiguration(key, tls))
      state.clients[key] = client
      return client
    }
  }

  /// The parts of a request's URL, and the way to its server.
  func way(of request: PreparedRequest) throws -> (RequestURL, Way) {
    let last = known.withLock { $0 }
    let url = try RequestURL(request.url, known: last?.server)
    guard request.tls == nil else {
      return (url, Way(url.server, try proxies.route(to: url), try TLSProfile(request, url, configuration)))
    }
    if let last, last.server === url.server { return (url, last) }
    let way = Way(url.server, try proxies.route(to: url), TLSProfile())
    known.withLock { $0 = way }
    return (url, way)
  }

  /// The thread and the TLS settings, for a connection of its own.
  func open(_ profile: TLSProfile = TLSProfile()) throws -> (group: MultiThreadedEventLoopGroup, tls: TLSConfiguration) {
    try state.withLock { state in try parts(&state, profile) }
  }

  private func parts(
    _ state: inout State, _ profile: TLSProfile
  ) throws -> (group: MultiThreadedEventLoopGroup, tls: TLSConfiguration) {
    guard !state.isShutDown else { throw Failures.shutDown }
    let group = state.group ?? MultiThreadedEventLoopGroup(numberOfThreads: 1)
    state.group = group
    let tls = try state.tls[profile.settings] ?? configuration.makeTLS(profile)
    state.tls[profile.settings] = tls
    return (group, tls)
  }

  private func makeConfiguration(_ key: Key, _ tls: TLSConfiguration) -> HTTPClient.Configuration {
    var result = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(key.connectTimeout)),
      connectionPool: .init(
        idleTimeout: TimeAmount(configuration.idleTimeout),
        concurrentHTTP1ConnectionsPerHostSoftLimit: max(1, configuration.connectionsPerHost)),
      proxy: key.tunnel, decompression: .disabled)
    result.connectionPool.retryConnectionEstablishment = false
    result.httpVersion = key.speaksHTTP2 ? .automatic : .http1Only
    // The engine's spans know the endpoint, and hide secrets; AsyncHTTPClient's would show the whole URL.
    result.tracing.tracer = nil
    let opening = ConnectionOpening(
      table: exchanges, isVerified: !configuration.insecure, tls: tls, pins: key.tls.pins, timeout: TimeAmount(key.connectTimeout))
    // the places where AsyncHTTPClient lets others into a connection: before the first request, and after its own handshake
    result.http1_1ConnectionDebugInitializer = { opening.open($0) }
    result.http2ConnectionDebugInitializer = { opening.openShared($0) }
    result.http2StreamChannelDebugInitializer = { StreamWatch.install(on: $0, opening.table) }
    return result
  }

  func shutdown() async {
    known.withLock { $0 = nil }
    let (clients, group) = take()
    exchanges.close()
    // Not as a part of the caller's task: were that cancelled, the wait below would end at once, and the thread before its clients.
    await Task.detached { await Self.end(clients, group) }.value
  }

  private func take() -> ([HTTPClient], MultiThreadedEventLoopGroup?) {
    state.withLock { state in
      defer {
        state = State()
        state.isShutDown = true
      }
      return (Array(state.clients.values), state.group)
    }
  }

  private static func end(_ clients: [HTTPClient], _ group: MultiThreadedEventLoopGroup?) async {
    await withTaskGroup { tasks in
      // All at once: one that begins when the thread is gone would never end.
      tasks.addTask { await Self.shutdown(clients) }
      // A client waits for servers to greet it over HTTP/2, for as long as they like: its thread takes the connections with it.
      tasks.addTask { try? await Task.sleep(for: .seconds(6)) }
      await tasks.next()
      tasks.cancelAll()
      try? await group?.shutdownGracefully()
    }
  }

  private static func shutdown(_ clients: [HTTPClient]) async {
    await withTaskGroup { tasks in
      for client in clients { tasks.addTask { try? await client.shutdown() } }
    }
  }

  deinit {
    let (clients, group) = take()
    guard group != nil else { return }
    Task.detached { await Self.end(clients, group) }
  }
}

extension TimeAmount {
  /// A duration in nanoseconds, at most about 292 years.
  init(_ duration: Duration) {
    let (seconds, attoseconds) = duration.components
    let (whole, over) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    self = over ? .nanoseconds(.max / 4) : .nanoseconds(min(whole, .max / 4) + attoseconds / 1_000_000_000)
  }
}
