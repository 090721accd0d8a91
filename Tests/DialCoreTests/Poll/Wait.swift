import DialJSON
import Synchronization
import Testing

@testable import DialCore

/// One row of a table: an endpoint `e`, the answers of a server, and all that a wait does, told by a clock that needs no time.
struct Wait: Sendable, CustomTestStringConvertible {
  var endpoint: String
  var args: String
  var answers: [String]
  /// Requests, a line each, then `waits: result` or `waits! error`; the waits are those between the looks.
  var gives: [String]
  var options: PollOptions
  var more: String

  init(_ endpoint: String, _ answers: [String], _ options: PollOptions = .init(), more: String = "", gives: [String]) {
    self.init(endpoint, "{}", answers, options, more: more, gives: gives)
  }

  init(
    _ endpoint: String, _ args: String, _ answers: [String], _ options: PollOptions = .init(), more: String = "", gives: [String]
  ) {
    self.endpoint = endpoint
    self.args = args
    self.answers = answers
    self.options = options
    self.more = more
    self.gives = gives
  }

  var testDescription: String { "\(endpoint)  \(answers)" }

  func check(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let (client, transport) = try Client.scripted(endpoint + more, answers)
    let members = try #require(try JSON(parsing: args).asObject)
    let waits = Mutex<[String]>([])
    var options = options
    options.clock = HurriedClock()
    options.observe = { look in waits.withLock { $0.append(DurationText.text(look.wait)) } }
    let end: String
    do throws(CallError) {
      let value = try await client.poll("e", Arguments(members: members.map { ($0.name, $0.value) }), options)
      end = ": \(JSONWriter.text(value))"
    } catch {
      end = "! \(error.code): \(error.message)"
    }
    #expect(transport.asked + [waits.withLock { $0.joined(separator: " ") } + end] == gives, sourceLocation: sourceLocation)
  }
}
