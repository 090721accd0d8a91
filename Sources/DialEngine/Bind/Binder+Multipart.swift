import DialJSON
import DialMessage
import DialModel
import HTTPTypes

extension Binder {
  /// The parts of a multipart body in declared order: files, text, JSON for a dictionary, a repeated part for an array.
  mutating func multipart() -> RequestBody {
    members(beside: namedTemplate(of: "multipart request"), of: "body").map { multipart($0) } ?? .none
  }

  mutating func multipart(_ members: [Member]) -> RequestBody {
    if headers.contains(.contentType) {
      refuse(.spec, nil, "the content type of a multipart body carries its boundary, which is made for every call: leave the header out")
    }
    var form = MultipartForm()
    for member in members { add(member.value, member.name, member.style, member.rules, to: &form) }
    _ = headers.set(.contentType, form.contentType)
    parts = form
    let sent = form
    let again: @Sendable () -> ResponseBody = { sent.body() }
    return .stream(length: sent.length, replay: sent.isReplayable ? again : nil, sent.body())
  }

  /// A dictionary that is the whole body, as its parts.
  mutating func multipart(whole json: JSON) -> RequestBody {
    return multipart((json.asObject ?? [:]).map { Member(name: $0.name, value: .json($0.value), style: model.style) })
  }

  private mutating func add(_ value: ArgumentValue, _ name: String, _ style: Style, _ rules: FileRules, to form: inout MultipartForm) {
    switch value {
    case .file(let file): add(file, name, rules, to: &form)
    case .list(let items): for item in items { add(item, name, style, rules, to: &form) }
    case .bytes(let bytes):
      append(name, .bytes(bytes), rules.filename ?? name, rules.mimeType ?? "application/octet-stream", to: &form)
    case .json(let json):
      switch json.asKind {
      case .null, .absent: break
      case .array: for item in json.asArray.map(Array.init) ?? [] { add(.json(item), name, style, rules, to: &form) }
      case .object: append(name, .bytes(JSONWriter.bytes(json)), rules.filename, rules.mimeType ?? "application/json", to: &form)
      default:
        let flag = json.asBool.flatMap { style.bools == .numeric ? ($0 ? "1" : "0") : nil }
        append(name, .bytes(Array((flag ?? ValueText.plain(json) ?? "").utf8)), rules.filename, rules.mimeType, to: &form)
      }
    }
  }

  private mutating func add(_ file: File, _ name: String, _ rules: FileRules, to form: inout MultipartForm) {
    switch file.measure() {
    case .failure(let fault): refuse(file: fault.message, argument(ofMember: name))
    case .success(let length):
      if let limit = rules.maxBytes, let length, length > limit {
        refuse(.size, argument(ofMember: name), "the file '\(file.path)' has \(length) bytes, at most \(limit) may be sent as '\(name)'")
        return
      }
      append(
        name, .file(file, length: length, limit: rules.maxBytes), rules.filename ?? file.filename ?? file.path,
        rules.mimeType ?? file.mimeType ?? file.inferredType, to: &form)
    }
  }

  private mutating func append(
    _ name: String, _ content: MultipartForm.Content, _ filename: String?, _ type: String?, to form: inout MultipartForm
  ) {
    if let fault = form.append(name: name, content: content, filename: filename, type: type) {
      refuse(.value, argument(ofMember: name), fault)
    }
  }
}
