import AsyncHTTPClient
import Dial
import NIOCore
import NIOPosix

/// Replies that keep coming, next to AsyncHTTPClient alone, which takes the same bytes and looks at none of them, and next to what a
/// program does by hand.
struct StreamSuite {
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  func run() async throws {
    guard table.wants("stream") else { return }
    let server = try ServerProcess()
    let base = "http://127.0.0.1:\(server.port)"
    let client = Client(try Spec.load(yaml: Self.spec, trust: .full), base: base)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let raw = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: .init(decompression: .disabled))
    let bytes = BenchStream.piece * BenchStream.pieces
    try await compare("bytes", bytes, against: "AsyncHTTPClient alone") {
      var count = 0
      for try await piece in client.bytes("bytes") { count += piece.count }
      return count
    } _: {
      try await Self.bytes(raw, "\(base)/bytes")
    }
    let chat = ChatByHand(http: raw, url: "\(base)/events")
    let events = {
      var count = 0
      for try await _ in client.events("events") { count += 1 }
      return count * BenchStream.event.utf8.count
    }
    let size = BenchStream.eventBytes
    try await compare("events", size, events: true, against: "AsyncHTTPClient alone, bytes only", events) {
      try await Self.bytes(raw, chat.url)
    }
    try await compare("events", size, events: true, against: "AsyncHTTPClient, lines split by hand", events) {
      try await chat.texts() * BenchStream.event.utf8.count
    }
    try await compare("a member of each event", size, events: true, against: "AsyncHTTPClient, by hand, JSONSerialization") {
      var count = 0
      for try await word in client.stream("words") where word.asString == " word" { count += 1 }
      return count * BenchStream.event.utf8.count
    } _: {
      try await chat.words() * BenchStream.event.utf8.count
    }
    try await raw.shutdown()
    try await group.shutdownGracefully()
    withExtendedLifetime(server) {}
  }

  private static let spec = """
    service: streams
    base: http://127.0.0.1
    endpoints:
      bytes: GET /bytes -> bytes
      events: GET /events -> events
      words: {GET: /events -> events, events: {each: "choices[0].delta.content"}}
    """

  /// Both give the bytes that they have read: all of them, or what is measured is no whole stream.
  private func compare(
    _ name: String, _ bytes: Int, events: Bool = false, against peer: String, _ ours: () async throws -> Int,
    _ theirs: () async throws -> Int
  ) async throws {
    guard table.wants("stream", name) else { return }
    let rounds = try await Rounds {
      try await Self.seconds(bytes, ours)
    } _: {
      try await Self.seconds(bytes, theirs)
    }
    let notes = events ? Table.Notes(ours: Self.rate(rounds.ours), theirs: Self.rate(rounds.theirs)) : table.speed(rounds, bytes)
    table.row("stream", name, against: peer, rounds, notes)
  }

  private static func bytes(_ http: HTTPClient, _ url: String) async throws -> Int {
    var count = 0
    let response = try await http.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    for try await piece in response.body { count += piece.readableBytes }
    return count
  }

  private static func rate(_ seconds: [Double]) -> String {
    ", \(Int(Double(BenchStream.events) / seconds.median / 1000)) thousand a second"
  }

  private static func seconds(_ bytes: Int, _ read: () async throws -> Int) async throws -> Double {
    let clock = ContinuousClock()
    let start = clock.now
    let count = try await read()
    guard count == bytes else { throw PeerError(description: "\(count) of \(bytes) bytes came") }
    return (clock.now - start) / .seconds(1)
  }
}
