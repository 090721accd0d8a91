import HTTPTypes

extension CookieJar {
  /// Sends the cookies of each hop along, and keeps those that its answer sets. What the call itself sends of a name stands.
  func exchange(_ request: PreparedRequest, _ next: Next) async throws -> Response {
    var request = request
    let own = request.headers[values: .cookie].flatMap { $0.split(separator: ";") }.map { String($0.drop { $0 == " " }) }
    let names = Set(own.map { String($0.prefix { $0 != "=" }) })
    let pairs = pairs(for: request.url, besides: names)
    if !pairs.isEmpty { request.headers[.cookie] = (own + pairs).joined(separator: "; ") }
    let response = try await next(request)
    take(response.headers[values: .setCookie], from: request.url)
    return response
  }
}
