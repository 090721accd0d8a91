import Dial
import Synchronization

enum RetryOps {
  /// Returns a spec with one endpoint and a value of the key `retry`.
  static func spec(_ retry: JSON, accept: String = "2xx") throws -> Spec {
    let value = JSONWriter.text(retry)
    let yaml = "{base: 'https://a.test', accept: \(accept), retry: \(value), endpoints: {get: GET /}}"
    return try Spec.load(yaml: yaml, trust: .untrusted)
  }

  /// Returns the pauses of a call whose attempts fail as specified, once with the smallest random values and once with the largest.
  static func delays(_ request: OpRequest) async throws -> JSON {
    try request.allow("retry", "failures", "success")
    let script = try Script(request)
    let minimum = try await script.run(share: 0)
    let greatest = try await script.run(share: 1)
    var waits: [JSON] = []
    for (low, high) in zip(minimum.waits, greatest.waits) {
      let range: [JSON] = try [low, high].map { try JSON(parsing: "\($0 / .seconds(1))") }
      waits.append(.array(range))
    }
    if waits.count < script.failures.count { waits.append(.null) }
    return .object([("waits", .array(waits)), ("tokens", JSON(greatest.tokens))])
  }
}

/// A call to a server with scripted responses.
private struct Script {
  let spec: Spec
  let failures: [Result<Response, TransportError>]
  let endsWell: Bool

  init(_ request: OpRequest) throws {
    spec = try RetryOps.spec(request.optional("retry") ?? .object([]))
    failures = try (request.optional("failures")?.asArray.map(Array.init) ?? []).map { row in
      let failure = OpRequest(row)
      try failure.allow("status", "headers", "network")
      if failure.optional("network") != nil { return .failure(TransportError(.connect, "the connection was reset")) }
      var headers = HTTPFields()
      for (name, value) in try failure.pairs("headers") {
        if let field = HTTPField.Name(name) { headers.append(HTTPField(name: field, value: value)) }
      }
      return .success(Response(status: .init(code: try failure.integer("status", default: 503)), headers: headers))
    }
    endsWell = request.optional("success")?.asBool ?? false
  }

  func run(share: Double) async throws -> (waits: [Duration], tokens: Int) {
    let slept = Mutex<[Duration]>([])
    let start = ContinuousClock.now
    let time = PolicyClock(
      now: { start }, sleep: { wait in slept.withLock { $0.append(wait) } }, share: { share })
    let client = Client(spec, transport: Scripted(script: self), time: time)
    // Without failures, no call is needed.
    if !failures.isEmpty || endsWell { _ = try? await client.call("get", [:], CallOptions(timeout: .seconds(86_400))) }
    return (slept.withLock { $0 }, client.engine.policies.budget.tokens)
  }
}

private final class Scripted: Transport {
  private let script: Script
  private let turn = Mutex(0)

  init(script: Script) { self.script = script }

  func send(_ request: PreparedRequest) async throws -> Response {
    let index = turn.withLock { turn in
      defer { turn += 1 }
      return turn
    }
    if index < script.failures.count { return try script.failures[index].get() }
    return Response(
      status: script.endsWell ? .ok : .badRequest, headers: [.contentType: "application/json"], body: ResponseBody(Array("{}".utf8)))
  }
}
