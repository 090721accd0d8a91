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

/// An endpoint that is polled, without real pauses: requests, then `pauses: result` or `pauses! error`.
typealias Wait = ScriptedRow<PollOptions>

extension ScriptedRow<PollOptions> {
  func check(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let (client, transport) = try Client.scripted(endpoint + more, answers)
    let arguments = try arguments()
    let waits = Mutex<[String]>([])
    var options = options ?? PollOptions()
    options.clock = HurriedClock()
    options.observe = { look in waits.withLock { $0.append(DurationText.text(look.wait)) } }
    let end: String
    do throws(CallError) {
      let value = try await client.poll("e", arguments, options)
      end = ": \(JSONWriter.text(value))"
    } catch {
      end = "! \(error.code): \(error.message)"
    }
    #expect(transport.asked + [waits.withLock { $0.joined(separator: " ") } + end] == gives, sourceLocation: sourceLocation)
  }
}
