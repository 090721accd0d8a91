package import DialJSON
package import DialSyntax

/// How to find the next page of an endpoint (`paginate:`, language section 8). Its paths apply to the whole response, before `@`.
package struct PaginationModel: Sendable {
  package enum Way: Sendable {
    /// The `Link` header with `rel=next` (RFC 8288).
    case link
    /// The path of the URL of the next page.
    case url(JMESPath)
    case cursor(JMESPath, parameter: String)
    case page(parameter: String)
    /// The parameter that counts items, the size of a page, and the path of the total count.
    case offset(parameter: String, step: Int?, total: JMESPath?)
  }

  /// Which page is the last, in addition to the rule of the way itself.
  package enum End: Sendable {
    /// A page without items.
    case empty
    case condition(JMESPath)
  }

  package var way: Way
  package var end: End?
  /// The place of the path in the spec.
  package var pathRange: SourceRange?

  package init(way: Way, end: End? = nil, pathRange: SourceRange? = nil) {
    self.way = way
    self.end = end
    self.pathRange = pathRange
  }

  /// The path of the next URL or cursor; nil for another way.
  package var path: JMESPath? {
    switch way {
    case .url(let path), .cursor(let path, _): path
    case .link, .page, .offset: nil
    }
  }

  /// The parameter that changes from page to page; nil for URLs.
  package var parameter: String? {
    switch way {
    case .link, .url: nil
    case .cursor(_, let name), .page(let name), .offset(let name, _, _): name
    }
  }
}

/// When to stop polling an endpoint (`poll:`, language section 8). Its conditions apply to the whole response, before `@`.
package struct PollModel: Sendable {
  /// The condition for success; nil if the status decides.
  package var until: JMESPath?
  package var fail: JMESPath?
  package var every: Duration?
  package var timeout: Duration?
  /// Another endpoint that reports the state: `{x}` is a member of the first response, `{args.x}` an argument of the call.
  package var check: NamedCall?

  package init(until: JMESPath? = nil) { self.until = until }

  /// Returns the path of an argument of the call in `{args.x}`; nil for a member of the first response.
  package static func argument(_ placeholder: String) -> String? {
    placeholder.hasPrefix("args.") ? String(placeholder.dropFirst(5)) : nil
  }
}

/// A call of another endpoint in the spec, to poll a job, or to fetch or renew a token.
package struct NamedCall: Sendable {
  package var endpoint: String
  package var range: SourceRange
  /// The arguments by name, with placeholders that are filled in for each call.
  package var arguments: [(name: Text, value: BodyTemplate)]

  package init(endpoint: String, range: SourceRange, arguments: [(name: Text, value: BodyTemplate)]) {
    self.endpoint = endpoint
    self.range = range
    self.arguments = arguments
  }
}
