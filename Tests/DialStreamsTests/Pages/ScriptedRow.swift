import DialJSON
import Testing

@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialSpec
@testable import DialStreams

/// One row of a table: an endpoint `e`, its arguments, the answers of a server, and all that a loop of calls does.
struct ScriptedRow<Options: Sendable>: Sendable, CustomTestStringConvertible {
  var endpoint: String
  var args: String
  var answers: [String]
  /// Requests, a line each, then what the loop ends with.
  var gives: [String]
  var options: Options?
  /// More of the spec, or of the endpoints.
  var more: String

  init(_ endpoint: String, _ answers: [String], _ options: Options? = nil, more: String = "", gives: [String]) {
    self.init(endpoint, "{}", answers, options, more: more, gives: gives)
  }

  init(_ endpoint: String, _ args: String, _ answers: [String], _ options: Options? = nil, more: String = "", gives: [String]) {
    self.endpoint = endpoint
    self.args = args
    self.answers = answers
    self.options = options
    self.more = more
    self.gives = gives
  }

  var testDescription: String { "\(endpoint)  \(args)  \(answers)" }

  func arguments() throws -> Arguments {
    Arguments(members: try #require(try JSON(parsing: args).asObject).map { ($0.name, $0.value) })
  }
}
