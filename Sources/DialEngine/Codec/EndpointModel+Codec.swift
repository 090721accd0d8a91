import DialMessage
import DialModel

extension EndpointModel {
  /// The first codec that a call needs and that only a program can register; nil where the built-in formats do.
  package var codec: String? {
    if case .named(let name) = encoding { return name }
    return decodeCodec
  }

  /// The codec that reads its replies, by name.
  var decodeCodec: String? { policy.decode.flatMap { ReplyFormat(rawValue: $0) == nil ? $0 : nil } }

  func missing(codec name: String) -> CallError {
    CallError(
      .unsupported, "no codec '\(name)' is registered", endpoint: self.name, hint: "register it with client.codecs[\"\(name)\"] = …",
      location: range)
  }
}

extension EndpointPlan {
  /// Why a reply could not be read: told before anything is sent.
  var codecObstacle: CallError? {
    guard let name = model.decodeCodec, !reply.discardsBody, codecs[name] == nil else { return nil }
    return model.missing(codec: name)
  }
}
