package import DialJSON
package import DialSyntax

/// How the next page of an endpoint is found (`paginate:`, language section 8). Its paths look at the whole reply, before `@`.
package struct PaginationModel: Sendable {
  package enum Way: Sendable {
    /// The header `Link` with `rel=next` (RFC 8288).
    case link
    /// Where the URL of the next page stands in the reply.
    case url(JMESPath)
    /// Where the cursor stands in the reply, and the parameter that takes it.
    case cursor(JMESPath, parameter: String)
    /// The parameter that counts pages.
    case page(parameter: String)
    /// The parameter that counts items, how many a page has, and where the count of all stands.
    case offset(parameter: String, step: Int?, total: JMESPath?)
  }

  /// Which page is the last, beside what the way itself tells.
  package enum End: Sendable {
    /// One without items.
    case empty
    /// One that this holds for.
    case condition(JMESPath)
  }

  package var way: Way
  package var end: End?
  /// Where the path of the next URL or cursor stands in the spec.
  package var pathRange: SourceRange?

  package init(way: Way, end: End? = nil, pathRange: SourceRange? = nil) {
    self.way = way
    self.end = end
    self.pathRange = pathRange
  }

  /// Where the next URL or cursor stands in a reply; nil for another way.
  package var path: JMESPath? {
    switch way {
    case .url(let path), .cursor(let path, _): path
    case .link, .page, .offset: nil
    }
  }

  /// The parameter that goes from page to page; nil where URLs do.
  package var parameter: String? {
    switch way {
    case .link, .url: nil
    case .cursor(_, let name), .page(let name), .offset(let name, _, _): name
    }
  }
}
