import Dial
import Synchronization
import Testing

@Suite struct EventTests {
  @Test func `each step of a call is told in order, those of one call under one number`() async throws {
    let transport = Answering { request in
      if request.url.hasSuffix("/users/1") {
        return Response(status: .found, headers: [.location: "/v1/users/2?token=tok-123456"], url: request.url)
      }
      let status = request.url.hasSuffix("/users/3") ? 404 : 200
      return Response(
        status: .init(code: status), headers: [.contentType: "application/json"], url: request.url,
        body: .init(Array(#"{"id": 2, "name": "Ann"}"#.utf8)))
    }
    let users = try client(transport)
    let log = Log(users)
    _ = await failure { () throws(CallError) in try await users.call("getUser") }
    #expect(log.lines == [])
    _ = try await users.getUser(id: 1)
    _ = await failure { () throws(CallError) in try await users.call("getUser", ["id": 3]) }
    #expect(
      log.lines == [
        "1 getUser started", "1 getUser redirected 302 https://api.test/v1/users/2?token=‹redacted›", "1 getUser received 200",
        "1 getUser finished, 0 sent, 24 received, 1 redirects", "2 getUser started", "2 getUser received 404",
        "2 getUser failed status", "2 getUser finished, 0 sent, 24 received, 0 redirects",
      ])
  }

  @Test func `a POST that becomes a GET is told with both addresses`() async throws {
    let transport = Answering { request in
      if request.method == .get { return Response(status: .noContent, url: request.url) }
      return Response(status: .found, headers: [.location: "/v1/sent?token=tok-123456"], url: request.url)
    }
    let users = try client(transport)
    let log = Log(users)
    _ = try await users.call("send", ["text": "hi"])
    #expect(
      log.lines.prefix(3) == [
        "1 send started", "1 send changed to GET 302 https://api.test/v1/send https://api.test/v1/sent?token=‹redacted›",
        "1 send redirected 302 https://api.test/v1/sent?token=‹redacted›",
      ])
    #expect(transport.sent.map(\.method) == [.post, .get])
  }

  @Test func `a call that gets no answer is told with the redirects it followed`() async throws {
    let users = try client(
      Answering { request in
        guard request.url.hasSuffix("/1") else { throw TransportError(.connect, "no way") }
        return Response(status: .found, headers: [.location: "/v1/users/2"], url: request.url)
      })
    let log = Log(users)
    _ = await failure { () throws(CallError) in try await users.call("getUser", ["id": 1], CallOptions(timeout: .seconds(3600))) }
    #expect(
      log.lines == [
        "1 getUser started", "1 getUser redirected 302 https://api.test/v1/users/2", "1 getUser retried 2 no way",
        "1 getUser redirected 302 https://api.test/v1/users/2", "1 getUser retried 3 no way",
        "1 getUser redirected 302 https://api.test/v1/users/2", "1 getUser failed connect",
        "1 getUser finished, 0 sent, 0 received, 3 redirects",
      ])
  }

  @Test func `an endpoint that goes away is told of with its dates and its link`() async throws {
    let link = #"</other>; rel="next", <https://docs.test/v2?key=tok-123456>; rel="deprecation""#
    let users = try client(
      Answering { request in
        Response(
          status: .ok,
          headers: [
            .contentType: "application/json", .init("Deprecation")!: "@1688169599", .init("Sunset")!: "Wed, 01 Jan 2031 00:00:00 GMT",
            .init("Link")!: link,
          ], url: request.url, body: .init(Array(#"{"id": 2, "name": "Ann"}"#.utf8)))
      })
    let log = Log(users)
    _ = try await users.getUser(id: 1)
    #expect(
      log.lines[2] == "1 getUser deprecated true 2023-06-30T23:59:59Z 2031-01-01T00:00:00Z https://docs.test/v2?key=‹redacted›",
      "\(log.lines)")
  }

  @Test func `a reply has its metrics, with nobody listening; a mock has no connection`() async throws {
    let users = try client(
      Answering { request in
        if request.url.hasSuffix("/users") { return Response(status: .init(code: 307), headers: [.location: "/other"], url: request.url) }
        var response = Response(
          status: .ok, headers: [.contentType: "application/json"], url: request.url, body: .init(Array(#"{"id":1,"name":""}"#.utf8)))
        response.connection = ConnectionMetrics(waited: .seconds(1), isNew: true, firstByte: .seconds(2), bytesSent: 0)
        return response
      })
    let metrics = try await users.call("create", ["email": "a@b.c", "password": "x"]).metrics
    #expect(metrics.bytesSent == 64 && metrics.bytesReceived == 18 && metrics.redirects == 1 && metrics.total > .zero)
    #expect(metrics.connection?.waited == .seconds(1))
    #expect(try await client(Answering(#"{"id": 7, "name": "Ann"}"#)).call("getUser", ["id": 7]).metrics.connection == nil)
  }

  @Test func `cancelling is noticed before the next hop, and after the transfer`() async throws {
    let transport = Answering { request in
      withUnsafeCurrentTask { $0?.cancel() }
      if request.url.hasSuffix("/1") { return Response(status: .found, headers: [.location: "/v1/users/2"], url: request.url) }
      let status = request.url.hasSuffix("/3") ? 404 : 200
      return Response(
        status: .init(code: status), headers: [.contentType: "application/json"], url: request.url,
        body: .init(Array(#"{"id": 2, "name": "Ann"}"#.utf8)))
    }
    let users = try client(transport)
    for (id, hops) in [(1, 1), (2, 2), (3, 3)] {
      let task = users.start("getUser", ["id": id])
      let taskError = await failure { () throws(CallError) in _ = try await task.value }
      #expect(taskError.code == .cancelled)
      #expect(transport.sent.count == hops)
    }
    let sending = users.start("send", ["text": "hi"])
    let sendingError = await failure { () throws(CallError) in _ = try await sending.value }
    #expect(sendingError.code == .cancelled)
  }

  /// The events of a client as text, without values that vary.
  private final class Log: Sendable {
    private let texts = Mutex<[String]>([])
    var lines: [String] { texts.withLock { $0 } }

    init(_ client: Client) {
      client.on { [self] event in texts.withLock { $0.append("\(event.call) \(event.endpoint) \(Self.text(event.kind))") } }
    }

    private static func text(_ kind: Event.Kind) -> String {
      switch kind {
      case .started: "started"
      case .redirected(let status, let url): "redirected \(status) \(url)"
      case .changedToGet(let status, let from, let to): "changed to GET \(status) \(from) \(to)"
      case .cached(let use): "cached \(use.kind)"
      case .refreshed(let label): "refreshed \(label)"
      case .retried(let attempt, _, let reason): "retried \(attempt) \(reason)"
      case .delayed(_, let reason): "delayed \(reason)"
      case .received(let status): "received \(status)"
      case .decoded(let coding): "decoded \(coding)"
      case .trailers(let fields): "trailers \(fields.map { "\($0.name): \($0.value)" })"
      case .uploadStopped(let status): "upload stopped \(status)"
      case .deprecated(let it): "deprecated \(it.isDeprecated) \(it.date?.rfc3339 ?? "-") \(it.sunset?.rfc3339 ?? "-") \(it.link ?? "-")"
      case .reconnected(let id): "reconnected after \(id ?? "nothing")"
      case .eventCut(let bytes): "event cut after \(bytes)"
      case .broken(let faults): "broken \(faults.map(\.message))"
      case .failed(let error): "failed \(error.code.rawValue)"
      case .finished(let metrics):
        "finished, \(metrics.bytesSent) sent, \(metrics.bytesReceived) received, \(metrics.redirects) redirects"
      }
    }
  }
}
