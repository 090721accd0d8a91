import DialMessage
package import DialModel
import Synchronization

/// The codecs of a client, by a name that the spec chooses (`encoding: plist`, `decode: plist`) or by media type.
///
/// ```swift
/// client.codecs["plist"] = PropertyList()
/// client.codecs["application/x-plist"] = PropertyList()   // replies of this type, without a word in the spec
/// client.codecs["+cbor"] = CBOR()                         // and of every type with this suffix
/// ```
///
/// Copies of a client share them. A reply is read by the codec of `decode`, else by that of its media type, of its suffix, else as
/// `decode` and the media type say without any.
public struct Codecs: Sendable {
  let table: CodecTable

  /// The codec of a name, of a media type or of a suffix; nil takes it away. A built-in word, such as `json`, stays what it is.
  public subscript(name: String) -> (any Codec)? {
    get { table[name] }
    nonmutating set { table[name] = newValue }
  }
}

/// The codecs of a client and of its copies.
final class CodecTable: Sendable {
  private let known = Mutex<[String: any Codec]>([:])

  subscript(name: String) -> (any Codec)? {
    get { known.withLock { $0.isEmpty ? nil : $0[Self.key(name)] } }
    set { known.withLock { $0[Self.key(name)] = newValue } }
  }

  var isEmpty: Bool { known.withLock { $0.isEmpty } }

  /// That of a media type, else of its suffix, by the name under which it was found.
  func codec(for type: MediaType) -> (name: String, codec: any Codec)? {
    known.withLock { known in
      if known.isEmpty { return nil }
      if let codec = known[type.essence] { return (type.essence, codec) }
      guard let plus = type.subtype.lastIndex(of: "+") else { return nil }
      let suffix = String(type.subtype[plus...])
      return known[suffix].map { (suffix, $0) }
    }
  }

  /// Media types have no case, names of codecs do.
  private static func key(_ name: String) -> String { name.contains("/") || name.hasPrefix("+") ? name.lowercased() : name }
}

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
      .unsupported, "unknown codec '\(name)'", endpoint: self.name, hint: "register it with client.codecs[\"\(name)\"] = …",
      location: range)
  }
}
