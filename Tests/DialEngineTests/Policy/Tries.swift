import CallTestSupport
import DialJSON
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// One row of a table: an endpoint `e`, the responses of a server, and the resulting attempts, with a time that does not pass and the
/// largest random values.
struct Tries: Sendable, CustomTestStringConvertible {
  var endpoint: String
  var answers: [String]
  var options: CallOptions
  /// `requests: pauses: result`, or `requests: pauses! error` with its hint.
  var gives: String

  init(_ endpoint: String, _ answers: [String], _ options: CallOptions = .init(), _ gives: String) {
    (self.endpoint, self.answers, self.options, self.gives) = (endpoint, answers, options, gives)
  }

  var testDescription: String { "\(endpoint)  \(answers)" }

  func check(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let time = HurriedTime()
    let (client, transport) = try Client.scripted(endpoint, answers, time: time.time)
    var outcome: String
    do throws(CallError) {
      let reply = try await client.call("e", [:], options)
      outcome = "\(time.text): \(JSONWriter.text(reply.value))"
      #expect(reply.metrics.attempts == transport.requests.count, sourceLocation: sourceLocation)
    } catch {
      outcome = "\(time.text)! \(error.code): \(error.message)" + (error.hint.map { " [\($0)]" } ?? "")
      #expect(error.attempts == transport.requests.count, sourceLocation: sourceLocation)
      #expect(error.earlier.map(\.wait) == time.waits, sourceLocation: sourceLocation)
    }
    #expect("\(transport.requests.count): \(outcome)" == gives, sourceLocation: sourceLocation)
  }
}
