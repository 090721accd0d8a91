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
