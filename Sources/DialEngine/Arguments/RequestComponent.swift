import DialModel

/// What a property of a ``Request`` may be wrapped in. Own property wrappers join by conforming.
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
  /// Where it goes.
  var place: ArgumentPlace { get }
  /// Its name on the wire; nil, the default, for the name of the property.
  var name: String? { get }
  /// What is sent; nil is left out.
  var argument: Arguments.Value { get }
  /// What the value becomes; an item of its name by default.
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

  /// As any encoder but that of requests sees it: the value alone.
  public func encode(to encoder: any Encoder) throws {
    if let argument { return try argument.encode(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

/// What the value of a ``RequestComponent`` becomes.
public enum ComponentForm: Sendable {
  /// One item of its name.
  case item
  /// A dictionary: one item for each of its members; the name of the component goes before theirs.
  case spread
  /// A key without a value where it is true, nothing where it is false.
  case flag
}

/// Where the wrapper of a request's property puts its argument.
package struct PlacedArgument: Sendable {
  let place: Place
  /// On the wire; nil for the name of the property.
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

/// Where the property of a ``Request`` goes in the request.
public enum ArgumentPlace: String, Sendable, CaseIterable {
  /// A placeholder of the target, an item of the query, a header field, a cookie.
  case path, query, header, cookie
  /// A member of a JSON body or an item of a form; a part of a multipart body.
  case field, part
  /// The whole body.
  case body

  /// As the model of an endpoint has it.
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

/// The place that a wrapper such as ``Header`` stands for, as a type: wrappers differ in nothing else.
public protocol ComponentPlace: Sendable {
  /// Where the properties go.
  static var place: ArgumentPlace { get }
}

/// The fields of the head.
public enum HeaderPlace: ComponentPlace { public static var place: ArgumentPlace { .header } }

/// The cookies.
public enum CookiePlace: ComponentPlace { public static var place: ArgumentPlace { .cookie } }

/// The members of the body.
public enum FieldPlace: ComponentPlace { public static var place: ArgumentPlace { .field } }

/// The placeholders of the target.
public enum PathPlace: ComponentPlace { public static var place: ArgumentPlace { .path } }

/// The items of the query.
public enum QueryPlace: ComponentPlace { public static var place: ArgumentPlace { .query } }
