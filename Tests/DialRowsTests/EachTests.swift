import CallTestSupport
import Dial
import Synchronization
import Testing

/// `Client.each`: results in order, several calls at once, and no row is lost or sent early.
@Suite struct EachTests {
  private static let spec = """
    service: s
    base: https://api.test
    endpoints:
      get: GET /users/{id} (id Int)
    """

  private func client(_ transport: some Transport) throws -> Client {
    Client(try Spec.load(yaml: Self.spec), transport: transport)
  }

  private struct Echo: Transport {
    let load = Load()

    func send(_ request: PreparedRequest) async throws -> Response {
      load.enter()
      defer { load.leave() }
      let id = request.url.split(separator: "/").last.map(String.init) ?? ""
      // Later rows end first.
      try await Task.sleep(for: .milliseconds(id.hasSuffix("1") ? 30 : 1))
      let status: HTTPResponse.Status = id == "13" ? .notFound : .ok
      return Response(status: status, headers: [.contentType: "application/json"], url: request.url, body: ResponseBody(Array(id.utf8)))
    }
  }

  private final class Load: Sendable {
    private let state = Mutex((now: 0, most: 0, all: 0))

    func enter() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1), $0.all + 1) } }
    func leave() { state.withLock { $0.now -= 1 } }
    var most: Int { state.withLock { $0.most } }
    var all: Int { state.withLock { $0.all } }
  }

  @Test func aRowThatFailsIsAnElement() async throws {
    let rows: [Arguments] = [["id": 12], ["id": 13], ["id": "x"], [:], ["id": 14]]
    var found: [String] = []
    for try await result in try client(Echo()).each("get", rows, parallel: 2) {
      switch result.outcome {
      case .success(let reply): found.append("\(result.row): \(reply.value)")
      case .failure(let error): found.append("\(result.row): \(error.code.rawValue)")
      }
    }
    #expect(found == ["1: 12", "2: status", "3: arguments", "4: arguments", "5: 14"])
  }

  @Test func resultsAreInTheOrderOfTheRows() async throws {
    let echo = Echo()
    var ids: [Int] = []
    let rows = (100..<300).map { ["id": $0] as Arguments }
    for try await result in try client(echo).each("get", rows, parallel: 16) { ids.append(try result.get().value.asInt ?? -1) }
    #expect(ids == Array(100..<300))
    #expect(echo.load.most > 1 && echo.load.most <= 16)
  }

  @Test func resultsComeAsTheyEndIfTheOrderDoesNotMatter() async throws {
    var ids: [Int] = []
    let rows = [["id": 21], ["id": 22], ["id": 23]] as [Arguments]
    for try await result in try client(Echo()).each("get", rows, parallel: 3, isOrdered: false) { ids.append(result.row) }
    #expect(ids.sorted() == [1, 2, 3])
    #expect(ids.last == 1)
  }

  @Test func leavingTheLoopSendsNoMoreRows() async throws {
    let echo = Echo()
    let rows = (0..<5000).map { ["id": $0 * 10] as Arguments }
    for try await result in try client(echo).each("get", rows, parallel: 4) where result.row == 3 { break }
    try await Task.sleep(for: .milliseconds(50))
    #expect(echo.load.all <= 3 + 4 + 64 + 4)
  }

  private struct User: Encodable, Sendable {
    let id: Int
  }

  private struct Lost: Error {}

  @Test func rowsAreValuesOrASequenceThatIsAwaited() async throws {
    var count = 0
    for try await result in try client(Echo()).each("get", [User(id: 2), User(id: 4)]) { count += try result.get().value.asInt ?? 0 }
    #expect(count == 6)
    let (stream, more) = AsyncThrowingStream<[String: Arguments.Value], any Error>.makeStream()
    more.yield(["id": 2])
    more.finish(throwing: Lost())
    var seen = 0
    do {
      for try await _ in try client(Echo()).each("get", UncheckedRows(stream)) { seen += 1 }
      Issue.record("expected the error of the rows")
    } catch is Lost {
      #expect(seen == 1)
    }
  }

  /// `AsyncThrowingStream` is Sendable only for elements that are.
  private struct UncheckedRows<Base: AsyncSequence>: AsyncSequence, @unchecked Sendable {
    let base: Base

    init(_ base: Base) { self.base = base }

    func makeAsyncIterator() -> Base.AsyncIterator { base.makeAsyncIterator() }
  }
}
