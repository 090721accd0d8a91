import DialJSON
import Synchronization
import Testing

@testable import DialCore

/// One row of a table: an endpoint `e` with `paginate:`, the answers of a server, and all that a walk over its items does.
struct Walk: Sendable, CustomTestStringConvertible {
  var endpoint: String
  var args: String
  var answers: [String]
  /// Requests, a line each, then `= items, the end`, or `! error`.
  var gives: [String]
  var options: PageOptions

  init(_ endpoint: String, _ answers: [String], _ options: PageOptions = .init(), gives: [String]) {
    self.init(endpoint, "{}", answers, options, gives: gives)
  }

  init(_ endpoint: String, _ args: String, _ answers: [String], _ options: PageOptions = .init(), gives: [String]) {
    self.endpoint = endpoint
    self.args = args
    self.answers = answers
    self.options = options
    self.gives = gives
  }

  var testDescription: String { "\(endpoint)  \(args)" }

  func check(more: String = "", sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let (client, transport) = try Client.scripted(endpoint, answers, more: more)
    let members = try #require(try JSON(parsing: args).asObject)
    let end = Mutex<PageEnd?>(nil)
    var options = options
    options.onEnd = { told in end.withLock { $0 = told } }
    var items: [String] = []
    var lines: [String] = []
    do throws(CallError) {
      for try await item in client.items("e", Arguments(members: members.map { ($0.name, $0.value) }), options) {
        items.append(JSONWriter.text(item))
      }
      lines = ["= \(items.joined(separator: " ")), \(end.withLock { $0.map(Self.text) } ?? "no end")"]
    } catch {
      lines = ["= \(items.joined(separator: " "))", "! \(error.code): \(error.message)"]
    }
    #expect(transport.asked + lines == gives, sourceLocation: sourceLocation)
  }

  static func text(_ end: PageEnd) -> String {
    let next: String? = end.next.map { next in
      let address =
        switch next.address {
        case .first: "first"
        case .argument(let name, let value): "\(name)=\(JSONWriter.text(value))"
        case .url(let url): url
        }
      return next.skip == 0 ? address : "\(address) behind \(next.skip)"
    }
    return "\(end.reason.rawValue)\(next.map { ", next \($0)" } ?? "")"
  }
}
