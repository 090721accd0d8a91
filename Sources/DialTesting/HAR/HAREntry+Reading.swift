import Dial

extension HAREntry {
  /// Parses an entry of Dial, a browser or a proxy. Only the method and the URL are required.
  init(_ node: HARNode) throws(HARFault) {
    guard let request = try node.object("request") else { throw node.missing("request") }
    guard let response = try node.object("response") else { throw node.missing("response") }
    endpoint = try node.text("_endpoint")
    self.request = try HARRequest(request)
    // Dial itself writes all bodies.
    if endpoint == nil, self.request.mayHaveLostBody(request) { self.request.body = .lost("") }
    self.response = try HARResponse(response)
  }
}

extension HARRequest {
  init(_ node: HARNode) throws(HARFault) {
    guard let method = try node.text("method") else { throw node.missing("method") }
    guard let url = try node.text("url") else { throw node.missing("url") }
    self.method = method
    self.url = Redaction.none.url(url)
    if !url.contains("?") { self.url += try Self.query(node) }
    headers = try HARField.fields(node)
    let size = node.json.bodySize.asInt.flatMap { $0 < 0 ? nil : $0 } ?? headers.value("content-length").flatMap { Int($0) }
    if let data = try node.object("postData") { body = try HARBody(data, size: size) } else if size ?? 0 > 0 { body = .lost("") }
  }
}

extension HARRequest {
  /// The query that some programs, such as Insomnia, write only as a list.
  private static func query(_ node: HARNode) throws(HARFault) -> String {
    var query = ""
    for item in try node.list("queryString") ?? [] {
      guard let name = try item.text("name") else { continue }
      query += (query.isEmpty ? "?" : "&") + PercentEncoding.encode(name) + "=" + PercentEncoding.encode(try item.text("value") ?? "")
    }
    return query
  }

  /// Whether the recording does not say if there was a body, as some programs write it for binary uploads.
  fileprivate func mayHaveLostBody(_ node: HARNode) -> Bool {
    guard body == nil, Methods.hasBody(method) ?? false, let size = node.json.bodySize.asInt else { return false }
    return size < 0 && headers.value("content-length") == nil
  }
}

extension HARBody {
  /// A body of which only the type is known.
  static func lost(_ type: String) -> HARBody { HARBody(type: HARBody.bare(type), content: .lost) }

  /// Prefers the text of a body, which is more exact than `params`. A browser keeps no text of a binary body.
  init?(_ node: HARNode, size: Int?) throws(HARFault) {
    let type = try node.text("mimeType") ?? ""
    let text = try node.bytes("text")
    if let text, !text.isEmpty {
      self.init(text, type: type, Redaction.none)
    } else if let params = try node.list("params"), !params.isEmpty {
      var read: [HARParam] = []
      for param in params { read.append(Redaction.none.param(try HARParam(param))) }
      self.init(type: HARBody.bare(type), content: .params(read))
    } else {
      guard size ?? (type.isEmpty ? 0 : 1) > 0 else { return nil }
      self = .lost(type)
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
    // Of a request that failed, browsers write 0, and Playwright -1.
    status = node.json.status.asInt == -1 ? 0 : try node.number("status", in: 0...999) ?? 0
    reason = try node.text("statusText") ?? ""
    headers = try HARField.fields(node)
    failure = Failure(node.json[member: "_error"])
    let content = try node.object("content")
    type = try content?.text("mimeType")
    body = try content?.bytes("text")
    if body?.isEmpty == true, content?.json.size.asInt ?? 0 > 0 { body = nil }
    if body != nil, try content?.isText("text") == true {
      useUTF8()
    } else if body == nil {
      let sizes = [content?.json.size.asInt, node.json.bodySize.asInt] + [headers.value("content-length").flatMap { Int($0) }]
      // Browsers can leave bodies out; then a size, if there is one, is not 0. Dial says in a comment that it did not read the body.
      let isKept = content?.json.comment.asString != nil || failure != nil || !HTTPResponse.Status(code: status).bringsContent
      if isKept || !sizes.contains(where: { $0 ?? 0 > 0 }) && content?.json.size.asInt ?? 0 == 0 { body = [] }
    }
  }

  /// A text of a recording is decoded already, so its charset is that of the recording.
  private mutating func useUTF8() {
    for index in headers.indices where headers[index].name.lowercased() == "content-type" {
      headers[index].value = Self.inUTF8(headers[index].value, body ?? [])
    }
    type = type.map { Self.inUTF8($0, body ?? []) }
  }

  private static func inUTF8(_ type: String, _ body: [UInt8]) -> String {
    guard var media = MediaType(type) else { return type }
    // Without a charset, text is UTF-8, but XML can name its own.
    guard let charset = media["charset"]?.lowercased() ?? (media.isXML && !body.allSatisfy { $0 < 0x80 } ? "" : nil), charset != "utf-8"
    else { return type }
    media.parameters.removeAll { $0.name == "charset" }
    return media.text + ";charset=utf-8"
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
