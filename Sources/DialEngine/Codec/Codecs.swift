public import DialJSON
import DialMessage
public import DialModel
import Synchronization

/// The codecs of a client, by a name that the spec uses (`encoding: plist`, `decode: plist`) or by media type.
///
/// ```swift
/// client.codecs["plist"] = PropertyList()
/// client.codecs["application/x-plist"] = PropertyList()   // responses of this type, without a key in the spec
/// client.codecs["+cbor"] = CBOR()                         // and of every type with this suffix
/// ```
///
/// Copies of a client share them. A response is decoded by the codec of `decode`, otherwise by that of its media type or suffix,
/// otherwise by the built-in formats.
public final class Codecs: Sendable {
  private let known = Mutex<[String: any Codec]>([:])

  init() {}

  /// The codec for a name, a media type or a suffix; nil removes it. Built-in words, such as `json`, cannot be replaced.
  public subscript(name: String) -> (any Codec)? {
    get { known.withLock { $0.isEmpty ? nil : $0[Self.key(name)] } }
    set { known.withLock { $0[Self.key(name)] = newValue } }
  }

  func codec(for type: MediaType) -> (name: String, codec: any Codec)? {
    known.withLock { known in
      if known.isEmpty { return nil }
      if let codec = known[type.essence] { return (type.essence, codec) }
      guard let plus = type.subtype.lastIndex(of: "+") else { return nil }
      let suffix = String(type.subtype[plus...])
      return known[suffix].map { (suffix, $0) }
    }
  }

  /// Media types are case-insensitive, names of codecs are not.
  private static func key(_ name: String) -> String { name.contains("/") || name.hasPrefix("+") ? name.lowercased() : name }
}

extension EndpointModel {
  func missing(codec name: String) -> CallError {
    CallError(.unsupported, "unknown codec '\(name)'", of: self, hint: "register it with client.codecs[\"\(name)\"] = …")
  }
}

/// Encodes and decodes a format that Dial does not know. You can implement only one direction.
///
/// ```swift
/// struct CommaList: Codec {
///   var mediaType: String? { "text/csv" }
///   func encode(_ value: JSON) throws -> [UInt8] { Array((value.list.asArray ?? []).compactMap(\.asString).joined(separator: ",").utf8)
/// }
///   func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON {
///     .array(String(decoding: body, as: UTF8.self).split(separator: ",").map { .string(String($0)) })
///   }
/// }
/// client.codecs["csv"] = CommaList()        // encoding: csv, decode: csv
/// client.codecs["text/csv"] = CommaList()   // responses of this type
/// ```
public protocol Codec: Sendable {
  /// The Content-Type of encoded bytes; nil for `application/octet-stream`.
  var mediaType: String? { get }

  /// Returns the body of a request. The value is the whole body or an object of the members, with the sent names and dates. An error ends
  /// the call with code `encoding`, before anything is sent.
  func encode(_ value: JSON) throws -> [UInt8]

  /// Returns the value of a body, which is never empty. An error ends the call with code `decoding`.
  func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON
}

extension Codec {
  /// No media type.
  public var mediaType: String? { nil }
  /// Throws ``CodecError/notSupported``, because this codec only decodes.
  public func encode(_ value: JSON) throws -> [UInt8] { throw CodecError.notSupported }
  /// Throws ``CodecError/notSupported``, because this codec only encodes.
  public func decode(_ body: [UInt8], _ type: MediaType?) throws -> JSON { throw CodecError.notSupported }
}

/// The error of a codec.
public enum CodecError: Error, Sendable, CustomStringConvertible {
  /// The codec does not implement this direction.
  case notSupported

  /// The reason in the error of a call.
  public var description: String { "it does not support this direction" }
}
