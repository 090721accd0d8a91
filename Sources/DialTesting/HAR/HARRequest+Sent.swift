import DialMessage
import HTTPTypes

extension HARRequest {
  /// Creates the entry of a request without secrets.
  init(_ request: PreparedRequest, body: [UInt8], _ redaction: Redaction) {
    method = request.method.rawValue
    url = redaction.url(request.url)
    headers = redaction.fields(request.headers)
    let type = request.headers[.contentType] ?? ""
    self.body = HARBody(body, type: type, redaction)
    guard request.bodyHoldsSecret, let shown = self.body else { return }
    // Secrets in binary bodies, or behind a codec, cannot be found.
    let hidden = Array(Redaction.word.utf8)
    switch shown.content {
    case .bytes(let bytes):
      if request.bodyIsCoded || String(validating: bytes, as: UTF8.self) == nil { self.body?.content = .bytes(hidden) }
    case .params(let params):
      self.body?.content = .params(
        params.map { param in
          var param = param
          if String(validating: param.value, as: UTF8.self) == nil { param.value = hidden }
          return param
        })
    }
  }
}

extension RequestBody {
  /// Reads all bytes.
  func collected(upTo limit: Int) async throws -> [UInt8] {
    switch self {
    case .none: []
    case .bytes(let bytes): bytes
    case .stream(_, _, let pieces): try await pieces.collect(upTo: limit)
    }
  }
}
