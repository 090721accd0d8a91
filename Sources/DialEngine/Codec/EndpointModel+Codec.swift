import DialMessage
import DialModel

extension EndpointModel {
  /// The first codec that a call needs and that must be registered; nil if the built-in formats suffice.
  package var codec: String? {
    if case .named(let name) = encoding { return name }
    return decodeCodec
  }

  /// The name of the codec that decodes its responses.
  var decodeCodec: String? { policy.decode.flatMap { ReplyFormat(rawValue: $0) == nil ? $0 : nil } }

  func missing(codec name: String) -> CallError {
    CallError(
      .unsupported, "no codec '\(name)' is registered", endpoint: self.name, hint: "register it with client.codecs[\"\(name)\"] = …",
      location: range)
  }
}

extension EndpointPlan {
  /// Returns why a response could not be decoded, before anything is sent.
  var codecObstacle: CallError? {
    guard let name = model.decodeCodec, !reply.discardsBody, codecs[name] == nil else { return nil }
    return model.missing(codec: name)
  }
}
