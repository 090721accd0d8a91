import Dial

/// One request and its response, as an entry of HAR 1.2. Members that Dial does not need are not read.
struct HAREntry: Sendable, Equatable {
  var endpoint: String?
  var times = Times()
  var request: HARRequest
  var response: HARResponse

  /// When the request was sent, and how long it took in milliseconds.
  struct Times: Sendable, Equatable {
    var start = Timestamp(seconds: 0)
    var wait = 0
    var receive = 0
  }
}

struct HARField: Sendable, Hashable {
  var name: String
  var value: String
}

struct HARRequest: Sendable, Equatable {
  var method: String
  var url: String
  var headers: [HARField] = []
  var body: HARBody?
}

/// The body of a request in a normal form: pairs for a form, parts for a multipart body.
struct HARBody: Sendable, Equatable {
  enum Content: Sendable, Hashable {
    case bytes([UInt8])
    case params([HARParam])
    /// The recording has no content.
    case lost
  }

  /// The media type, without the boundary of a multipart body.
  var type: String
  var content: Content
}

/// A pair of a form, or a part of a multipart body.
struct HARParam: Sendable, Hashable {
  var name: String
  var value: [UInt8]
  var fileName: String?
  var type: String?
}

extension HARParam {
  init(_ part: MultipartParts.Part) { self.init(name: part.name, value: part.value, fileName: part.fileName, type: part.type) }
}

struct HARResponse: Sendable, Equatable {
  /// Why there is no response, or only a part of it.
  struct Failure: Sendable, Equatable {
    /// The raw value of a `TransportError.Kind`.
    var kind: String
    var message: String
  }

  /// The status; 0 if there was no response.
  var status = 0
  var reason = ""
  var headers: [HARField] = []
  /// The body; nil if it was not recorded, as browsers can choose.
  var body: [UInt8]?
  var type: String?
  var failure: Failure?
  var comment: String?
}

extension [HARField] {
  func value(_ name: String) -> String? { first { $0.name.lowercased() == name }?.value }
}

extension HARBody {
  /// Reads a body without secrets; nil if there is none.
  init?(_ bytes: [UInt8], type: String, _ redaction: Redaction) {
    guard !bytes.isEmpty else { return nil }
    let media = MediaType(type)
    if media?.isForm == true, let text = String(validating: bytes, as: UTF8.self) {
      self.init(
        type: type, content: .params(FormCoding.decode(text).map { redaction.param(HARParam(name: $0.0, value: Array($0.1.utf8))) }))
    } else if media?.essence == "multipart/form-data", let boundary = media?["boundary"],
      let parts = MultipartParts.read(bytes, boundary: boundary)
    {
      self.init(type: HARBody.bare(type), content: .params(parts.map { redaction.param(HARParam($0)) }))
    } else {
      self.init(type: type, content: .bytes(redaction.body(bytes, media)))
    }
  }

  /// Returns a media type without its boundary, which differs in every call.
  static func bare(_ type: String) -> String {
    guard var media = MediaType(type), media.type == "multipart", media["boundary"] != nil else { return type }
    media.parameters.removeAll { $0.name == "boundary" }
    return media.text
  }
}

extension HARRequest {
  /// Returns a sent body without its content coding, because secrets are found in a plain body only; a body that cannot be decoded is
  /// redacted as a whole.
  static func plain(_ body: [UInt8], _ request: PreparedRequest) -> [UInt8] {
    request.headers.decoded(body, upTo: request.policy.maxBodyBytes) ?? Array(Redaction.word.utf8)
  }

  /// Creates the entry of a request without secrets.
  init(_ request: PreparedRequest, body: [UInt8], _ redaction: Redaction) {
    method = request.method.rawValue
    url = redaction.url(request.url)
    headers = redaction.fields(request.headers)
    let type = request.headers[.contentType] ?? ""
    self.body = HARBody(body, type: type, redaction)
    guard request.context[BodyHoldsSecret.self], let shown = self.body else { return }
    // Secrets in binary bodies, or behind a codec, cannot be found.
    let hidden = Array(Redaction.word.utf8)
    switch shown.content {
    case .bytes(let bytes):
      if request.context[BodyIsCoded.self] || String(validating: bytes, as: UTF8.self) == nil { self.body?.content = .bytes(hidden) }
    case .params(let params):
      self.body?.content = .params(
        params.map { param in
          var param = param
          if String(validating: param.value, as: UTF8.self) == nil { param.value = hidden }
          return param
        })
    case .lost: break
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
