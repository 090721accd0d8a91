import CallTestSupport
import Dial
import DialJSON
import DialModel
import DialStreams
import DialTesting
import Testing

@testable import DialBuild
@testable import DialEngine

/// Results that are streams, and the argument that asks for one.
struct StreamTests {
  private static func responses(_ content: String, _ more: String = "") -> String {
    #""responses": {"200": {"description": "ok", "content": {\#(content)}}}\#(more)"#
  }

  private static let chunk = #""text/event-stream": {"schema": {"type": "object", "properties": {"n": {"type": "integer"}}}}"#
  private static let json = #""application/json": {"schema": {"type": "object", "properties": {"whole": {"type": "boolean"}}}}"#

  private static func body(_ stream: String) -> String {
    #""requestBody": {"content": {"application/json": {"schema": {"type": "object", "properties": {"stream": \#(stream)}}}}},"#
  }

  private static func said(_ model: EndpointModel) -> String {
    switch model.result {
    case .events(let shape): "events" + (shape.map { " \($0.spelling)" } ?? "")
    case .lines: "lines"
    default: "whole"
    }
  }

  /// The content of the response, the schema of the member `stream` of the body, and more members of the operation.
  private static let cases: [(content: String, stream: String?, more: String, means: String)] = [
    (chunk, nil, "", "events JSON"),
    (#""text/event-stream": {}"#, nil, "", "events"),
    (#""text/event-stream; charset=utf-8": {"schema": {"type": "string"}}"#, nil, "", "events"),
    (
      #"""
      "text/event-stream": {"itemSchema": {"properties": {"event": {"type": "string"},
        "data": {"type": "string", "contentMediaType": "application/json", "contentSchema": {"type": "object"}}}}}
      """#, nil, "", "events JSON"
    ),
    (
      #""text/event-stream": {"itemSchema": {"properties": {"event": {"type": "string"}, "data": {"type": "string"}}}}"#, nil, "", "events"
    ),
    // Kinds of events beside the members of all (OpenAPI 3.2), and kinds of which some have texts.
    (
      #""text/event-stream": {"itemSchema": {"properties": {"event": {"type": "string"}, "data": {"type": "string"}}, "oneOf": [{"properties": {"event": {"const": "a"}}}, {"properties": {"event": {"const": "b"}, "data": {"contentMediaType": "application/json", "contentSchema": {}}}}]}}"#,
      nil, "", "events"
    ),
    (
      #""text/event-stream": {"itemSchema": {"oneOf": [{"properties": {"event": {"const": "b"}, "data": {"contentMediaType": "application/json", "contentSchema": {}}}}, {"properties": {"event": {"const": "a"}, "data": {"type": "string"}}}]}}"#,
      nil, "", "events"
    ),
    (
      #""text/event-stream": {"itemSchema": {"oneOf": [{"properties": {"event": {"const": "a"}, "data": {"contentSchema": {}}}}, {"properties": {"event": {"const": "b"}, "data": {"contentSchema": {}}}}]}}"#,
      nil, "", "events JSON"
    ),
    (#""application/jsonl": {"itemSchema": {"type": "object"}}"#, nil, "", "lines"),
    (#""application/x-ndjson": {}"#, nil, "", "lines"),
    (#""application/json-seq": {}"#, nil, "", "lines"),
    // Beside JSON, an argument asks for it.
    (both, #"{"type": "boolean"}"#, "", "whole, stream: events JSON"),
    (both, #"{"anyOf": [{"type": "boolean"}, {"type": "null"}]}"#, "", "whole, stream: events JSON"),
    (
      #""application/json": {}, "application/x-ndjson": {}"#, #"{"type": "boolean", "default": true}"#, "",
      "whole, stream by default: lines"
    ),
    (both, #"{"type": "string"}"#, "", "whole"),
    (both, nil, "", "whole"),
    // Extensions.
    (json, nil, #", "x-fern-streaming": {"format": "sse"}"#, "events JSON"),
    (json, nil, #", "x-fern-streaming": true"#, "lines"),
    (json, nil, #", "x-fern-streaming": false"#, "whole"),
    (
      json, #"{"type": "boolean"}"#, #", "x-fern-streaming": {"format": "sse", "stream-condition": "$request.stream"}"#,
      "whole, stream: events JSON"
    ),
    (json, nil, #", "x-kubernetes-action": "watch""#, "lines"),
    (json, nil, #", "x-kubernetes-action": "list""#, "whole"),
    (
      #""application/json": {}, "application/json;stream=watch": {}"#, nil,
      #", "parameters": [{"name": "watch", "in": "query", "schema": {"type": "boolean"}}]"#, "whole, watch: lines"
    ),
    (##""application/json": {"schema": {"$ref": "#/x-stream-definitions/a"}}"##, nil, "", "lines"),
    (#""application/json": {"schema": {"title": "Stream result of a", "properties": {"result": {}}}}"#, nil, "", "lines"),
  ]

  private static let both = "\(json), \(chunk)"

  @Test(arguments: cases.indices)
  func isRead(index: Int) throws {
    let (content, stream, more, means) = Self.cases[index]
    let definitions = #""x-stream-definitions": {"a": {"type": "object", "properties": {"result": {}, "error": {}}}},"#
    let sample = Sample((stream.map(Self.body) ?? "") + Self.responses(content, more), method: "post", more: definitions)
    let model = try #require(try sample.spec().service.endpoints["op"])
    var text = Self.said(model)
    if case .argument(let name, let isDefault)? = model.variants.last?.choice, let stream = model.stream {
      text += ", \(name)\(isDefault ? " by default" : ""): \(Self.said(stream.model))"
    }
    #expect(text == means, "\(content)")
    #expect(try sample.warnings() == [])
  }

  private let sample = Sample(body(#"{"type": "boolean"}"#) + responses(json + "," + chunk), method: "post")
  private static let events = "[Content-Type: text/event-stream] data: {\"n\": 1}\n\ndata: [DONE]\n\n"

  @Test func anArgumentAsksForTheStream() async throws {
    let answers = Scripted([Self.events])
    var found: [JSON] = []
    for try await element in try sample.client([:], answers).stream("op", ["stream": true]) { found.append(element) }
    #expect(found == [["n": 1]])
    #expect(answers.asked == ["POST /v1/x | Accept: text/event-stream | Cache-Control: no-store | {\"stream\":true}"])
    let whole = Scripted([#"{"whole": true}"#])
    for arguments in [[:], ["stream": false], ["_": ["stream": false]]] as [Arguments] {
      #expect(try await sample.client([:], whole).call("op", arguments).value == ["whole": true])
    }
    #expect(whole.asked.allSatisfy { $0.contains("Accept: application/json, */*;q=0.1") })
  }

  @Test func theMocksAreThoseOfTheResult() async throws {
    let client = Client.mocked(try sample.spec())
    #expect(try await client.call("op", ["stream": true]).value == [["n": 1]])
    #expect(try await client.call("op").value == ["whole": true])
  }

  @Test func theEndOfAStreamIsDeclared() async throws {
    let sample = Sample(Self.responses(#""text/event-stream": {"schema": {"type": "object"}, "x-speakeasy-sse-sentinel": "END"}"#))
    let model = try #require(try sample.spec().service.endpoints["op"])
    #expect(model.events?.until == "END")
    #expect(try await Client.mocked(try sample.spec()).call("op").value == [[:]])
  }

  /// A gateway sends each result, or the error that ends the stream, in an object of its own.
  @Test func linesOfAGatewayAreResults() async throws {
    let schema = #"{"type": "object", "title": "Stream result of a", "properties": {"result": {}, "error": {}}}"#
    let sample = Sample(Self.responses(#""application/json": {"schema": \#(schema)}"#))
    let answers = Scripted(["{\"result\": {\"a\": 1}}\n{\"error\": {\"message\": \"boom\"}}\n"])
    var found: [JSON] = []
    do {
      for try await element in try sample.client([:], answers).stream("op") { found.append(element) }
      Issue.record("no error")
    } catch let error as CallError {
      #expect(error.message.contains("boom"))
    }
    #expect(found == [["a": 1]])
  }

  private static let numbered = #"{"type": "object", "required": ["n"], "properties": {"n": {"type": "integer"}}}"#
  private static let named = #"{"type": "object", "required": ["name"], "properties": {"name": {"type": "string"}}}"#

  /// A check compares each element with the schema of elements, wherever the document has it.
  @Test(arguments: [
    (
      #""text/event-stream": {"schema": \#(numbered)}"#, "text/event-stream", "data: {\"n\": 1}\n\ndata: {\"n\": \"x\"}\n\n",
      ["n| 'n' must be an integer, but is 'x'"]
    ),
    (
      #""text/event-stream": {"itemSchema": \#(numbered)}"#, "text/event-stream", "data: {}\n\ndata: {}\n\n",
      ["n| 'n' is missing, expected Int (and 1 more like this)"]
    ),
    (
      #""text/event-stream": {"itemSchema": {"properties": {"event": {}, "data": {"contentMediaType": "application/json", "contentSchema": \#(numbered)}}}}"#,
      "text/event-stream", "data: {\"n\": true}\n\n", ["n| 'n' must be an integer, but is true"]
    ),
    (
      #""text/event-stream": {"schema": {"oneOf": [\#(numbered), \#(named)]}}"#, "text/event-stream",
      "data: {\"name\": \"a\"}\n\ndata: {\"n\": 1}\n\n", []
    ),
    (
      #""text/event-stream": {"schema": {"oneOf": [\#(numbered), \#(named)]}}"#, "text/event-stream", "data: 5\n\n",
      ["| it must be (n Int) or (name String), but is 5"]
    ),
    (
      #""text/event-stream": {"itemSchema": {"oneOf": [{"properties": {"event": {"const": "a"}, "data": \#(numbered)}}, {"properties": {"event": {"const": "b"}, "data": \#(named)}}]}}"#,
      "text/event-stream", "event: b\ndata: {\"name\": \"a\"}\n\n", []
    ),
    (
      #""application/x-ndjson": {"schema": \#(numbered)}"#, "application/x-ndjson", "{\"n\": null}\n",
      ["n| 'n' must be an integer, but is null"]
    ),
    (
      #""application/x-ndjson": {"schema": {"type": "array", "items": \#(numbered)}}"#, "application/x-ndjson", "{\"n\": 1}\n[1]\n",
      ["| it must be an object, but is an array"]
    ),
    (
      #""application/json": {"schema": {"type": "object", "title": "Stream result of a", "properties": {"result": \#(numbered), "error": {}}}}"#,
      "application/json", "{\"result\": {\"n\": 1.5}}\n", ["result.n| 'result.n' must be an integer, but is 1.5"]
    ),
    // Where an event is described, and its data elsewhere, nothing is compared.
    (
      #""text/event-stream": {"itemSchema": {"required": ["event"], "properties": {"event": {}, "data": {}}, "oneOf": [{"properties": {"data": {"contentMediaType": "application/json", "contentSchema": \#(numbered)}}}, {}]}}"#,
      "text/event-stream", "data: {\"name\": \"a\"}\n\n", []
    ),
    (
      #""text/event-stream": {"itemSchema": {"allOf": [{"required": ["event"], "properties": {"event": {}}}, {"properties": {"data": {"contentSchema": \#(numbered)}}}]}}"#,
      "text/event-stream", "data: {\"name\": \"a\"}\n\n", []
    ),
    (
      #""text/event-stream": {"itemSchema": {"type": "object", "oneOf": [], "properties": {"n": {"type": "integer"}}}}"#,
      "text/event-stream", "data: {\"n\": 1}\n\n", []
    ),
  ])
  func aCheckComparesTheElements(content: String, type: String, body: String, faults: [String]) async throws {
    let sample = Sample(Self.responses(content))
    let client = try sample.client([:], Canned(headers: [.contentType: type], body: Array(body.utf8)))
    let reply = try await client.call("op", [:], CallOptions(check: .warn))
    #expect(reply.contract.map { "\($0.path)| \($0.message)" } == faults)
    #expect(reply.contract.allSatisfy { $0.location != nil })
    #expect(try await client.call("op", [:], CallOptions(check: .off)).contract.isEmpty)
    #expect(await Self.code(of: client.stream("op", [:], CallOptions(check: .error))) == (faults.isEmpty ? nil : .contract))
  }

  /// Returns the code of the error with which a stream ends.
  private static func code(of replies: Replies<JSON>) async -> CallError.Code? {
    do {
      for try await _ in replies {}
      return nil
    } catch {
      return error.code
    }
  }

  /// The same in the language.
  @Test func theLanguageSaysIt() async throws {
    let yaml = "base: https://api.test\nendpoints:\n  op: {POST: '/x (stream? Bool) -> events JSON', streamIf: stream}\n"
    let spec = try Spec.load(yaml: yaml)
    let answers = Scripted([Self.events])
    #expect(try await Client(spec, transport: answers).call("op", ["stream": true]).value == [["n": 1]])
    #expect(try await Client(spec, transport: Scripted(["{}"])).call("op", [:]).value == [:])
    #expect(throws: SpecError.self) { try Spec.load(yaml: yaml.replacing("streamIf: stream", with: "streamIf: strem")) }
  }
}
