import DialModel

/// The location of a property of a ``Request``.
public enum ArgumentPlace: String, Sendable, CaseIterable {
  /// A placeholder of the target, a query item, a header, a cookie.
  case path, query, header, cookie
  /// A member of a JSON body or an item of a form; a part of a multipart body.
  case field, part
  /// The whole body.
  case body

  /// The location in the model.
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

/// The location of a wrapper such as ``Header``, as a type. Wrappers differ only in it.
public protocol ComponentPlace: Sendable {
  /// The location of the properties.
  static var place: ArgumentPlace { get }
}

/// The headers.
public enum HeaderPlace: ComponentPlace { public static var place: ArgumentPlace { .header } }

/// The cookies.
public enum CookiePlace: ComponentPlace { public static var place: ArgumentPlace { .cookie } }

/// The members of the body.
public enum FieldPlace: ComponentPlace { public static var place: ArgumentPlace { .field } }

/// The placeholders of the target.
public enum PathPlace: ComponentPlace { public static var place: ArgumentPlace { .path } }

/// The items of the query.
public enum QueryPlace: ComponentPlace { public static var place: ArgumentPlace { .query } }
