import DialJSON
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// One row of a table: an endpoint `e`, its arguments, the responses of a server, and the results of a loop.
struct ScriptedRow<Options: Sendable>: Sendable, CustomTestStringConvertible {
  var endpoint: String
  var args: String
  var answers: [String]
  /// The requests, one per line, then the end of the loop.
  var gives: [String]
  var options: Options?
  /// More keys of the spec or endpoints.
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
