import Dial
import Logging
import Synchronization
import Testing

@Suite struct LoggerTests {
  @Test func `a call is one line at debug level, well or not, without its secrets`() async throws {
    let lines = Lines()
    var logger = Logger(label: "dial") { _ in lines }
    let transport = Answering { request in
      if request.url.contains("/2") { throw TransportError(.connect, "no way") }
      return Response(
        status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array(#"{"id": 1, "name": "A"}"#.utf8)))
    }
    for level in [Logger.Level.info, .debug] {
      logger.logLevel = level
      let users = Client(
        try Spec.load(yaml: users, name: "users.yaml"), variables: ["TOKEN": "tok-123456"], transport: transport, logger: logger)
      try await users.call("getUser", ["id": 1], .init(query: ["k": "tok-123456"]))
      _ = await failure { () throws(CallError) in try await users.call("getUser", ["id": 2]) }
      _ = await failure { () throws(CallError) in try await users.call("getUser") }
    }
    #expect(
      lines.all == [
        "debug call endpoint=getUser method=GET outcome=200 url=https://api.test/v1/users/1?k=‹redacted›",
        "debug call endpoint=getUser method=GET outcome=connect url=https://api.test/v1/users/2",
      ])
  }

  /// Keeps the log without times.
  private final class Lines: LogHandler, Sendable {
    private let state = Mutex<(level: Logger.Level, lines: [String])>((.info, []))
    var all: [String] { state.withLock { $0.lines } }

    var logLevel: Logger.Level {
      get { state.withLock { $0.level } }
      set { state.withLock { $0.level = newValue } }
    }
    var metadata: Logger.Metadata {
      get { [:] }
      set {}
    }
    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { nil }
      set {}
    }

    func log(event: LogEvent) {
      let facts = (event.metadata ?? [:]).filter { $0.key != "ms" }.map { "\($0.key)=\($0.value)" }.sorted()
      state.withLock { $0.lines.append("\(event.level) \(event.message) \(facts.joined(separator: " "))") }
    }
  }
}
