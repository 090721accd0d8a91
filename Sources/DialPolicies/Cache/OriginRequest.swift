import DialMessage
import HTTPTypes

/// What a call through the cache asks the server.
struct OriginRequest: Sendable {
  var address: CacheAddress
  var request: PreparedRequest
  /// What the request says of caches.
  let asked: CacheControl
  let next: Next
  /// Others may wait for the answer.
  var flight: RequestCoalescer.Flight?

  /// Whether the answer is that of the user who was asked about: another one may have signed in meanwhile.
  func isOwn(_ response: Response) -> Bool { request.identity.corrected(by: response.identity) == request.identity }

  /// The same, of the user who was sent.
  func corrected(by response: Response, _ digest: CacheDigest) -> OriginRequest {
    if isOwn(response) { return self }
    var question = self
    question.request.identity = request.identity.corrected(by: response.identity)
    question.address = CacheAddress(question.request, digest)
    return question
  }
}
