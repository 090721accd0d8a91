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
