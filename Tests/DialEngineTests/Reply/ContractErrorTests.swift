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

/// Errors of the contract check, and what they must not contain.
extension ContractTests {
  @Test func theErrorNamesEveryFaultAndKeepsTheResponse() async throws {
    let two = try Answer("-> User", Self.json, #"{"ID":"x","nick":1}"#, []).client(.error)
    do throws(CallError) {
      try await two.call("e")
      Issue.record("it passed")
    } catch {
      #expect(
        error.message == "the response does not match the spec in 2 places\n'ID' must be an integer, but is 'x'\n'nick' is not declared")
      #expect(error.status == .ok && error.body == Array(#"{"ID":"x","nick":1}"#.utf8) && error.location?.start.line == 7)
    }
    let refused = try Answer("! Problem", Self.json, #"{"code":1,"message":"no"}"#, [], status: 404).client(.error)
    do throws(CallError) {
      try await refused.call("e")
      Issue.record("it passed")
    } catch {
      #expect(
        error.message
          == "the server responded with 404: no\nthe error response does not match the spec in 2 places\n'code' must be a string, but is 1\n'message' is not declared"
      )
      #expect(error.status == .notFound)
    }
  }

  @Test func whatCannotBeReadStaysAFailure() async throws {
    for check in ResponseCheck.allCases {
      let text = try await Answer("-> User", "text/html", "<p>", []).outcome(check)
      #expect(text.code == .decoding && text.faults.isEmpty)
      let selection = try await Answer("@ a -> User", Self.json, "{}", []).outcome(check)
      #expect(selection.code == .selection && selection.faults.isEmpty)
    }
  }

  @Test func atMostAHundredFaultsAreReported() async throws {
    let members = (0..<150).map { "\"m\($0)\":0" }.joined(separator: ",")
    let many = try await Answer("-> User", Self.json, "{\"ID\":1,\(members)}", []).outcome(.warn).faults
    #expect(many.count == 101 && many[99] == "m99| 'm99' is not declared" && many[100] == "| only the first 100 places are listed")
    let wrong = Array(repeating: #"{"ID":"a","nick":1}"#, count: 200).joined(separator: ",")
    let counted = try await Answer("-> [User]", Self.json, "[\(wrong)]", []).outcome(.warn).faults
    #expect(counted.count == 101 && counted[1] == "[0].nick| '[0].nick' is not declared (and 99 more like this)")
    let pairs = (0..<150).map { "\"m\($0)\":0,\"m\($0)\":0" }.joined(separator: ",")
    let doubled = try await Answer("", Self.json, "{\(pairs)}", []).outcome(.error)
    #expect(
      doubled.faults.count == 101
        && doubled.text.hasPrefix(
          "the response does not match the spec in more than 100 places\nduplicate member 'm0'; the last one is used")
    )
  }

  @Test func secretsAreHidden() async throws {
    let yaml = """
      base: https://api.test
      auth: bearer ${TOKEN}
      endpoints: {e: GET /x -> (id Int)}
      """
    var headers = HTTPFields()
    headers[.contentType] = Self.json
    let transport = Canned(headers: headers, body: Array(#"{"id":"s3cret-token","s3cret-token":1}"#.utf8))
    let client = Client(try Spec.load(yaml: yaml, trust: .full), variables: ["TOKEN": "s3cret-token"], transport: transport)
    let reply = try await client.call("e", [:], CallOptions(check: .warn))
    #expect(reply.contract.map(\.message) == ["'id' must be an integer, but is '‹redacted›'", "'\"‹redacted›\"' is not declared"])
    #expect(reply.contract.map(\.path) == ["id", "\"‹redacted›\""])
    do throws(CallError) {
      try await client.call("e", [:], CallOptions(check: .error))
      Issue.record("it passed")
    } catch {
      #expect(error.contract == reply.contract)
      #expect(
        error.message
          == "the response does not match the spec in 2 places\n'id' must be an integer, but is '‹redacted›'\n'\"‹redacted›\"' is not declared"
      )
    }
  }

  @Test func optionsWinOverTheClient() async throws {
    let answer = Answer("-> User", Self.json, #"{"ID":1,"nick":1}"#, [])
    let strict = try answer.client(.error)
    #expect(try await strict.call("e", [:], CallOptions(check: .off)).contract.isEmpty)
    #expect(try await strict.call("e", [:], CallOptions(check: .warn)).contract.count == 1)
    await #expect(throws: CallError.self) { try await strict.call("e", [:], CallOptions()) }
    #expect(try await answer.client(.off).call("e").contract.isEmpty)
  }

  /// The value of a codec is checked; its media type cannot be wrong.
  @Test func valuesOfCodecs() async throws {
    struct Words: Codec {
      func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON { ["ID": "x", "more": 1] }
    }
    let client = try Answer("-> User", "application/x-words", "a", []).client(.warn)
    client.codecs["application/x-words"] = Words()
    #expect(try await client.call("e").contract.map(\.message) == ["'ID' must be an integer, but is 'x'", "'more' is not declared"])
  }
}
