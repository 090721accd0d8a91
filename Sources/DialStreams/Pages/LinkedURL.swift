import DialEngine
import DialMessage
import DialModel
import DialPolicies

/// A URL in a response that replaces the URL of the endpoint: the next page, or the state of a job.
///
/// The origin of the call, and hosts in `redirects.trust`, get the request unchanged. At the origin, the URL gets the items of `query` of
/// the service and the groups that it does not have. The origin that answered after a redirect gets no credentials, and what it names gets
/// none either. Any other origin is refused.
struct LinkedURL {
  let url: String

  /// Resolves the text against the URL of the response (RFC 3986 section 5); nil if it is not an HTTP URL.
  init?(_ text: String, in reply: Reply) {
    guard let url = RedirectTarget.resolve(Array(text.trimmed.utf8), against: reply.url), let origin = Origin(url),
      url.hasPrefix("http://") || url.hasPrefix("https://") || origin == Origin(reply.url)
    else { return nil }
    self.url = url
  }

  init(_ url: String) { self.url = url }

  /// Returns the draft with this address, which the response from `answered` names, without what must not be sent there.
  func draft(_ draft: Draft, _ what: String, answered: String, isAway: Bool = false) throws(CallError) -> Draft {
    var next = draft
    next.request.url = url
    let isHome = Self.isHome(url, draft)
    if isHome, !isAway, Self.isHome(answered, draft) {
      next.request.url = completed(for: draft)
      return next
    }
    let isLowered = Origin(draft.url)?.scheme == "https" && Origin(url)?.scheme != "https"
    guard isHome || Origin(url) == Origin(answered) && !isLowered && !RedirectRules.holdsSecret(next.request, draft.secrets) else {
      throw refusal(what, draft)
    }
    next.request.headers = RedirectedHeaders.forStrangers(draft.headers, draft.secrets)
    next.request.context[IsAway.self] = true
    if isHome { next.request.context[IsNamedElsewhere.self] = true }
    return next
  }

  /// Whether a URL is at the origin of the call or at a host that the spec trusts.
  private static func isHome(_ url: String, _ draft: Draft) -> Bool {
    Origin(url) == Origin(draft.url) || !draft.foreign.contains(url)
  }

  /// Adds the items of the service and the credentials that are query items; servers omit them from the URLs that they return.
  private func completed(for draft: Draft) -> String {
    if draft.bound.isForeign { return url }
    let names = Set(Self.items(url).map(Self.name))
    let isOwn = Origin(url) == draft.foreign.origin
    // Items with arguments, and those of the endpoint itself, are about the first request: `offset: 0` would be the first page again.
    let fixed = isOwn ? Set(draft.plan.model.query.lazy.filter { !$0.isOwn && $0.value.arguments.isEmpty }.map(\.name)) : []
    var items = fixed.isEmpty ? [] : Self.items(draft.url).filter { fixed.contains(Self.name($0)) }
    for (name, item) in draft.plan.credentials.flatMap(\.items) where !items.contains(where: { Self.name($0) == name }) {
      // An argument can replace it.
      if let item = Self.items(draft.url).first(where: { Self.name($0) == name }) ?? item { items.append(item) }
    }
    let missing = items.filter { !names.contains(Self.name($0)) }.joined(separator: "&")
    if missing.isEmpty { return url }
    return url + (url.contains("?") ? url.hasSuffix("?") || url.hasSuffix("&") ? "" : "&" : "?") + missing
  }

  private static func items(_ url: String) -> [Substring] {
    url.firstIndex(of: "?").map { url[url.index(after: $0)...].split(separator: "&") } ?? []
  }

  private static func name(_ item: Substring) -> String {
    String(decoding: PercentEncoding.decode(item.prefix { $0 != "=" }.utf8), as: UTF8.self)
  }

  private func refusal(_ what: String, _ draft: Draft) -> CallError {
    let host = draft.secrets.redact(Origin(url)?.host ?? url)
    // The rest of the URL may contain secrets.
    let origin = draft.secrets.redact(url: String(url[..<(AbsoluteURL(url)?.rest.startIndex ?? url.endIndex)]))
    return CallError(
      .limit, "\(what) is on another origin, \(origin), and was not requested", of: draft.plan.model,
      hint: "to allow it, credentials included, add 'redirects: {trust: [\(host)]}' to the spec")
  }
}
