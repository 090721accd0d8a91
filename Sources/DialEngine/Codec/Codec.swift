public import DialJSON
public import DialModel

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
  /// The Content-Type of encoded bodies; `application/octet-stream` if nil.
  var mediaType: String? { get }

  /// Returns the body of a request. The value is what JSON would be made from: the whole body or an object of the members, with the names
  /// and dates that are sent. An error ends the call with code `encoding`, before anything is sent.
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
  public var description: String { "it has no such half" }
}
