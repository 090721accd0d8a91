import CallTestSupport
import Dial
import DialJSON
import DialSyntax
import HTTPTypes
import TestSupport
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Formats of a program: by name, media type and suffix.
struct CodecTests {
  /// Writes compact JSON reversed.
  private struct Backwards: Codec {
    var mediaType: String? = "application/x-backwards"
    func encode(_ value: JSON) throws -> [UInt8] { JSONWriter.bytes(value).reversed() }
    func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON { try JSON(parsing: Array(body.reversed())) }
  }

  private struct Nothing: Codec {}

  private struct Fault: Error, CustomStringConvertible { var description: String { "no value of token=s3cret-word" } }

  private struct Failing: Codec {
    var mediaType: String? { "text/\n" }
    func encode(_ value: JSON) throws -> [UInt8] { throw Fault() }
    func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON { throw Fault() }
  }

  private static let yaml = """
    base: https://api.test
    types: {Item: {id: Int as ID, at: Date?}}
    style: {dates: unix}
    endpoints:
      members: {POST: "/m (item Item, note?)", encoding: back}
      whole: {POST: "/w (_ item Item) -> [Item]", encoding: back, decode: back}
      template: {POST: "/t (x)", body: ["{x}", 1], encoding: back}
      nothing: {POST: /n, encoding: back}
      headed: {POST: /h (a), encoding: back, headers: {Content-Type: text/x}}
      read: {GET: /r, decode: back}
      gone: {GET: /g -> Void, decode: back}
      any: GET /a
      shaped: GET /s -> Item
      text: {GET: /x -> String, decode: text}
      json: {GET: /j, decode: json}
      lines: {GET: /l, decode: lines}
      form: {GET: "/o -> (a Int)", decode: form}
      bytes: {GET: /b, decode: bytes}
      raw: {GET: /p -> bytes, decode: back}
    """

  private static func client(_ body: String = "", _ type: String? = nil, status: Int = 200) throws -> Client {
    var headers = HTTPFields()
    if let type { headers[.contentType] = type }
    return Client(
      try Spec.load(yaml: yaml), transport: Canned(status: .init(code: status), headers: headers, body: Array(body.utf8)))
  }

  private static func outcome(_ call: () async throws(CallError) -> JSON) async -> String {
    do throws(CallError) {
      return JSONWriter.text(try await call())
    } catch {
      return "\(error.code): \(error.message)"
    }
  }

  @Test func whatIsNotRegisteredIsReportedBeforeAnythingIsSent() async throws {
    let client = try Self.client()
    #expect(await Self.outcome { () throws(CallError) in try await client.headed(a: 1) } == "unsupported: unknown codec 'back'")
    #expect(await Self.outcome { () throws(CallError) in try await client.read() } == "unsupported: unknown codec 'back'")
    #expect(await Self.outcome { () throws(CallError) in try await client.gone() } == "null")
    do throws(CallError) {
      _ = try client.prepare("headed", ["a": 1])
      Issue.record("it was prepared")
    } catch {
      #expect(error.hint == "register it with client.codecs[\"back\"] = …" && error.location?.start.line == 9)
    }
    client.codecs["back"] = Backwards()
    #expect(client.codecs["back"] != nil && client.codecs["Back"] == nil)
    #expect(try client.prepare("headed", ["a": 1]).headers[.contentType] == "text/x")
    client.codecs["back"] = nil
    #expect(throws: CallError.self) { try client.prepare("headed", ["a": 1]) }
  }

  @Test func whatACodecThrowsEndsTheCall() async throws {
    let client = try Self.client("x", "text/x-odd")
    client.codecs["back"] = Nothing()
    #expect(
      await Self.outcome { () throws(CallError) in try await client.headed(a: 1) }
        == "encoding: the codec 'back' cannot encode the body: it does not support this direction")
    #expect(
      await Self.outcome { () throws(CallError) in try await client.read() }
        == "decoding: the codec 'back' cannot decode the response: it does not support this direction")
    client.codecs["Text/X-Odd"] = Failing()
    #expect(
      await Self.outcome { () throws(CallError) in try await client.any() }
        == "decoding: the codec 'text/x-odd' cannot decode the response: no value of token=s3cret-word")
    client.codecs["back"] = Failing()
    #expect(
      await Self.outcome { () throws(CallError) in try await client.headed(a: 1, b: 2) }.hasPrefix("arguments: unknown argument 'b'"))
  }

  @Test func aMediaTypeThatIsNoHeaderIsRefused() throws {
    let client = try Self.client()
    client.codecs["back"] = Backwards(mediaType: "a\nb: c")
    #expect {
      try client.prepare("template", ["x": 1])
    } throws: {
      ($0 as? CallError)?.message
        == "the media type of the codec 'back' is invalid: the value of the header 'Content-Type' contains a line break; remove it"
    }
  }

  @Test(arguments: [
    ("members", #"{"item":{"id":7,"at":"2024-01-31T10:00:00Z"}}"#, #"{"item":{"ID":7,"at":1706695200}}"#),
    ("whole", #"{"_":{"id":7}}"#, #"{"ID":7}"#),
    ("template", #"{"x":true}"#, "[true,1]"),
    ("headed", #"{"a":1.10}"#, #"{"a":1.10}"#),
    ("nothing", #"{"open":[1]}"#, #"{"open":[1]}"#),
  ])
  func writesWhatTheWireWouldHold(name: String, arguments: String, written: String) throws {
    let client = try Self.client()
    client.codecs["back"] = Backwards()
    let members = try #require(try JSON(parsing: arguments).asObject)
    let request = try client.prepare(name, Arguments(members: members.map { ($0.name, $0.value) })).request
    guard case .bytes(let bytes) = request.body else { throw CallError(.encoding, "no bytes") }
    #expect(String(decoding: bytes.reversed(), as: UTF8.self) == written)
    #expect(request.headers[.contentType] == (name == "headed" ? "text/x" : "application/x-backwards"))
  }

  @Test func noMembersAreNoBody() throws {
    let client = try Self.client()
    client.codecs["back"] = Backwards()
    if case .none = try client.prepare("nothing").request.body {} else { Issue.record("a body was made of nothing") }
  }

  @Test(arguments: [
    ("read", "]2,1[", "application/json", "[1,2]"),
    ("whole", #"]}7:"DI"{["#, nil, #"[{"ID":7}]"#),
    ("any", "]1[", "application/x-odd", "[1]"),
    ("any", "]1[", "application/vnd.some+back", "[1]"),
    ("any", "[1]", "application/json", "[1]"),
    ("any", "", "application/x-odd", "null"),
    ("shaped", #"}7:"DI"{"#, "application/x-odd", #"{"ID":7}"#),
    ("shaped", "]1[", "application/x-odd", "[1]"),
    ("json", "[1]", "text/html", "[1]"),
    ("text", "[1]", "application/json", #""[1]""#),
    ("lines", "1\n2", "text/plain", "[1,2]"),
    ("form", "a=1", "text/plain", #"{"a":1}"#),
    ("bytes", "hi", "application/x-odd", #""aGk=""#),
    ("raw", "hi", "application/json", #""aGk=""#),
  ])
  func readsByNameTypeAndSuffix(name: String, body: String, type: String?, gives: String) async throws {
    let client = try Self.client(body, type)
    for key in ["back", "application/x-odd", "+back"] { client.codecs[key] = Backwards() }
    let arguments: Arguments = name == "whole" ? ["_": ["id": 1]] : [:]
    let found = await Self.outcome { () throws(CallError) in try await client.call(name, arguments).value }
    #expect(found == gives)
  }

  @Test func failuresAreReadByCodecs() async throws {
    let client = try Self.client(#"}"on":"yhw"{"#, "application/x-odd", status: 404)
    client.codecs["application/x-odd"] = Backwards()
    do throws(CallError) {
      try await client.call("any")
      Issue.record("404 was accepted")
    } catch {
      #expect(try error.decodeFailure([String: String].self) == ["why": "no"])
    }
  }

  /// The default of a service holds until an endpoint overrides it.
  @Test func aServiceHasItsOwnDefault() async throws {
    let yaml = "base: https://api.test\ndecode: back\nendpoints:\n  a: GET /a\n  b: {GET: /b, decode: text}"
    let client = Client(try Spec.load(yaml: yaml), transport: Canned(headers: [.contentType: "text/plain"], body: Array("]1[".utf8)))
    client.codecs["back"] = Backwards()
    #expect(try await client.a() == [1])
    #expect(try await client.b() == "]1[")
  }

  /// A secret is not recognizable in reversed text.
  @Test func whatACodecMadeOfASecretIsNotShown() async throws {
    let yaml = "base: https://api.test\nendpoints: {e: {POST: /x, encoding: back, params: {p: {secret: true}}}}"
    let client = Client(try Spec.load(yaml: yaml), transport: Canned())
    client.codecs["back"] = Backwards()
    let draft = try client.prepare("e", ["p": "hunter2"])
    #expect(try await draft.description()["body"] == ["size": 15])
    #expect(draft.curl().hasSuffix("--data-binary ‹redacted›"))
    #expect(try await draft.description(showingSecrets: true)["body.text"].asString == #"}"2retnuh":"p"{"#)
  }

  /// Any value is read back as it was written.
  @Test func roundTrip() async throws {
    var random = SeededGenerator(state: 7)
    for _ in 0..<100 {
      let numbers = (0..<Int.random(in: 0...5, using: &random)).map { _ in Int.random(in: -99...99, using: &random) }
      let items = numbers.map { JSON.object([("ID", JSON(integerLiteral: $0))]) }
      let body = String(decoding: JSONWriter.bytes(.array(items)).reversed(), as: UTF8.self)
      let client = try Self.client(body)
      client.codecs["back"] = Backwards()
      #expect(try await client.call("whole", ["_": ["id": 1]]).value == .array(items))
    }
  }
}
