import DialJSON
import DialModel

/// One request and its answer, as an entry of HAR 1.2 has them. What Dial has no use for is not read.
struct HAREntry: Sendable, Equatable {
  var endpoint: String?
  var times = Times()
  var request: HARRequest
  var response: HARResponse

  /// When it was sent, and how long it took, in milliseconds.
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

/// The body of a request, without what says nothing: a form is its pairs, a multipart body its parts.
struct HARBody: Sendable, Equatable {
  enum Content: Sendable, Hashable {
    case bytes([UInt8])
    case params([HARParam])
  }

  /// The media type, of a multipart body without its boundary.
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

struct HARResponse: Sendable, Equatable {
  /// Why there is no answer, or no whole one.
  struct Failure: Sendable, Equatable {
    /// A word of `TransportError.Kind`.
    var kind: String
    var message: String
  }

  /// 0 where no answer came.
  var status = 0
  var reason = ""
  var headers: [HARField] = []
  /// nil where the content was not recorded, as browsers may choose.
  var body: [UInt8]?
  var type: String?
  var failure: Failure?
  var comment: String?
}

extension [HARField] {
  /// The first value of a name in lower case.
  func value(_ name: String) -> String? { first { $0.name.lowercased() == name }?.value }
}

extension HARBody {
  /// A body as it was sent, without secrets; nil where there is none.
  init?(_ bytes: [UInt8], type: String, _ redaction: Redaction) {
    guard !bytes.isEmpty else { return nil }
    let media = MediaType(type)
    if media?.isForm == true, let text = String(validating: bytes, as: UTF8.self) {
      self.init(
        type: type, content: .params(FormCoding.decode(text).map { redaction.param(HARParam(name: $0.0, value: Array($0.1.utf8))) }))
    } else if media?.essence == "multipart/form-data", let boundary = media?["boundary"],
      let parts = MultipartParts.read(bytes, boundary: boundary)
    {
      self.init(type: HARBody.bare(type), content: .params(parts.map(redaction.param)))
    } else {
      self.init(type: type, content: .bytes(redaction.body(bytes, media)))
    }
  }

  /// A media type without the boundary, which is another one in every call.
  static func bare(_ type: String) -> String {
    guard var media = MediaType(type), media.type == "multipart", media["boundary"] != nil else { return type }
    media.parameters.removeAll { $0.name == "boundary" }
    return media.text
  }
}
