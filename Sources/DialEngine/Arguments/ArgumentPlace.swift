import DialModel

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
