import DialMessage
import HTTPTypes

/// A request that the cache sends to the server.
struct OriginRequest: Sendable {
  var address: CacheAddress
  var request: PreparedRequest
  /// The cache directives of the request.
  let asked: CacheControl
  let next: Next
  /// The flight that other calls may wait for.
  var flight: RequestCoalescer.Flight?

  /// Whether the response belongs to the assumed user. Another one may have signed in meanwhile.
  func isOwn(_ response: Response) -> Bool { request.identity.corrected(by: response.identity) == request.identity }

  /// The same request for the user that it was sent for.
  func corrected(by response: Response, _ digest: CacheDigest) -> OriginRequest {
    if isOwn(response) { return self }
    var question = self
    question.request.identity = request.identity.corrected(by: response.identity)
    question.address = CacheAddress(question.request, digest)
    return question
  }
}
