/// A wrapper for properties of a ``Request``. To write your own, conform to this protocol.
///
/// ```swift
/// @propertyWrapper struct Trace: RequestComponent {
///   var wrappedValue: String
///   var place: ArgumentPlace { .header }
///   var name: String? { "X-Trace" }
///   var argument: Arguments.Value { wrappedValue.lowercased() }
/// }
/// ```
public protocol RequestComponent: Encodable, Sendable {
  /// The location.
  var place: ArgumentPlace { get }
  /// The name that is sent; nil, the default, for the name of the property.
  var name: String? { get }
  /// The value that is sent; nil is omitted.
  var argument: Arguments.Value { get }
  /// How the value is sent; by default as an item with its name.
  var form: ComponentForm { get }
  /// The file name of a part; nil, the default, for that of the value.
  var filename: String? { get }
  /// The media type of a part; nil, the default, for that of the value.
  var mimeType: String? { get }
}

extension RequestComponent {
  public var name: String? { nil }
  public var form: ComponentForm { .item }
  public var filename: String? { nil }
  public var mimeType: String? { nil }

  /// Encodes only the value, for other encoders than that of requests.
  public func encode(to encoder: any Encoder) throws {
    if let argument { return try argument.encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}
