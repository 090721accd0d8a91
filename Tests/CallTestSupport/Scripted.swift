package import DialEngine
package import DialMessage
package import DialPolicies
import DialSpec
import HTTPTypes
import Synchronization

/// Answers one after the other, the last for good, and remembers what was asked for.
package final class Scripted: Transport {
  /// An answer in a line: `STATUS NAME: VALUE; … BODY`, where the status may be left out, and headers stand in brackets.
  ///
  /// ```text
  /// {"items": [1]}
  /// 202 [Location: /jobs/7 | Retry-After: 2] {"state": "new"}
  /// !connect
  /// {"items": [1✂
  /// ```
  private let lines: [String]
  private let sent = Mutex<[PreparedRequest]>([])

  package init(_ lines: [String]) { self.lines = lines }

  package var requests: [PreparedRequest] { sent.withLock { $0 } }

  /// What was asked for, a line each; the usual origin is left out.
  package var asked: [String] {
    requests.map { text(of: $0).split(separator: "\n", omittingEmptySubsequences: true).joined(separator: " | ") }
  }

  package func send(_ request: PreparedRequest) async throws -> Response {
    let count = sent.withLock { sent in
      sent.append(request)
      return sent.count
    }
    var rest = lines[min(count, lines.count) - 1][...]
    if rest.first == "!" { throw TransportError(TransportError.Kind(rawValue: String(rest.dropFirst())) ?? .connect, "no luck") }
    let status = Int(rest.prefix { $0.isNumber })
    if status != nil { rest = rest.drop { $0.isNumber }.drop { $0 == " " } }
    var fields: HTTPFields = [.contentType: "application/json"]
    if rest.first == "[", rest.dropFirst().first?.isLetter == true {
      for field in rest.dropFirst().prefix(while: { $0 != "]" }).split(separator: " | ") {
        let colon = field.firstIndex(of: ":") ?? field.endIndex
        fields[HTTPField.Name(String(field[..<colon]))!] = String(field[colon...].dropFirst(2))
      }
      rest = rest.drop { $0 != "]" }.dropFirst().drop { $0 == " " }
    }
    if rest.hasSuffix("✂") {
      let bytes = Array(rest.dropLast().utf8)
      let pieces = AsyncThrowingStream<[UInt8], any Error> { continuation in
        continuation.yield(bytes)
        continuation.finish(throwing: TransportError(.truncated, "cut"))
      }
      return Response(status: HTTPResponse.Status(code: status ?? 200), headers: fields, url: request.url, body: ResponseBody(pieces))
    }
    return Response(
      status: HTTPResponse.Status(code: status ?? 200), headers: fields, url: request.url, body: ResponseBody(Array(rest.utf8)))
  }
}

extension Client {
  /// A client of the endpoint `e`, whose long form is given, over scripted answers. Its policies go by a time that does not pass.
  package static func scripted(
    _ endpoint: String, _ answers: [String], more: String = "", variables: Variables = [:], time: PolicyClock = HurriedTime().time
  ) throws -> (Client, Scripted) {
    let spec = try Spec.load(yaml: "base: https://api.test\n\(more)\nendpoints:\n  e: \(endpoint)\n", trust: .folder)
    let transport = Scripted(answers)
    return (Client(spec, variables: variables, transport: transport, time: time), transport)
  }
}
