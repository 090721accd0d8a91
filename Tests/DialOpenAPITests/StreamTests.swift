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
