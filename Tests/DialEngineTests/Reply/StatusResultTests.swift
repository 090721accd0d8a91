import CallTestSupport
import Dial
import DialJSON
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// Results by status (Responses.md#Results-by-status) and unions (TypesAndShapes.md#Unions).
struct StatusResultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var status: Int
    var body: String
    /// The result, or the error.
    var gives: String

    init(_ status: Int, _ body: String, _ gives: String) { (self.status, self.body, self.gives) = (status, body, gives) }

    var testDescription: String { "\(status) \(body)" }
  }

  private static func result(_ returns: String, _ row: Row, _ check: ResponseCheck = .off) async throws -> String {
    let yaml = """
      base: https://api.test
      types: {User: {id: Int, label: String as name}, Job: {job: String}, Problem: {title: String}, Any: User | Job}
      endpoints: {e: {GET: /x, returns: \(returns), retry: {max: 0}}}
      """
    let transport = Canned(
      status: .init(code: row.status), headers: [.contentType: "application/json"], body: Array(row.body.utf8))
    let client = Client(try Spec.load(yaml: yaml), transport: transport, check: check)
    do throws(CallError) {
      let reply = try await client.call("e")
      return JSONWriter.text(reply.value) + reply.contract.map { "; " + $0.message }.joined()
    } catch {
      let failure = error.failure.map { " " + JSONWriter.text($0) } ?? ""
      return "\(error.code.rawValue): \(error.message)\(failure)"
    }
  }

  @Test(arguments: [
    Row(200, #"{"id":1,"name":"a"}"#, #"{"id":1,"name":"a"}"#),
    Row(200, #"{"job":"j"}"#, "decoding: the result does not match User: 'id' is missing, expected Int"),
    Row(202, #"{"job":"j"}"#, #"{"job":"j"}"#),
    Row(202, #"{"id":1,"name":"a"}"#, "decoding: the result does not match Job: 'job' is missing, expected String"),
    Row(204, "", "null"), Row(203, #"{"a":1}"#, #"{"a":1}"#),
    Row(404, #"{"title":"no"}"#, #"status: the server responded with 404: no {"title":"no"}"#),
    Row(410, #""gone""#, #"status: the server responded with 410 "gone""#),
    Row(500, #"{"title":"no"}"#, "status: the server responded with 500: no"),
  ])
  func theStatusChooses(row: Row) async throws {
    #expect(try await Self.result("{200: User, 202: Job, 204: Void, 4xx: Problem, 410: String}", row) == row.gives)
  }

  @Test(arguments: [
    Row(200, #"{"id":1,"name":"a","x":1}"#, #"{"id":1,"name":"a","x":1}; 'x' is not declared"#),
    Row(201, #"{"id":1,"name":"a"}"#, #"{"id":1,"name":"a"}; the status 201 is not declared; declared: 200, 4XX"#),
  ])
  func differencesAreReported(row: Row) async throws {
    #expect(try await Self.result("{200: User, 4XX: Problem}", row, .warn) == row.gives.replacing("4XX", with: "4xx"))
  }

  @Test(arguments: [
    Row(200, #"{"id":1,"name":"a"}"#, #"{"id":1,"name":"a"}"#), Row(200, #"{"job":"j"}"#, #"{"job":"j"}"#),
    Row(200, "7", "7"), Row(200, "null", "null"),
    Row(200, "2.5", "decoding: the result does not match Any | Int?: the result must be Any or an integer, but is 2.5"),
  ])
  func aUnionIsOneOfItsTypes(row: Row) async throws {
    #expect(try await Self.result("Any | Int | null", row) == row.gives)
  }

  @Test func defaultIsTheOnlySuccess() async throws {
    #expect(try await Self.result("{default: User}", Row(201, #"{"id":1}"#, "")).hasPrefix("decoding: "))
    #expect(try await Self.result("{default: User}", Row(404, #"{"id":1,"name":"a"}"#, "")).hasSuffix(#"{"id":1,"name":"a"}"#))
  }
}
