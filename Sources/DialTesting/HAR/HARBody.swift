import DialModel

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
