import AsyncHTTPClient
import CBench
import Dial
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// A whole call, from arguments to a member of the response, compared with AsyncHTTPClient alone. Connections are reused.
/// Times are elapsed time; the processor time of the whole process follows.
struct CallSuite {
  private let table: Table
  private static let calls = 640

  init(_ table: Table) {
    self.table = table
  }

  func run() async throws {
    guard table.wants("call") else { return }
    let server = try ServerProcess()
    try await run("http://127.0.0.1:\(server.port)", "", .http1Only)
    withExtendedLifetime(server) {}
    guard table.wants("call", Self.http2) || table.wants("call", "\(Self.http2)64 at once") else { return }
    guard let nginx = try NginxProcess() else { return print("bench: without nginx, and so without HTTP/2") }
    try await run("https://127.0.0.1:\(nginx.port)", Self.http2, .automatic)
    withExtendedLifetime(nginx) {}
  }

  private static let http2 = "HTTP/2, "

  private func run(_ base: String, _ prefix: String, _ version: HTTPClient.Configuration.HTTPVersion) async throws {
    try await Self.withClients(base, version) { client, raw in
      for width in [1, 64] {
        try await compare(width, client, raw, base, prefix)
        try await compare(width, client, raw, base, prefix, executor: client.executor)
      }
    }
  }

  /// Runs one side alone, for a profiler: `dial-bench calls ours 64 100000`, followed by the port of a `dial-bench serve`, or the base of
  /// another server such as `https://localhost:8443`. `inside` calls in the thread of the connections. Prints the time of a call.
  static func alone(_ words: [String]) async throws {
    guard words.count >= 3, let width = Int(words[1]), let count = Int(words[2]), width > 0, count >= width else {
      throw PeerError(description: "usage: dial-bench calls ours|inside|theirs WIDTH COUNT [PORT|URL]")
    }
    let place = words.dropFirst(3).first
    let url = place.flatMap { $0.contains(":") ? $0 : nil }
    let server = url == nil ? try ServerProcess(port: place.flatMap { Int($0) }) : nil
    let base = url ?? "http://127.0.0.1:\(server?.port ?? 0)"
    try await withClients(base, url == nil ? .http1Only : .automatic) { client, raw in
      let (isOurs, isInside) = (words[0] != "theirs", words[0] == "inside")
      let call: @Sendable () async throws -> Void = { if isOurs { try await one(client) } else { use(try await body(raw, base)) } }
      for _ in 0..<3 { try await call() }
      var processor: [Double] = []
      let mallocs = cbench_allocations()
      let seconds = try await seconds(width, count, &processor, isInside ? client.executor : nil, call)
      let each = Double(cbench_allocations() - mallocs) / Double(count)
      print("\(Table.time(seconds)), \(Table.time(processor[0])) of processor, \(each) mallocs")
    }
    withExtendedLifetime(server) {}
  }

  private static func one(_ client: Client) async throws { use(try await client.call("getUser", ["id": 7]).value.name.asString) }

  /// Creates both clients of one server, whose certificate is not verified.
  private static func withClients(
    _ base: String, _ version: HTTPClient.Configuration.HTTPVersion, _ work: (Client, HTTPClient) async throws -> Void
  ) async throws {
    let spec = "service: users\nbase: \(base)\nendpoints: {getUser: 'GET /users/{id} (id Int)'}\n"
    var network = HTTPTransport.Configuration()
    network.insecure = true
    let transport = HTTPTransport(configuration: network)
    let client = Client(try Spec.load(yaml: spec, trust: .full), transport: transport)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    var tls = TLSConfiguration.makeClientConfiguration()
    tls.certificateVerification = .none
    var configuration = HTTPClient.Configuration(tlsConfiguration: tls, decompression: .disabled)
    configuration.httpVersion = version
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    let raw = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    try await work(client, raw)
    try await raw.shutdown()
    try await group.shutdownGracefully()
    await transport.shutdown()
  }

  /// - Parameter executor: of the tasks that call Dial. Those of the peer run as usual.
  private func compare(
    _ width: Int, _ client: Client, _ raw: HTTPClient, _ base: String, _ prefix: String, executor: (any TaskExecutor)? = nil
  ) async throws {
    let name = prefix + (width == 1 ? "one after the other" : "\(width) at once") + (executor == nil ? "" : ", client.executor")
    guard table.wants("call", name) else { return }
    var (ours, theirs): ([Double], [Double]) = ([], [])
    let rounds = try await Rounds(times: width == 1 ? 3 : 15) {
      try await Self.seconds(width, Self.calls, &ours, executor) { try await Self.one(client) }
    } _: {
      try await Self.seconds(width, Self.calls, &theirs) { use(try await Self.body(raw, base)) }
    }
    table.row("call", name, against: "AsyncHTTPClient alone", rounds, .processor(ours, theirs))
  }

  private static func body(_ raw: HTTPClient, _ base: String) async throws -> ByteBuffer {
    var request = HTTPClientRequest(url: "\(base)/users/7")
    request.headers.add(name: "Accept", value: "application/json")
    let response = try await raw.execute(request, timeout: .seconds(30))
    guard response.status == .ok else { throw PeerError(description: "the server responded with \(response.status.code)") }
    return try await response.body.collect(upTo: 1 << 20)
  }

  /// Returns the seconds of one call, with `width` tasks that make calls in sequence. Adds the processor time of one call to `processor`.
  private static func seconds(
    _ width: Int, _ calls: Int, _ processor: inout [Double], _ executor: (any TaskExecutor)? = nil,
    _ call: @escaping @Sendable () async throws -> Void
  ) async throws -> Double {
    let clock = ContinuousClock()
    let (start, spent) = (clock.now, Stopwatch.processorTime)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<width {
        group.addTask(executorPreference: executor) { for _ in 0..<calls / width { try await call() } }
      }
      try await group.waitForAll()
    }
    processor.append((Stopwatch.processorTime - spent) / Double(calls))
    return (clock.now - start) / .seconds(calls)
  }
}
