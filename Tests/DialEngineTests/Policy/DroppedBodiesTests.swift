import CallTestSupport
import Dial
import DialJSON
import HTTPTypes
import Synchronization
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// A response that is not the last one is released before the next request, because its body holds a connection and a place of the limit.
struct DroppedBodiesTests {
  /// Responds with bodies, and records their start and end.
  private final class Noting: Transport {
    typealias Answer = @Sendable (Body) -> Response

    private let answers: [Answer]
    private let notes = Mutex<[String]>([])

    init(_ answers: [Answer]) { self.answers = answers }

    var text: String { notes.withLock { $0.joined(separator: ", ") } }

    func note(_ text: String) { notes.withLock { $0.append(text) } }

    func send(_ request: PreparedRequest) async throws -> Response {
      let number = notes.withLock { notes in
        let number = notes.count { $0.hasPrefix("sent") } + 1
        notes.append("sent \(number)")
        return number
      }
      return answers[min(number, answers.count) - 1](Body(number, self))
    }
  }

  /// A body that comes piece by piece.
  private final class Body: Sendable {
    private let number: Int
    private let transport: Noting

    init(_ number: Int, _ transport: Noting) { (self.number, self.transport) = (number, transport) }

    deinit { transport.note("dropped \(number)") }

    func pieces(_ text: String, fault: TransportError? = nil) -> ResponseBody {
      ResponseBody(
        AsyncThrowingStream<[UInt8], any Error> {
          $0.yield(Array(text.utf8))
          $0.finish(throwing: fault)
        }.map { [self] piece in withExtendedLifetime(self) { piece } })
    }
  }

  private static let url = "https://api.test/x"
  private static let refused: Noting.Answer = { Response(status: .serviceUnavailable, url: url, body: $0.pieces("{}")) }
  private static let broken: Noting.Answer = {
    Response(status: .ok, url: url, body: $0.pieces("[", fault: TransportError(.truncated, "cut")))
  }
  private static let moved: Noting.Answer = {
    Response(status: .found, headers: [.location: "/y"], url: url, body: $0.pieces("elsewhere"))
  }
  private static let good: Noting.Answer = { Response(status: .ok, url: url, body: $0.pieces("[1]")) }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      ([refused, good], ""), ([refused, refused, good], ""), ([broken, good], ""), ([refused, broken, good], ""), ([moved, good], ""),
      ([refused, good], "limit: {concurrent: 1}"), ([broken, good], "limit: {concurrent: 1}"),
      ([moved, refused, good], "limit: {concurrent: 1}"),
    ])
  private func isDropped(answers: [Noting.Answer], keys: String) async throws {
    let transport = Noting(answers)
    let spec = try Spec.load(yaml: "{base: 'https://api.test', endpoints: {e: {GET: /x, \(keys)}}}")
    let client = Client(spec, transport: transport, time: HurriedTime().time)
    #expect(try await client.call("e").value == [1])
    #expect(transport.text == (1...answers.count).map { "sent \($0), dropped \($0)" }.joined(separator: ", "))
  }
}
