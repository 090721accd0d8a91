package import DialJSON
package import DialMessage
import DialModel

extension Reply {
  /// Returns the whole response as JSON, before `@`, for pagination.
  package func whole() throws(CallError) -> JSON {
    switch content {
    case .headers, .none, .text, .bytes: return value
    case .json: break
    }
    if endpoint.selection == nil { return value }
    if case .document(let json) = source { return json }
    var body = source
    return try ReplyReader(plan: plan).inferred(Response(status: status, headers: headers, url: url, body: ResponseBody([])), &body).0
  }

  /// Returns an error that contains this response, without secrets.
  package func failure(_ code: CallError.Code, _ message: String, hint: String? = nil) -> CallError {
    var failure = CallError(code, secrets.redact(message), endpoint: endpoint.name, hint: hint, location: endpoint.range, attempts: 1)
    failure.status = status
    failure.headers = secrets.redact(headers)
    failure.body = secrets.redact(body)
    return failure
  }
}
