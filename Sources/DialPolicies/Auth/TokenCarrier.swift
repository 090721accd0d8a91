import DialMessage
import DialModel
import HTTPTypes

/// How a token is put into a request.
extension TokenModel.Carrier {
  /// Whether the call itself gave a header of that name, which stays.
  func isGiven(in request: PreparedRequest) -> Bool {
    switch self {
    case .bearer: request.headers[.authorization] != nil
    case .header(let name): HTTPField.Name(name).map { request.headers[$0] != nil } ?? false
    case .query: false
    }
  }

  func put(_ token: Token, into request: inout PreparedRequest) {
    request.secrets.add(token.access)
    switch self {
    case .bearer: Self.set(.authorization, "Bearer \(token.access)", in: &request)
    case .header(let name): if let name = HTTPField.Name(name) { Self.set(name, token.access, in: &request) }
    case .query(let name): request.url = QueryItems.setting(name, token.access, in: request.url)
    }
  }

  private static func set(_ name: HTTPField.Name, _ value: String, in request: inout PreparedRequest) {
    request.headers[name] = value
    request.secrets.headerNames.insert(name)
  }
}
