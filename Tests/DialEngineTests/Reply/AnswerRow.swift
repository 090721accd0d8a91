import CallTestSupport
import Dial
import HTTPTypes
import Testing

@testable import DialBuild
@testable import DialEngine
@testable import DialMessage
@testable import DialModel
@testable import DialPolicies

/// One row of a table about responses: the rest of a line after `GET /x`, the type, text and status of the response, and the result.
struct AnswerRow<Gives: Sendable>: Sendable, CustomTestStringConvertible {
  var result: String
  var type: String?
  var body: [UInt8]
  var status: Int
  /// Additional keys.
  var more: String
  var gives: Gives

  init(_ result: String, _ type: String?, _ body: String, _ gives: Gives, status: Int = 200, more: String = "") {
    self.init(result, type, bytes: Array(body.utf8), gives, status: status, more: more)
  }

  init(_ result: String, _ type: String?, bytes: [UInt8], _ gives: Gives, status: Int = 200, more: String = "") {
    self.result = result
    self.type = type
    self.body = bytes
    self.status = status
    self.more = more
    self.gives = gives
  }

  var testDescription: String { "\(result)  \(type ?? "no type")  \(String(decoding: body, as: UTF8.self))" }

  /// Returns a client of the endpoint `e` with this response; a line for each type.
  func client(types: [String], _ check: ResponseCheck = .off) throws(CallError) -> Client {
    let quoted = result.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let lines = ["base: https://api.test", "types:"] + types.map { "  \($0)" } + ["endpoints: {e: {GET: \"/x \(quoted)\"\(more)}}"]
    let yaml = lines.joined(separator: "\n") + "\n"
    var headers = HTTPFields()
    if let type { headers[.contentType] = type }
    guard let spec = try? Spec.load(yaml: yaml) else { throw CallError(.unsupported, "not a valid spec: \(yaml)") }
    let transport = Canned(status: .init(code: status), headers: headers, body: body)
    return Client(spec, transport: transport, check: check, time: HurriedTime().time)
  }
}
