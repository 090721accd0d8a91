package import DialMessage
import DialModel
import HTTPTypes

/// Sends a request and follows where its answers point (RFC 9110 section 15.4), at most `policy.maxRedirects` times; with 0
/// the 3xx itself is the answer.
///
/// - 301, 302 make a POST a GET, 303 makes everything but HEAD a GET, 307 and 308 keep the method and send the body again.
///   Other statuses, and those without a Location, are answers.
/// - On another origin (scheme, host, port) than the first only harmless headers go along, see ``RedirectedHeaders``, unless
///   `policy.trustedHosts` has its host. What was dropped does not come back.
/// - Not followed, but an error of kind `redirect`: a loop, too many hops, a Location that cannot be read, other schemes than
///   http and https, https to http, a secret in the address or body for another origin.
///
/// The bodies of the answers on the way are not read; dropping them ends their transfer.
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
  /// Where this answer to a request points. nil where it is the last, which notes how many redirects were followed, and what was sent
  /// before it, too.
  @inline(never)
  fileprivate mutating func location(_ redirects: Int = 0, sent request: PreparedRequest, before: Int64 = 0) -> [UInt8]? {
    if let location = RedirectHistory.location(in: self, request.policy) { return location }
    self.redirects = redirects
    bytesSent = before + sent(request)
    return nil
  }

  /// Bytes of the request that this is the answer to.
  fileprivate func sent(_ request: PreparedRequest) -> Int64 { request.body.length ?? connection?.bytesSent ?? 0 }
}

/// What comes behind the first answer that points elsewhere: most calls have none, and they do not pay for it.
private final class RedirectFollower {
  private var trail: RedirectHistory
  private var current: PreparedRequest
  private var bytesSent: Int64 = 0
  private var hasLostKey = false

  @inline(never)
  init(to location: [UInt8], after response: Response, _ request: PreparedRequest) throws {
    trail = RedirectHistory(request)
    current = request
    do { try go(to: location, after: response) } catch { throw withBytes(error) }
  }

  private func go(to location: [UInt8], after response: Response) throws {
    bytesSent += response.sent(current)
    noteKey()
    let step = try trail.step(to: location, after: response, to: current)
    current = try trail.request(for: step, after: current)
    current.watch?.redirected(step.status, to: current.url, trail.secrets)
  }

  @inline(never)
  func run(_ next: Next) async throws -> Response {
    do {
      while true {
        try Task.checkCancellation()
        var response = try await next(current)
        guard let location = response.location(trail.followed, sent: current, before: bytesSent) else {
          noteKey()
          if hasLostKey { response.hasLostKey = true }
          return response
        }
        try go(to: location, after: response)
      }
    } catch {
      guard var fault = error as? TransportError, fault.kind != .redirect, trail.followed > 0 else { throw withBytes(error) }
      fault.lastHop = current.url
      noteKey()
      fault.hasLostKey = hasLostKey
      throw withBytes(fault)
    }
  }

  /// Notes that a request went out without the key by which the first server knows it again: to send all of it once more would act twice.
  private func noteKey() { if current.isAway, !current.mayGoTwice, trail.mayGoTwice { hasLostKey = true } }

  /// An error with what was sent before it.
  private func withBytes(_ error: any Error) -> any Error {
    guard var fault = error as? TransportError else { return error }
    fault.bytesSent += bytesSent
    return fault
  }
}

/// The way of one call from hop to hop.
package struct RedirectHistory {
  /// What an answer asks for.
  package struct Step {
    var status: Int
    var url: String
  }

  private let first: PreparedRequest
  private let home: Origin?
  private var hops: [String]
  private var visits: Set<String>
  /// Credentials have been dropped, for the rest of the way.
  private var isAway: Bool

  /// Those of the first request.
  var secrets: Secrets { first.secrets }
  /// Whether the first request may be sent twice.
  var mayGoTwice: Bool { first.mayGoTwice }
  /// The redirects followed until now.
  var followed: Int { hops.count - 1 }

  init(_ request: PreparedRequest) {
    first = request
    home = Origin(request.url)
    hops = [request.url]
    isAway = request.isAway
    visits = [request.method.rawValue + " " + request.url]
  }

  /// Where an answer points; nil where it is to be taken as it is.
  static func location(in response: Response, _ policy: PreparedRequest.Policy) -> [UInt8]? {
    switch response.status.code {
    case 301, 302, 303, 307, 308: policy.maxRedirects > 0 ? RedirectTarget.location(in: response.headers) : nil
    default: nil
    }
  }

  /// The next hop, for an answer to `request` that points to `location`.
  mutating func step(to location: [UInt8], after response: Response, to request: PreparedRequest) throws -> Step {
    guard let url = RedirectTarget.resolve(location, against: request.url) else {
      throw error("the Location of a redirect cannot be read", [RedirectRules.shown(location)])
    }
    guard hops.count <= first.policy.maxRedirects else {
      throw error("more than \(first.policy.maxRedirects) redirects", [url])
    }
    hops.append(url)
    let visit = RedirectRules.method(after: response.status.code, request.method).rawValue + " " + url
    let isNew = visits.insert(visit).inserted
    // a server that sets a cookie may well send back to the same place
    guard isNew || response.headers[.setCookie] != nil else { throw error("the redirects go in a circle", []) }
    return Step(status: response.status.code, url: url)
  }

  /// The request of the next hop.
  mutating func request(for step: Step, after current: PreparedRequest) throws -> PreparedRequest {
    let scheme = step.url.prefix { $0 != ":" }
    guard scheme == "http" || scheme == "https" else {
      throw error("a redirect to the scheme '\(scheme)' is not followed", [])
    }
    guard let from = Origin(current.url), let to = Origin(step.url) else {
      throw error("the Location of a redirect has no host", [])
    }
    guard !(from.scheme == "https" && to.scheme == "http") else {
      throw error("a redirect from https to http is not followed", [])
    }
    var request = current
    request.url = step.url
    request.isRedirected = true
    request.method = RedirectRules.method(after: step.status, current.method)
    if request.method != current.method {
      request.body = .none
      request.headers = RedirectedHeaders.withoutBody(request.headers)
    } else {
      guard let body = current.body.again() else {
        throw error("a redirect wants the body a second time, but it can be read only once", [])
      }
      request.body = body
    }
    if to != home, !ForeignRule.isTrusted(to.host, first.policy.trustedHosts) {
      guard !RedirectRules.holdsSecret(request, first.secrets) else {
        throw error("a redirect would carry a secret to \(to.host)", [])
      }
      isAway = true
    }
    request.isAway = isAway
    if isAway { request.headers = RedirectedHeaders.forStrangers(request.headers, first.secrets) }
    return request
  }

  private func error(_ what: String, _ more: [String]) -> TransportError {
    let all = (hops + more).map { RedirectRules.shown($0, first.secrets) }
    let listed = all.count > 12 ? all.prefix(6) + ["… \(all.count - 11) more …"] + all.suffix(5) : all[...]
    return TransportError(.redirect, "\(what): \(listed.joined(separator: " -> "))")
  }
}
