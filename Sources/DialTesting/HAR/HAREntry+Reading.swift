import Dial

extension HAREntry {
  /// Parses an entry of Dial, a browser or a proxy. Only the method and the URL are required.
  init(_ node: HARNode) throws(HARFault) {
    guard let request = try node.object("request") else { throw node.missing("request") }
    guard let response = try node.object("response") else { throw node.missing("response") }
    endpoint = try node.text("_endpoint")
    self.request = try HARRequest(request)
    self.response = try HARResponse(response)
  }
}

extension HARRequest {
  init(_ node: HARNode) throws(HARFault) {
    guard let method = try node.text("method") else { throw node.missing("method") }
    guard let url = try node.text("url") else { throw node.missing("url") }
    self.method = method
    self.url = Redaction.none.url(url)
    headers = try HARField.fields(node)
    if let data = try node.object("postData") { body = try HARBody(data) }
  }
}

extension HARBody {
  /// Prefers the text of a body, which is more exact than `params`.
  init?(_ node: HARNode) throws(HARFault) {
    let type = try node.text("mimeType") ?? ""
    let text = try node.bytes("text")
    if let params = try node.list("params"), !params.isEmpty, text?.isEmpty ?? true {
      var read: [HARParam] = []
      for param in params { read.append(Redaction.none.param(try HARParam(param))) }
      self.init(type: HARBody.bare(type), content: .params(read))
    } else {
      self.init(text ?? [], type: type, Redaction.none)
    }
  }
}

extension HARParam {
  init(_ node: HARNode) throws(HARFault) {
    name = try node.text("name") ?? ""
    value = try node.bytes("value") ?? []
    fileName = try node.text("fileName")
    type = try node.text("contentType")
  }
}

extension HARResponse {
  init(_ node: HARNode) throws(HARFault) {
    status = try node.number("status", in: 0...999) ?? 0
    reason = try node.text("statusText") ?? ""
    headers = try HARField.fields(node)
    if let content = try node.object("content") {
      body = try content.bytes("text")
      // A body without a size was empty. A size without text means that the content was not recorded.
      if body == nil, content.json.size.asInt ?? 0 <= 0 { body = [] }
      type = try content.text("mimeType")
    } else {
      body = []
    }
    failure = Failure(node.json[member: "_error"])
  }
}

extension HARResponse.Failure {
  /// Reads an error of Dial, or of a browser, such as `net::ERR_CONNECTION_REFUSED`.
  init?(_ json: JSON) {
    if let text = json.asString {
      if text.isEmpty { return nil }
      self.init(kind: "connect", message: text)
    } else {
      guard json.asObject != nil else { return nil }
      self.init(kind: json.kind.asString ?? "connect", message: json.message.asString ?? "the recorded request failed")
    }
  }
}

extension HARField {
  static func fields(_ node: HARNode) throws(HARFault) -> [HARField] {
    var fields: [HARField] = []
    for field in try node.list("headers") ?? [] {
      guard let name = try field.text("name") else { throw field.missing("name") }
      fields.append(HARField(name: name, value: try field.text("value") ?? ""))
    }
    return fields
  }
}
