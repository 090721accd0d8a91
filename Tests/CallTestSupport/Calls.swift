package import DialMessage
package import HTTPTypes

/// Returns a request as text, without the usual origin and the default content type of JSON.
package func text(of request: PreparedRequest) -> String {
  let own = "https://api.test"
  var lines = ["\(request.method.rawValue) \(request.url.hasPrefix(own + "/") ? String(request.url.dropFirst(own.count)) : request.url)"]
  for field in request.headers where field.name != .contentType || field.value != "application/json" {
    lines.append("\(field.name.rawName): \(field.value)")
  }
  switch request.body {
  case .none: break
  case .bytes(let bytes): lines += ["", String(decoding: bytes, as: UTF8.self)]
  case .stream(let length, _, _): lines += ["", "a stream of \(length.map(String.init) ?? "some") bytes"]
  }
  return lines.joined(separator: "\n")
}

/// Sends the same response to every request.
package struct Canned: Transport {
  package var status: HTTPResponse.Status
  package var headers: HTTPFields
  package var body: [UInt8]

  package init(status: HTTPResponse.Status = .ok, headers: HTTPFields = [:], body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }

  package func send(_ request: PreparedRequest) async throws -> Response {
    Response(status: status, headers: headers, url: request.url, body: ResponseBody(body))
  }
}
