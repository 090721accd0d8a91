import CallTestSupport
import DialJSON
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies
@testable import DialStreams

/// An endpoint with `paginate:`, and a loop over its items: requests, then `= items, the end`, or `! error`.
typealias Walk = ScriptedRow<PageOptions>

extension ScriptedRow<PageOptions> {
  func check(more: String = "", sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let (client, transport) = try Client.scripted(endpoint, answers, more: more)
    let arguments = try arguments()
    let end = Mutex<PageEnd?>(nil)
    var options = options ?? PageOptions()
    options.onEnd = { told in end.withLock { $0 = told } }
    var items: [String] = []
    var lines: [String] = []
    do throws(CallError) {
      for try await item in client.items("e", arguments, options) {
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
    return "\(end.reason.rawValue)\(next.map { ", next \($0)" } ?? "")\(end.total.map { ", total \($0)" } ?? "")"
  }
}
