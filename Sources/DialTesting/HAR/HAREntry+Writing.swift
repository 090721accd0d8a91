import Dial

extension HAREntry {
  /// The entry with all members that HAR 1.2 requires; unknown numbers are -1.
  var json: JSON {
    var members: [(String, JSON)] = [
      ("startedDateTime", .string(times.date)), ("time", JSON(times.wait + times.receive)), ("request", request.json),
      ("response", response.json), ("cache", .object([])),
      ("timings", ["send": 0, "wait": JSON(times.wait), "receive": JSON(times.receive)]),
    ]
    if let endpoint { members.append(("_endpoint", .string(endpoint))) }
    return .object(members)
  }
}

extension HAREntry.Times {
  /// The date in ISO 8601 with milliseconds.
  var date: String {
    guard let start else { return "1970-01-01T00:00:00.000Z" }
    let whole = Timestamp(seconds: start.seconds)?.rfc3339.dropLast() ?? ""
    return "\(whole).\(String(1000 + start.nanoseconds / 1_000_000).dropFirst())Z"
  }
}

extension HARRequest {
  var json: JSON {
    let query = url.utf8.firstIndex(of: UInt8(ascii: "?")).map { FormCoding.decode(String(url[url.index(after: $0)...])) } ?? []
    var members: [(String, JSON)] = [
      ("method", .string(method)), ("url", .string(url)), ("httpVersion", "HTTP/1.1"), ("cookies", HARField.cookies(in: headers, "cookie")),
      ("headers", .array(headers.map(\.json))), ("queryString", .array(query.map { HARField(name: $0.0, value: $0.1).json })),
    ]
    if let body { members.append(("postData", body.json)) }
    return .object(members + [("headersSize", -1), ("bodySize", -1)])
  }
}

extension HARBody {
  /// HAR allows either `params` or `text`.
  var json: JSON {
    switch content {
    case .bytes(let bytes): .object([("mimeType", .string(type))] + HARText.members(bytes, "text", "_encoding"))
    case .params(let params): ["mimeType": .string(type), "params": .array(params.map(\.json))]
    case .lost: ["mimeType": .string(type)]
    }
  }
}

extension HARParam {
  var json: JSON {
    var members: [(String, JSON)] = [("name", .string(name))] + HARText.members(value, "value", "_encoding")
    if let fileName { members.append(("fileName", .string(fileName))) }
    if let type { members.append(("contentType", .string(type))) }
    return .object(members)
  }
}

extension HARResponse {
  var json: JSON {
    let body = body ?? []
    var content: [(String, JSON)] = [("size", JSON(body.count)), ("mimeType", .string(type ?? "x-unknown"))]
    if !body.isEmpty { content += HARText.members(body, "text", "encoding", type.flatMap { MediaType($0) }) }
    if let comment { content.append(("comment", .string(comment))) }
    var members: [(String, JSON)] = [
      ("status", JSON(status)), ("statusText", .string(reason)), ("httpVersion", "HTTP/1.1"),
      ("cookies", HARField.cookies(in: headers, "set-cookie")), ("headers", .array(headers.map(\.json))), ("content", .object(content)),
      ("redirectURL", .string(headers.value("location") ?? "")), ("headersSize", -1), ("bodySize", -1),
    ]
    if let failure { members.append(("_error", ["kind": .string(failure.kind), "message": .string(failure.message)])) }
    return .object(members)
  }
}

extension HARField {
  fileprivate var json: JSON { ["name": .string(name), "value": .string(value)] }

  /// Returns the names and values of cookies, without attributes.
  fileprivate static func cookies(in headers: [HARField], _ name: String) -> JSON {
    let fields = headers.filter { $0.name.lowercased() == name }
    let pairs = fields.flatMap { field in
      let items = field.value.split(separator: ";")
      return name == "cookie" ? items : Array(items.prefix(1))
    }
    return .array(
      pairs.map { pair in
        let text = pair.drop { $0 == " " }
        let end = text.firstIndex(of: "=") ?? text.endIndex
        return HARField(name: String(text[..<end]), value: String(text[end...].dropFirst())).json
      })
  }
}

/// Writes bytes as text, or as base64 if they are not UTF-8, or a media type says so: the text of a recording is decoded already.
enum HARText {
  static func members(_ bytes: [UInt8], _ name: String, _ encoding: String, _ type: MediaType? = nil) -> [(String, JSON)] {
    let charset = type?["charset"]?.lowercased() ?? "utf-8"
    let isUTF8 = ["utf-8", "utf8"].contains(charset) || bytes.allSatisfy { $0 > 0 && $0 < 0x80 }
    if isUTF8, let text = String(validating: bytes, as: UTF8.self) { return [(name, .string(text))] }
    return [(name, .string(Base64.encode(bytes))), (encoding, "base64")]
  }
}
