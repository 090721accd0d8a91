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

/// A part is not accepted as the whole (row 73 of Tests/Faults).
struct PartialContentTests {
  private static let refused = "protocol: the server responded with 206 Partial Content, but no range was requested"
  private static let bytes: HTTPFields = [.contentRange: "bytes 0-3/1000"]

  /// The fields of a 206, those of the request, and the result.
  static let table: [(HTTPFields, [(String, String)], String)] = [
    (bytes, [], refused), ([.contentRange: "Bytes 0-3/*"], [], refused),
    ([.contentType: "multipart/byteranges; boundary=x"], [], refused), (bytes, [("Range", "bytes=0-3")], "part"),
    // Services with other units than bytes.
    ([.contentRange: "0-24/573"], [], "part"), ([.contentRange: "items 0-24/573"], [], "part"), ([:], [], "part"),
  ]

  @Test(arguments: table.indices) func outcome(index: Int) async throws {
    let (fields, asked, wanted) = Self.table[index]
    let transport = Canned(status: .partialContent, headers: fields, body: Array("part".utf8))
    let client = Client(try Spec.load(yaml: "base: https://api.test\nendpoints: {e: GET /x -> text}\n"), transport: transport)
    var options = CallOptions()
    options.headers = asked
    let outcome: String
    do throws(CallError) {
      outcome = try await client.call("e", [:], options).value.asString ?? "no text"
    } catch {
      outcome = "\(error.code.rawValue): \(error.message)"
    }
    #expect(outcome == wanted)
  }
}
