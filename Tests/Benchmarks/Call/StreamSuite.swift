import AsyncHTTPClient
import CBench
import Dial
import NIOCore
import NIOPosix

/// Streamed responses, compared with AsyncHTTPClient alone, which does not inspect the bytes, and with parsing by hand.
struct StreamSuite {
  private let table: Table

  init(_ table: Table) {
    self.table = table
  }

  func run() async throws {
    guard table.wants("stream") else { return }
    try await Self.withContests { contests in
      for contest in contests where table.wants("stream", contest.name) {
        let rounds = try await Rounds(times: 3) {
          try await contest.seconds(contest.ours)
        } _: {
          try await contest.seconds(contest.theirs)
        }
        table.row("stream", contest.name, against: contest.peer, rounds, contest.notes(rounds))
      }
    }
  }

  /// Runs one side alone, for a profiler: `dial-bench streams ours events 10`, optionally followed by the port of a `dial-bench serve`.
  /// Selects the first case whose name contains the word. Prints the time of an element.
  static func alone(_ words: [String]) async throws {
    guard words.count >= 3, let times = Int(words[2]), times > 0 else {
      throw PeerError(description: "usage: dial-bench streams ours|theirs CASE TIMES [PORT]")
    }
    try await withContests(port: words.dropFirst(3).first.flatMap { Int($0) }) { contests in
      guard let contest = contests.first(where: { $0.name.contains(words[1]) }) else {
        throw PeerError(description: "no case has '\(words[1])' in it")
      }
      let read = words[0] == "ours" ? contest.ours : contest.theirs
      var seconds: [Double] = []
      let (mallocs, processor) = (cbench_allocations(), Stopwatch.processorTime)
      for _ in 0..<times { seconds.append(try await contest.seconds(read)) }
      let elements = Double(times * max(1, contest.elements))
      let spent = Table.time((Stopwatch.processorTime - processor) / elements)
      let each = Double(cbench_allocations() - mallocs) / elements
      print("\(Table.time(seconds.median)) a stream; an element: \(spent) of processor, \(each) mallocs")
    }
  }

  private static func withContests(port: Int? = nil, _ work: ([StreamContest]) async throws -> Void) async throws {
    let server = try ServerProcess(port: port)
    let base = "http://127.0.0.1:\(server.port)"
    let client = Client(try Spec.load(yaml: spec, trust: .full), base: base)
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let raw = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: .init(decompression: .disabled))
    var all = contests(client, raw, base)
    // A usual server, which sends a file. The server above sends the same 64 KiB from the processor cache.
    let nginx = try NginxProcess()
    if let nginx {
      try nginx.feed(BenchStream.feed)
      let base = "http://127.0.0.1:\(nginx.plainPort)"
      let feed = Client(try Spec.load(yaml: spec, trust: .full), base: base)
      all.append(bytesOnly(", from nginx", BenchStream.feed, "feed", feed, raw, base))
    }
    try await work(all)
    withExtendedLifetime(nginx) {}
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
      feed: GET /feed -> events
      words: {GET: /events -> events, events: {each: "choices[0].delta.content"}}
      lines: {GET: /rows/\(rowBytes) -> lines String, decode: text}
      rows: GET /rows/\(rowBytes) -> lines
    """

  private static let rowBytes = 10 << 20

  private static func contests(_ client: Client, _ raw: HTTPClient, _ base: String) -> [StreamContest] {
    let rows = RowsByHand(http: raw, url: "\(base)/rows/\(rowBytes)")
    return [
      StreamContest("bytes", BenchStream.piece * BenchStream.pieces, against: "AsyncHTTPClient alone") {
        var count = 0
        for try await piece in client.bytes("bytes") { count += piece.count }
        return count
      } _: {
        try await bytes(raw, "\(base)/bytes")
      }
    ] + events(client, raw, base) + lines(client, raw, rows)
  }

  private static func events(_ client: Client, _ raw: HTTPClient, _ base: String) -> [StreamContest] {
    let events = BenchStream.events
    let chat = ChatByHand(http: raw, url: "\(base)/events")
    return [
      bytesOnly("", events, "events", client, raw, base),
      contest("events of \(events.size) bytes", events, "AsyncHTTPClient, lines split by hand") {
        try await count(client, "events")
      } _: {
        try await chat.texts()
      },
      contest("a member of each event", events, "AsyncHTTPClient, by hand, JSONSerialization") {
        var count = 0
        for try await word in client.stream("words") where word.asString == " word" { count += 1 }
        return count
      } _: {
        try await chat.words()
      },
    ]
  }

  private static func contest(
    _ name: String, _ events: BenchStream.Events, _ peer: String, _ ours: @escaping StreamContest.Read,
    _ theirs: @escaping StreamContest.Read
  ) -> StreamContest {
    StreamContest(name, events.bytes, events.count, against: peer) {
      try await ours() * events.size
    } _: {
      try await theirs() * events.size
    }
  }

  private static func bytesOnly(
    _ whence: String, _ events: BenchStream.Events, _ endpoint: String, _ client: Client, _ raw: HTTPClient, _ base: String
  ) -> StreamContest {
    contest("events of \(events.size) bytes\(whence)", events, "AsyncHTTPClient alone, bytes only") {
      try await count(client, endpoint)
    } _: {
      try await bytes(raw, "\(base)/\(endpoint)") / events.size
    }
  }

  @concurrent private static func count(_ client: Client, _ endpoint: String) async throws -> Int {
    var count = 0
    for try await _ in client.events(endpoint) { count += 1 }
    return count
  }

  private static func lines(_ client: Client, _ raw: HTTPClient, _ rows: RowsByHand) -> [StreamContest] {
    let elements = rowBytes / SizedText.rowBytes
    let size = elements * SizedText.rowBytes
    return [
      StreamContest("lines of text", size, elements, against: "AsyncHTTPClient, lines split by hand") {
        var count = 0
        for try await line in client.stream("lines") where line.asString?.utf8.count == SizedText.rowBytes - 1 { count += 1 }
        return count * SizedText.rowBytes
      } _: {
        try await rows.texts() * SizedText.rowBytes
      },
      StreamContest("a member of each line", size, elements, against: "AsyncHTTPClient, by hand, JSONSerialization") {
        var count = 0
        for try await row in client.stream("rows") where row.id.asInt == 1_234_567 { count += 1 }
        return count * SizedText.rowBytes
      } _: {
        try await rows.ids() * SizedText.rowBytes
      },
    ]
  }

  private static func bytes(_ http: HTTPClient, _ url: String) async throws -> Int {
    var count = 0
    let response = try await http.execute(HTTPClientRequest(url: url), timeout: .seconds(60))
    for try await piece in response.body { count += piece.readableBytes }
    return count
  }
}
