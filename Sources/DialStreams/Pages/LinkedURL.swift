import DialEngine
import DialMessage
import DialModel
import DialPolicies

/// A URL that a reply names, to be asked in place of the endpoint's own: that of the next page, or of a job.
///
/// Whose server it is decides what goes along. The origin of the call, and hosts in `redirects.trust`, get the request as it is. The
/// origin that answered after a redirect gets what a redirect leaves: no credentials. Any other origin is refused: a reply could send
/// the call anywhere. Nor do credentials come back: what that other origin names is asked for without them, be it at the origin of the
/// call, or it could choose what is done there in the name of the user.
struct LinkedURL {
  let url: String

  /// Resolved against the URL that answered (RFC 3986 section 5); nil where the text is no address of http.
  init?(_ text: String, in reply: Reply) {
    guard let url = RedirectTarget.resolve(Array(text.utf8), against: reply.url), Origin(url) != nil,
      url.hasPrefix("http://") || url.hasPrefix("https://")
    else { return nil }
    self.url = url
  }

  init(_ url: String) { self.url = url }

  /// The draft with this address, as far as it may go there.
  ///
  /// - Parameters:
  ///   - what: what is asked for, as an error names it: `the next page`.
  ///   - answered: the URL that answered, after redirects.
  ///   - isAway: credentials have been dropped, for the rest of the way.
  func draft(_ draft: Draft, _ what: String, answered: String, isAway: Bool = false) throws(CallError) -> Draft {
    var next = draft
    next.request.url = url
    let isHome = Self.isHome(url, draft)
    if isHome, !isAway, Self.isHome(answered, draft) {
      next.request.url = withCredentials(of: draft)
      return next
    }
    let isLowered = Origin(draft.url)?.scheme == "https" && Origin(url)?.scheme != "https"
    guard isHome || Origin(url) == Origin(answered) && !isLowered && !RedirectRules.holdsSecret(next.request, draft.secrets) else {
      throw refusal(what, draft)
    }
    next.request.headers = RedirectedHeaders.forStrangers(draft.headers, draft.secrets)
    next.request.isAway = true
    return next
  }

  /// Whether a URL is one that the call itself could have: on its origin, or on one that the spec trusts.
  private static func isHome(_ url: String, _ draft: Draft) -> Bool {
    Origin(url) == Origin(draft.url) || !draft.plan.foreign.contains(url)
  }

  /// Credentials of the query go with every URL of their origin; servers leave them out of those that they name.
  private func withCredentials(of draft: Draft) -> String {
    if draft.bound.isForeign { return url }
    return draft.plan.credentials.reduce(url) { url, credential in
      guard case .item(let item) = credential else { return url }
      let name = item.prefix { $0 != "=" }
      let query = url.firstIndex(of: "?").map { url[url.index(after: $0)...] } ?? ""
      if query.split(separator: "&").contains(where: { $0.prefix { $0 != "=" } == name }) { return url }
      return url + (query.isEmpty ? url.hasSuffix("?") ? "" : "?" : "&") + item
    }
  }

  private func refusal(_ what: String, _ draft: Draft) -> CallError {
    let host = Origin(url)?.host ?? url
    return CallError(
      .limit, "\(what) is on another origin, \(shown(draft.secrets)), and is not asked for", endpoint: draft.plan.model.name,
      hint: "redirects: {trust: [\(host)]} allows it, credentials included", location: draft.plan.model.range)
  }

  /// The origin alone: what a server names may hold anything behind it.
  private func shown(_ secrets: Secrets) -> String {
    let end = url.firstRange(of: "://").flatMap { url[$0.upperBound...].firstIndex { "/?".contains($0) } } ?? url.endIndex
    return secrets.redact(url: String(url[..<end]))
  }
}
