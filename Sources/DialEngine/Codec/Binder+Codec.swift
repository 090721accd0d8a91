import DialJSON
import DialMessage
import DialModel
import HTTPTypes

extension Binder {
  /// The members of the body, or its template, written by a codec.
  mutating func encoded(_ name: String) -> RequestBody {
    let template = plan.body.template.flatMap { fill($0) }
    if let template, template.asKind != .object { return encode(template, name) }
    guard let members = members(beside: template, of: "body") else { return .none }
    return encode(.object(members.compactMap { member in member.value.json.map { (member.name, $0) } }), name)
  }

  /// A value written by a codec.
  mutating func encode(_ value: JSON, _ name: String) -> RequestBody {
    guard let codec = plan.codecs[name] else {
      codecFault = model.missing(codec: name)
      return .none
    }
    do {
      let bytes = try codec.encode(value)
      if !headers.contains(.contentType), let fault = headers.set(.contentType, codec.mediaType ?? "application/octet-stream") {
        refuse(.spec, nil, "the media type of the codec '\(name)': \(fault)")
      }
      return .bytes(bytes)
    } catch {
      codecFault = CallError(
        .encoding, secrets.redact("the codec '\(name)' cannot write the body: \(error)"), endpoint: model.name, location: model.range)
      return .none
    }
  }
}
