import CallTestSupport
import Dial
import DialMessage
import HTTPTypes
import Testing

/// JSON values that follow one another without a line end, in pieces of any size, and events by name.
struct ConcatenatedTests {
  private struct Pieces: Transport {
    let type: String
    let pieces: [String]

    func send(_ request: PreparedRequest) async throws -> Response {
      let stream = AsyncThrowingStream<[UInt8], any Error> { continuation in
        for piece in pieces { continuation.yield(Array(piece.utf8)) }
        continuation.finish()
      }
      return Response(status: .ok, headers: [.contentType: type], url: request.url, body: ResponseBody(stream))
    }
  }

  private static func elements(_ endpoint: String, _ type: String, _ pieces: [String]) async throws -> [String] {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {e: \(endpoint)}\n")
    var found: [String] = []
    do throws(CallError) {
      for try await element in Client(spec, transport: Pieces(type: type, pieces: pieces)).stream("e") { found.append("\(element)") }
    } catch {
      found.append(error.message)
    }
    return found
  }

  @Test(arguments: [
    (#"{"a":1}{"a":2}"#, [#"{"a":1}"#, #"{"a":2}"#]), (#"{"a":"}{"}[1] {"b":[{}]}"#, [#"{"a":"}{"}"#, "[1]", #"{"b":[{}]}"#]),
    ("{\"a\":1}\n{\"a\":2}\n", [#"{"a":1}"#, #"{"a":2}"#]), (#"{"a":"\"}"}{}"#, [#"{"a":"\"}"}"#, "{}"]), ("1\n\"x\"\n", ["1", "\"x\""]),
    ("{\"a\":1}{\"a\":2}\n\n{\"a\":3}\n", [#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#]),
  ])
  func areSeveralElements(text: String, gives: [String]) async throws {
    for size in [1, 2, 3, 7, 1000] {
      let bytes = Array(text.utf8)
      let pieces = stride(from: 0, to: bytes.count, by: size).map {
        String(decoding: bytes[$0..<min($0 + size, bytes.count)], as: UTF8.self)
      }
      #expect(try await Self.elements("{GET: \"/ -> lines\"}", "application/json", pieces) == gives, "pieces of \(size)")
    }
  }

  @Test(arguments: [
    (["{\"a\":1}", "\n{\"a\":2}\nx\n"], 3), (["{\"a\":1}\n", "{\"a\":2}x\n"], 2), (["{\"a\":1}\n{\"a\""], 2),
  ])
  func aLineKeepsItsNumber(pieces: [String], line: Int) async throws {
    let found = try await Self.elements("{GET: \"/ -> lines\"}", "application/json", pieces)
    #expect(found.last?.hasPrefix("line \(line) of the stream of type application/json is not valid JSON") ?? false, "\(found)")
  }

  @Test(arguments: [
    ("{name: added}", ["1"]), ("{name: [added, message]}", ["1", "3"]), ("{name: none}", []), ("{}", ["1", "2", "3"]),
  ])
  func eventsHaveNames(events: String, gives: [String]) async throws {
    let text = "event: added\ndata: 1\n\nevent: removed\ndata: 2\n\ndata: 3\n\n"
    #expect(try await Self.elements("{GET: \"/ -> events Int\", events: \(events)}", "text/event-stream", [text]) == gives)
  }
}
