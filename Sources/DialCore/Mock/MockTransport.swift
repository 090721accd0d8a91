import DialJSON
import HTTPTypes
import Synchronization

/// Answers from the spec's own `mock:` in place of the network (language section 10).
package final class MockTransport: Transport {
  private let spec: Spec
  private let turns = Mutex<[String: Int]>([:])

  package init(_ spec: Spec) { self.spec = spec }

  package func send(_ request: PreparedRequest) async throws -> Response {
    guard let index = spec.index[request.endpoint], let mock = spec.service.endpoints[index].mock else {
      throw CallError(.unsupported, "'\(request.endpoint)' has no 'mock' to answer from", hint: "add one, such as mock: {json: {id: 1}}")
    }
    let turn = turns.withLock { turns in
      defer { turns[request.endpoint, default: 0] += 1 }
      return turns[request.endpoint, default: 0]
    }
    let answer = mock.answers[min(turn, mock.answers.count - 1)]
    if let pending = answer.pending { throw CallError(.unsupported, "'\(pending.name)' is not supported yet") }
    if let delay = answer.delay { try await wait(delay, request.policy) }
    if let error = answer.error {
      throw TransportError(TransportError.Kind(rawValue: error) ?? .connect, "the mock of '\(request.endpoint)' says: \(error)")
    }
    return try response(answer, to: request)
  }

  private func wait(_ delay: Duration, _ policy: PreparedRequest.Policy) async throws {
    let end = ContinuousClock.now + delay
    if let deadline = policy.deadline, deadline < end {
      try await Task.sleep(until: deadline, clock: .continuous)
      throw TransportError(.timeout, "the call took longer than its timeout")
    }
    try await Task.sleep(until: end, clock: .continuous)
  }

  private func response(_ answer: MockModel.Answer, to request: PreparedRequest) throws -> Response {
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      guard let field = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: field, value: value.literal ?? ""))
    }
    var body: [UInt8] = []
    var type: String?
    switch answer.body {
    case .none: break
    case .json(let json):
      body = JSONWriter.bytes(json)
      type = "application/json"
    case .text(let text):
      body = Array(text.utf8)
      type = "text/plain; charset=utf-8"
    case .file(let path):
      body = try contents(of: path)
      type = File(path).inferredType
    }
    if let type, fields[.contentType] == nil { fields[.contentType] = type }
    return Response(
      status: HTTPResponse.Status(code: answer.status), headers: fields, url: request.url,
      body: ResponseBody(request.method == .head ? [] : body))
  }

  private func contents(of path: String) throws -> [UInt8] {
    guard let folder = spec.folder, spec.trust != .untrusted else {
      throw TransportError(.io, "the mock file '\(path)' is not read: the spec is not trusted, or comes from no file")
    }
    return try File("\(folder)/\(path)").contents(upTo: 64 << 20).mapError { TransportError(.io, $0.message) }.get()
  }
}
