import CallTestSupport
import Dial
import DialJSON
import DialSyntax
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// The faults of arguments as data.
struct ArgumentFaultTests {
  /// One row: the line of the endpoint as YAML, the arguments, and `kind name place column suggestion` of each fault.
  struct Row: Sendable, CustomTestStringConvertible {
    var line: String
    var args: String
    var gives: [String]
    var options = CallOptions()
    var base: String?
    var code = CallError.Code.arguments

    var testDescription: String { "\(line)  \(args)" }
  }

  @Test(arguments: [
    Row(line: "GET /{id} (id Int)", args: "{}", gives: ["missing id path 17"]),
    Row(line: "GET /{id} (id)", args: #"{"id":null}"#, gives: ["missing id path 17"]),
    Row(line: "GET /x (id Int)", args: #"{"ide":1,"zoo":2}"#, gives: ["unknown ide - - id", "unknown zoo - -", "missing id query 14"]),
    Row(line: "GET /x (q)", args: #"{"q":1,"_":2}"#, gives: ["unknown _ - -"]),
    Row(line: "GET /{id} (id, query.id)", args: #"{"id":1}"#, gives: ["ambiguous id path 17"]),
    Row(line: "GET /x (q)", args: #"{"q":1,"query.q":2}"#, gives: ["repeated query.q query 14"]),
    Row(line: "POST /x (a*, b*)", args: #"{"a":{"c":1},"b":{"c":2}}"#, gives: ["repeated b field 19"]),
    Row(line: "GET /x (id Int)", args: #"{"id":"x"}"#, gives: ["type id query 14"]),
    Row(line: "POST form /x (_ user)", args: #"{"user":[1]}"#, gives: ["type user body 22"]),
    Row(line: "POST form /x (+raw as r)", args: #"{"raw":"a&b"}"#, gives: ["value raw field 21"]),
    Row(line: "GET /{id} (id)", args: #"{"id":".."}"#, gives: ["value id path 17"]),
    Row(line: "{GET: /x (sort), params: {sort: {values: [a, b]}}}", args: #"{"sort":"up"}"#, gives: ["value sort query 39"]),
    Row(line: "GET /x (header.note)", args: #"{"note":"a\nb"}"#, gives: ["value note header 21"]),
    Row(line: "GET /x (cookie.id)", args: #"{"id":"a b"}"#, gives: ["value id cookie 21"]),
    Row(line: #"{GET: "/x (id)", headers: {X-Id: "{id}"}}"#, args: #"{"id":"é"}"#, gives: ["value id template 17"]),
    Row(line: #"POST /x"#, args: #"{"header.note":"é"}"#, gives: ["value note header -"]),
    Row(line: "POST /x", args: #"{"_":1,"b":2}"#, gives: ["place _ - -"]),
    Row(line: "POST /x", args: #"{"path.id":1}"#, gives: ["unknown path.id - -"]),
    Row(line: #"{GET: /x, headers: {X-Id: "${U}"}}"#, args: "{}", gives: ["spec - - -"]),
    Row(line: "GET /x", args: "{}", gives: ["option Host - -"], options: CallOptions(headers: ["Host": "b"])),
    Row(line: "GET /x", args: "{}", gives: ["base - - -"], base: "ftp://b.test"),
    Row(line: "GET /${V} (id)", args: "{}", gives: ["missing id query 17", "variable V - -"]),
    Row(line: "GET /${V}", args: "{}", gives: ["variable V - -"], code: .variable),
    Row(line: "GET /${W}/x", args: "{}", gives: ["variable W - -"]),
    Row(line: "GET https://${W}/x", args: "{}", gives: ["variable W - -"]),
  ])
  func asData(row: Row) throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints:\n  e: \(row.line)\n", trust: .untrusted)
    let client = Client(spec, variables: ["W": "..", "U": "é"], base: row.base, transport: Canned())
    let members = try #require(try JSON(parsing: row.args).asObject).map { ($0.name, $0.value) }
    try check(row.gives, row.code) { () throws(CallError) in try client.prepare("e", Arguments(members: members), row.options) }
  }

  private func check(
    _ gives: [String], _ code: CallError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ bind: () throws(CallError) -> Draft
  ) throws {
    do throws(CallError) {
      _ = try bind()
      Issue.record("it was bound", sourceLocation: sourceLocation)
    } catch {
      #expect(error.faults.map(Self.text) == gives, sourceLocation: sourceLocation)
      #expect(error.code == code, sourceLocation: sourceLocation)
      #expect(error.message == error.faults.map(\.message).joined(separator: "\n"), sourceLocation: sourceLocation)
    }
  }

  private static func text(_ fault: ArgumentFault) -> String {
    let column = fault.location.map { "\($0.start.column)" }
    return ([fault.kind.rawValue] + [fault.name, fault.place, column].map { $0 ?? "-" } + [fault.suggestion].compactMap(\.self))
      .joined(separator: " ")
  }

  @Test func filesAndData() throws {
    let yaml = """
      base: https://api.test
      endpoints:
        e: {PUT: "multipart /x (photo File as p, note Data?, limit Int?)", params: {note: {max: 2B}, photo: {max: 2B}}}
        raw: PUT /x (_ photo File)
      """
    let client = Client(try Spec.load(yaml: yaml), transport: Canned())
    try check(["file photo part 27"], .io) { () throws(CallError) in try client.prepare("e", ["photo": File("no/such/file")]) }
    try check(["size note part 44", "size photo part 27"], .arguments) { () throws(CallError) in
      try client.prepare("e", ["photo": File(bytes: [1, 2, 3]), "note": JSON.string("AAAAAA==")])
    }
    try check(["type limit part 56", "file photo part 27"], .arguments) { () throws(CallError) in
      try client.prepare("e", ["photo": File("no/such/file"), "limit": "x"])
    }
    try check(["file photo body 18"], .io) { () throws(CallError) in try client.prepare("raw", ["photo": File("no/such/file")]) }
    try check(["file photo body 18"], .io) { () throws(CallError) in try client.prepare("raw", ["_": File("no/such/file")]) }
  }

  /// A secret in a value, or in an unknown name, is not shown; each fault is one line.
  @Test func secretsAreHidden() throws {
    let yaml = """
      base: https://api.test
      auth: bearer ${T}
      endpoints: {e: GET /x (id Int)}
      """
    let client = Client(try Spec.load(yaml: yaml), variables: ["T": "s3cret-token"], transport: Canned())
    do throws(CallError) {
      _ = try client.prepare("e", ["id": "a\ns3cret-token", "s3cret-token": 1])
      Issue.record("it was bound")
    } catch {
      #expect(
        error.faults.map(\.message) == [
          "unknown argument '‹redacted›' of 'e'; available: 'id'", #"'id' must be an integer, but is 'a\n‹redacted›'"#,
        ])
      #expect(error.faults.map(\.name) == ["‹redacted›", "id"])
      #expect(error.message == error.faults.map(\.message).joined(separator: "\n"))
    }
  }

  /// After a request was sent, there are none.
  @Test func otherErrorsHaveNoArgumentFaults() async throws {
    let spec = try Spec.load(yaml: "base: https://api.test\nendpoints: {e: GET /x}\n")
    do throws(CallError) {
      try await Client(spec, transport: Canned(status: .notFound)).call("e")
      Issue.record("404 was accepted")
    } catch {
      #expect(error.code == .status && error.faults.isEmpty)
    }
  }
}
