package import DialMessage
import DialModel
import HTTPTypes

/// Sends a request and follows redirects (RFC 9110 section 15.4), at most `policy.maxRedirects`; with 0, the 3xx itself is returned.
///
/// - 301 and 302 change POST to GET, 303 changes all methods except HEAD to GET, 307 and 308 repeat the method and the body. Other
///   statuses, and those without a Location, are returned.
/// - A 301 or 302 of a POST to the same path, at another origin or with another final slash, is an error, because the POST was not
///   processed.
/// - Another origin than the first gets only harmless headers, see ``RedirectedHeaders``, unless `policy.trustedHosts` contains its host.
///   Removed headers are not restored later.
/// - These are errors of kind `redirect`: a loop, too many redirects, an invalid Location, other schemes than http and https, https to
///   http, and a secret in the address or body for another origin.
///
/// The bodies of redirects are not read; releasing them ends their transfer.
package func followingRedirects(_ request: PreparedRequest, _ next: Next) async throws -> Response {
  try Task.checkCancellation()
  let walk: RedirectFollower
  do {
    var response = try await next(request)
    guard let location = response.location(sent: request) else { return response }
    walk = try RedirectFollower(to: location, after: response, request)
  }
  return try await walk.run(next)
}

extension Response {
  /// Returns the target of a redirect; nil for the final response, which gets the number of redirects and the bytes sent.
  @inline(never)
  fileprivate mutating func location(_ redirects: Int = 0, sent request: PreparedRequest, before: Int64 = 0) -> [UInt8]? {
    if isRedirect, request.policy.maxRedirects > 0, let location = RedirectTarget.location(in: headers) { return location }
    self.redirects = redirects
    bytesSent = before + sent(request)
    return nil
  }

  private var isRedirect: Bool {
    switch status.code {
    case 301, 302, 303, 307, 308: true
    default: false
    }
  }

  /// The size of the request of this response.
  fileprivate func sent(_ request: PreparedRequest) -> Int64 {
    let length = request.body.length
    return (length != 0 && request.context[IsToBeCompressed.self] ? nil : length) ?? connection?.bytesSent ?? 0
  }
}

/// The origin of the first request, whose credentials a request behind a redirect has.
private enum FirstOrigin: MessageContextKey { typealias Value = Origin }

/// Follows redirects after the first one. Most calls have none and do not create it.
private final class RedirectFollower {
  private let first: PreparedRequest
  private let origin: Origin?
  private var current: PreparedRequest
  private var hops: [String]
  private var visits: Set<String>
  private var bytesSent: Int64 = 0
  private var hasLostKey = false
  private var changed: [String] = []

  @inline(never)
  init(to location: [UInt8], after response: Response, _ request: PreparedRequest) throws {
    (first, current) = (request, request)
    origin = request.context[FirstOrigin.self] ?? Origin(request.url)
    hops = [request.url]
    visits = [request.method.rawValue + " " + request.url]
    do { try go(to: location, after: response) } catch { throw withBytes(error) }
  }

  private func go(to location: [UInt8], after response: Response) throws {
    bytesSent += response.sent(current)
    noteKey()
    let method = RedirectRules.method(after: response.status.code, current.method)
    let isChange = !Methods.isSafe(current.method.rawValue)
    if isChange { changed.append(current.url) }
    let status = response.status.code
    let next = try request(method, to: try target(location, method, response))
    if method != current.method, status != 303 {
      if let move = RedirectMove(from: current.url, to: next.url) {
        var error = error("the server redirected the POST with \(status) instead of processing it")
        error.hint = move.hint
        throw error
      }
      current.watch?.changedToGet(status, from: current.url, to: next.url, first.secrets)
    }
    current = next
    if isChange { changed.append(current.url) }
    current.watch?.redirected(status, to: current.url, first.secrets)
  }

  @inline(never)
  func run(_ next: Next) async throws -> Response {
    do {
      while true {
        try Task.checkCancellation()
        var response = try await next(current)
        guard let location = response.location(hops.count - 1, sent: current, before: bytesSent) else {
          noteKey()
          if hasLostKey { response.context[HasLostKey.self] = true }
          if current.context[IsAway.self] { response.context[IsAway.self] = true }
          if let moved { response.context[MovedRequest.self] = moved }
          if !changed.isEmpty { response.context[ChangedURLs.self] = changed }
          return response
        }
        try go(to: location, after: response)
      }
    } catch {
      guard var fault = error as? TransportError, fault.kind != .redirect else { throw withBytes(error) }
      fault.lastHop = current.url
      noteKey()
      fault.hasLostKey = hasLostKey
      fault.moved = moved
      throw withBytes(fault)
    }
  }

  private var moved: MovedRequest? {
    if current.method == first.method { return nil }
    var request = current
    request.context[FirstOrigin.self] = origin
    return MovedRequest(request, changed: changed, redirects: hops.count - 1)
  }

  /// Records that a request was sent without its Idempotency-Key, so repeating the whole call could act twice.
  private func noteKey() { if current.context[IsAway.self], !current.mayGoTwice, first.mayGoTwice { hasLostKey = true } }

  private func withBytes(_ error: any Error) -> any Error {
    guard var fault = error as? TransportError else { return error }
    fault.bytesSent += bytesSent
    return fault
  }

  private func target(_ location: [UInt8], _ method: HTTPRequest.Method, _ response: Response) throws -> String {
    guard let url = RedirectTarget.resolve(location, against: current.url) else {
      throw error("the Location of a redirect is not a valid URL", [RedirectRules.shown(location)])
    }
    guard hops.count <= first.policy.maxRedirects else { throw error("more than \(first.policy.maxRedirects) redirects", [url]) }
    hops.append(url)
    let isNew = visits.insert(method.rawValue + " " + url).inserted
    // A server that sets a cookie may redirect to the same address.
    guard isNew || response.headers[.setCookie] != nil else { throw error("the redirects form a loop") }
    return url
  }

  private func request(_ method: HTTPRequest.Method, to url: String) throws -> PreparedRequest {
    let scheme = url.prefix { $0 != ":" }
    guard scheme == "http" || scheme == "https" || Origin(url) == Origin(current.url) else {
      throw error("a redirect to the scheme '\(scheme)' is not followed")
    }
    guard let from = Origin(current.url), let to = Origin(url) else { throw error("the Location of a redirect has no host") }
    if from.scheme == "https", to.scheme == "http" { throw error("a redirect from https to http is not followed") }
    var request = current
    request.url = url
    request.context[IsRedirected.self] = true
    request.method = method
    if method != current.method {
      request.body = .none
      request.headers = RedirectedHeaders.withoutBody(request.headers)
    } else {
      guard let body = current.body.again() else {
        throw error("a redirect requires the body again, but it can be read only once").about(.singleBody)
      }
      request.body = body
    }
    if to != origin, !CrossOriginRule.isTrusted(to.host, first.policy.trustedHosts) {
      guard !RedirectRules.holdsSecret(request, first.secrets) else {
        throw error("a redirect would send a secret to \(to.host)")
      }
      request.context[IsAway.self] = true
    }
    // Removed headers are not restored, so a request that returns to the first origin stays away.
    if request.context[IsAway.self] { request.headers = RedirectedHeaders.forStrangers(request.headers, first.secrets) }
    return request
  }

  private func error(_ what: String, _ more: [String] = []) -> TransportError {
    let all = (hops + more).map { RedirectRules.shown($0, first.secrets) }
    let listed = all.count > 12 ? all.prefix(6) + ["… \(all.count - 11) more …"] + all.suffix(5) : all[...]
    return TransportError(.redirect, "\(what): \(listed.joined(separator: " -> "))")
  }
}
