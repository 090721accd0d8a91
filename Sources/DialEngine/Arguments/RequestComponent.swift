import DialModel

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

/// How the value of a ``RequestComponent`` is sent.
public enum ComponentForm: Sendable {
  /// As one item with its name.
  case item
  /// As one item for each member of a dictionary; the name of the component is a prefix of theirs.
  case spread
  /// As a key without a value if true; omitted if false.
  case flag
}

/// Where the wrapper of a property sends its argument.
package struct PlacedArgument: Sendable {
  let place: Place
  /// The name that is sent; nil for the name of the property.
  let name: String?
  let form: ComponentForm
  let file: FileRules

  init(_ component: some RequestComponent) {
    place = component.place.place
    name = component.name
    form = component.form
    file = FileRules(filename: component.filename, mimeType: component.mimeType)
  }
}

/// The location of a property of a ``Request``.
public enum ArgumentPlace: String, Sendable, CaseIterable {
  /// A placeholder of the target, a query item, a header, a cookie.
  case path, query, header, cookie
  /// A field of a JSON body or a form; a part of a multipart body.
  case field, part
  /// The whole body.
  case body

  var place: Place {
    switch self {
    case .path: .path
    case .query: .query
    case .header: .header
    case .cookie: .cookie
    case .field: .field
    case .part: .part
    case .body: .body
    }
  }
}
