package import Dial
import Synchronization

/// Responds from the `mock:` of the spec (Mocks.md).
package final class MockTransport: Transport {
  package let traits = TransportTraits(offline: .mocks)
  private let spec: Spec
  private let turns = Mutex<[String: Int]>([:])

  private let scope: VariableScope

  /// - Parameter variables: values for the `${NAME}` of mocks; one without a value is unchanged. Only a spec with full trust reads the
  ///   environment here.
  package init(_ spec: Spec, variables: Variables = [:]) {
    self.spec = spec
    scope = VariableScope(spec, variables)
  }

  package func send(_ request: PreparedRequest) async throws -> Response {
    let model = request.own ?? spec.service.endpoints[request.endpoint]
    guard let model, let mock = model.anyMock(spec.service.types) else {
      throw CallError(.unsupported, "'\(request.endpoint)' has no 'mock'", hint: "add one, such as mock: \(Self.example(model))")
    }
    let turn = turns.withLock { turns in
      defer { turns[request.endpoint, default: 0] += 1 }
      return turns[request.endpoint, default: 0]
    }
    let answer = mock.answers[min(turn, mock.answers.count - 1)]
    if let delay = answer.delay, !answer.isStream { try await MockDelay.wait(delay, request.policy) }
    if let error = answer.error {
      throw TransportError(
        TransportError.Kind(rawValue: error) ?? .connect, "the mock of '\(request.endpoint)' simulates the error '\(error)'")
    }
    return try response(answer, to: request, givesLines: model.givesLines)
  }

  /// A mock that the result of an endpoint can be read from.
  private static func example(_ model: EndpointModel?) -> String {
    switch model?.result {
    case .text?, .shape(.string)?: "{json: text}"
    case .bytes?: "{text: …}"
    default: "{json: {id: 1}}"
    }
  }

  private func response(_ answer: MockModel.Answer, to request: PreparedRequest, givesLines: Bool) throws -> Response {
    var fields = HTTPFields()
    for (name, value) in answer.headers {
      guard let field = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: field, value: filled(value)))
    }
    var (body, type): ([[UInt8]], String?) =
      switch answer.body {
      case .none: ([], nil)
      case .json(let json): ([JSONWriter.bytes(filled(json, at: answer.range))], "application/json")
      case .text(let text): ([Array(filled(text, at: answer.range).utf8)], "text/plain; charset=utf-8")
      case .file(let path): ([try contents(of: path)], File(path).inferredType)
      case .events(let events): MockStream.pieces(events.map { filled($0, at: answer.range) }, asLines: givesLines)
      }
    if let type, fields[.contentType] == nil { fields[.contentType] = type }
    if request.method == .head { body = [] }
    return Response(
      status: HTTPResponse.Status(code: answer.status), headers: fields, url: request.url,
      body: answer.isStream
        ? ResponseBody(body, delay: answer.delay, policy: request.policy) : ResponseBody(body.first ?? []))
  }

  private func filled(_ event: MockModel.Event, at range: SourceRange) -> MockModel.Event {
    var copy = event
    (copy.item, copy.data) = (filled(event.item, at: range), filled(event.data, at: range))
    (copy.name, copy.id) = (event.name.map { filled($0, at: range) }, event.id.map { filled($0, at: range) })
    return copy
  }

  /// Fills in a text. A variable without a value is unchanged.
  private func filled(_ text: Text) -> String { scope.filled(text) { "${\($0)}" } }

  private func filled(_ text: String, at range: SourceRange) -> String { filled(Text(text, range: range, arguments: false)) }

  /// Fills in the strings of a value, but not its names.
  private func filled(_ json: JSON, at range: SourceRange) -> JSON {
    if let text = json.asString { return text.contains("${") ? .string(filled(text, at: range)) : json }
    if let items = json.asArray { return .array(items.map { filled($0, at: range) }) }
    if let members = json.asObject { return .object(members.map { ($0.name, filled($0.value, at: range)) }) }
    return json
  }

  private func contents(of path: String) throws -> [UInt8] {
    guard let folder = spec.folder, spec.trust != .untrusted else {
      throw TransportError(.io, "the mock file '\(path)' cannot be read, because the spec is not trusted or was not loaded from a file")
    }
    if let fault = File.fault(ofNamed: "\(folder)/\(path)", below: folder) {
      throw TransportError(.io, "the mock file '\(path)' cannot be read: \(fault)")
    }
    return try File("\(folder)/\(path)").contents(upTo: 64 << 20).mapError { TransportError(.io, $0.message) }.get()
  }
}
