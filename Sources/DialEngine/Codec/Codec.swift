public import DialJSON
public import DialModel

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
