import DialJSON
import DialMessage
import DialModel

/// Writes the parts of a multipart body: files, text, JSON for a dictionary, a repeated part for an array.
struct MultipartWriter {
  private(set) var form = MultipartForm()

  mutating func add(_ value: ArgumentValue, _ member: BodyMember, _ call: inout Binding) {
    let rules = member.rules
    switch value {
    case .file(let file): add(file, member, &call)
    case .list(let items): for item in items { add(item, member, &call) }
    case .bytes(let bytes):
      append(member, .bytes(bytes), rules.filename ?? member.name, rules.mimeType ?? "application/octet-stream", &call)
    case .json(let json):
      switch json.asKind {
      case .null, .absent: break
      case .array: for item in json.asArray.map(Array.init) ?? [] { add(.json(item), member, &call) }
      case .object: append(member, .bytes(JSONWriter.bytes(json)), rules.filename, rules.mimeType ?? "application/json", &call)
      default:
        let flag = json.asBool.flatMap { member.style.bools == .numeric ? ($0 ? "1" : "0") : nil }
        append(member, .bytes(Array((flag ?? ValueText.plain(json) ?? "").utf8)), rules.filename, rules.mimeType, &call)
      }
    }
  }

  private mutating func add(_ file: File, _ member: BodyMember, _ call: inout Binding) {
    let rules = member.rules
    switch file.measure() {
    case .failure(let fault): call.faults.add(file: fault.message, member.told)
    case .success(let length):
      if let limit = rules.maxBytes, let length, length > limit {
        call.refuse(
          .size, member.told, "the file '\(file.path)' has \(ByteCount.text(length, over: limit)) for '\(member.name)'")
        return
      }
      append(
        member, .file(file, length: length, limit: rules.maxBytes), rules.filename ?? file.filename ?? file.path,
        rules.mimeType ?? file.mimeType ?? file.inferredType, &call)
    }
  }

  private mutating func append(
    _ member: BodyMember, _ content: MultipartForm.Content, _ filename: String?, _ type: String?, _ call: inout Binding
  ) {
    if let fault = form.append(name: member.name, content: content, filename: filename, type: type) {
      call.refuse(.value, member.told, fault)
    }
  }
}
