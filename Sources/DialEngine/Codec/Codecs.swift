public import DialJSON
import DialMessage
public import DialModel
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

/// Makes bytes of a value and a value of bytes, for a format that Dial does not know. Either half may be left out.
///
/// ```swift
/// struct CommaList: Codec {
///   var mediaType: String? { "text/csv" }
///   func encode(_ value: JSON) throws -> [UInt8] { Array((value.list.asArray ?? []).compactMap(\.asString).joined(separator: ",").utf8) }
///   func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON {
///     .array(String(decoding: body, as: UTF8.self).split(separator: ",").map { .string(String($0)) })
///   }
/// }
/// client.codecs["csv"] = CommaList()        // encoding: csv, decode: csv
/// client.codecs["text/csv"] = CommaList()   // replies of this type
/// ```
public protocol Codec: Sendable {
  /// The media type of what it writes, for Content-Type; `application/octet-stream` where it is nil.
  var mediaType: String? { get }

  /// The body of a request. The value is what JSON would be made of: the whole body, or an object of the members, with the names and
  /// the dates of the wire. What it throws ends the call with the code `encoding`, before anything is sent.
  func encode(_ value: JSON) throws -> [UInt8]

  /// The value of a body, which is never empty, and of its media type. What it throws ends the call with the code `decoding`.
  func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON
}

extension Codec {
  /// None.
  public var mediaType: String? { nil }
  /// Throws ``CodecError/notSupported``: this codec only reads.
  public func encode(_ value: JSON) throws -> [UInt8] { throw CodecError.notSupported }
  /// Throws ``CodecError/notSupported``: this codec only writes.
  public func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON { throw CodecError.notSupported }
}

/// Why a codec gives nothing.
public enum CodecError: Error, Sendable, CustomStringConvertible {
  /// This half of the codec was left out.
  case notSupported

  /// The reason as it stands in the error of a call.
  public var description: String { "it does not support this direction" }
}
