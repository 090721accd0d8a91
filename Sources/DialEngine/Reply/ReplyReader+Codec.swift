import DialJSON
import DialMessage
import DialModel

extension ReplyReader {
  /// The codec of a reply: that of `decode`, else of its media type; nil where a built-in format reads it.
  func codec(_ type: MediaType?) throws(CallError) -> (name: String, codec: any Codec)? {
    if let name = model.decodeCodec {
      guard let codec = plan.codecs[name] else { throw model.missing(codec: name) }
      return (name, codec)
    }
    guard model.policy.decode == nil, let type else { return nil }
    return plan.codecs.codec(for: type)
  }

  /// The built-in format of a reply: the word of `decode`, else by media type; nil where neither tells.
  func format(_ type: MediaType?) -> ReplyFormat? { model.policy.decode.flatMap(ReplyFormat.init(rawValue:)) ?? ReplyFormat(type) }

  func decode(_ body: ReplyBody, _ type: MediaType?, _ name: String, _ codec: any Codec) throws(CallError) -> JSON {
    do {
      return try codec.decode(body.bytes, type)
    } catch {
      throw self.error(
        .decoding, "the codec '\(name)' cannot read the reply: \(error)", hint: "it begins: \(Self.excerpt(body.bytes))")
    }
  }
}
