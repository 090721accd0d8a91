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

/// Rejected responses as a Swift type.
struct FailureTests {
  struct Problem: Decodable, Equatable {
    var id: Int
    var why: String?
  }

  private static let form = "application/x-www-form-urlencoded"

  private static func client(_ type: String?, _ body: String, _ signature: String = "", accept: String = "2xx") throws -> Client {
    let yaml = """
      base: https://api.test
      accept: \(accept)
      types: {Problem: {id: Int as ID, why: String?}}
      endpoints: {e: "GET /x -> String\(signature)"}
      """
    var headers = HTTPFields()
    if let type { headers[.contentType] = type }
    return Client(try Spec.load(yaml: yaml), transport: Canned(status: .notFound, headers: headers, body: Array(body.utf8)))
  }

  private static func error(_ type: String?, _ body: String, _ signature: String = "") async throws -> CallError {
    let client = try client(type, body, signature)
    do throws(CallError) {
      try await client.call("e")
    } catch {
      return error
    }
    Issue.record("404 was accepted")
    throw CallError(.status, "accepted")
  }

  @Test func aFailureWithoutAResponseIsThrownAsItIs() {
    let error = CallError(.connect, "no route")
    #expect(throws: CallError.self) { try error.decodeFailure(Problem.self) }
    do throws(CallError) {
      _ = try error.decodeFailure(Problem.self)
      Issue.record("it was decoded")
    } catch {
      #expect(error.code == .connect && error.message == "no route")
    }
  }

  @Test(arguments: [
    ("application/json", #"{"id":"x"}"#, "cannot read the error response of 'e' as Problem: expected an integer in 'id', found a string"),
    (
      "application/json", "{",
      "cannot read the error response of 'e' as Problem: expected a member name in double quotes, found the end of the text"
    ),
    ("text/plain", "slow down", "cannot read the error response of 'e' as Problem: expected an object, found a string"),
  ])
  func refuses(type: String, body: String, message: String) async throws {
    let error = try await Self.error(type, body)
    do throws(CallError) {
      _ = try error.decodeFailure(Problem.self)
      Issue.record("it was decoded")
    } catch {
      #expect(error.message == message)
      #expect(error.code == .decoding && error.status == .notFound && error.body == Array(body.utf8) && error.endpoint == "e")
    }
  }

  @Test func theBodyIsReadByItsMediaType() async throws {
    for type in ["application/problem+json", "text/html", nil] {
      let error = try await Self.error(type, #"{"id":7}"#)
      #expect(try error.decodeFailure() == Problem(id: 7))
    }
    let lines = try await Self.error("application/x-ndjson", #"{"id":7}"#)
    #expect(try lines.decodeFailure() == [Problem(id: 7)])
    let text = try await Self.error("text/plain; charset=iso-8859-1", "slow")
    #expect(try text.decodeFailure(String.self) == "slow")
    let xml = try await Self.error("application/xml", "<no/>")
    #expect(try xml.decodeFailure(String.self) == "<no/>")
  }

  @Test func theDeclaredShapeGivesNamesAndKinds() async throws {
    let json = try await Self.error("application/json", #"{"ID":7,"why":"gone"}"#, " ! Problem")
    #expect(try json.decodeFailure() == Problem(id: 7, why: "gone"))
    let form = try await Self.error(Self.form, "ID=7", " ! Problem")
    #expect(form.failure.map { JSONWriter.text($0) } == #"{"ID":7}"#)
    #expect(try form.decodeFailure() == Problem(id: 7))
    let mislabelled = try await Self.error("text/html", #"{"ID":7}"#, " ! Problem")
    #expect(mislabelled.failure != nil)
    let page = try await Self.error("text/html", "<p>", " ! Problem")
    #expect(page.failure == nil && page.body == Array("<p>".utf8))
  }

  @Test func anAcceptedFailureIsDecodedOnDemand() async throws {
    let reply = try await Self.client("application/json", #"{"ID":7}"#, " ! Problem", accept: "any").call("e")
    #expect(try reply.decodeFailure() == Problem(id: 7))
    #expect(throws: CallError.self) { try reply.decodeFailure([Int].self) }
    let form = try await Self.client(Self.form, "ID=7&why=x", " ! Problem", accept: "any").call("e")
    #expect(try form.decodeFailure() == Problem(id: 7, why: "x"))
  }
}
