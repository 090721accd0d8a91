import Dial
import DialBuild
package import DialEngine
package import DialMessage
package import DialPolicies
import HTTPTypes
import Synchronization

/// Sends responses in order, repeats the last one, and records the requests.
package final class Scripted: Transport {
  /// Responses as lines: `STATUS NAME: VALUE; … BODY`, with an optional status and with headers in brackets.
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

  /// The requests, one line each, without the usual origin.
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
  /// Returns a client of the endpoint `e` in its long form, with scripted responses and a time that does not pass.
  package static func scripted(
    _ endpoint: String, _ answers: [String], more: String = "", variables: Variables = [:], time: PolicyClock = HurriedTime().time
  ) throws -> (Client, Scripted) {
    let spec = try Spec.load(yaml: "base: https://api.test\n\(more)\nendpoints:\n  e: \(endpoint)\n", trust: .folder)
    let transport = Scripted(answers)
    return (Client(spec, variables: variables, transport: transport, time: time), transport)
  }
}
